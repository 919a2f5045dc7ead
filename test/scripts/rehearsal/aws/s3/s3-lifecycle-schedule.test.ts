import { S3_STORAGE_CLASSES } from "../../../../../config/facts/s3";
import { scheduleRefusals } from "../../../../../scripts/rehearsal/aws/s3/s3-lifecycle-schedule";
import type { Attributes } from "../../../../../scripts/rehearsal/value";

type Move = readonly [days: number, storageClass: string];

const messages = (rule: Attributes) => scheduleRefusals({ id: "old", ...rule }).map(({ message }) => message);
const codes = (rule: Attributes) => scheduleRefusals({ id: "old", ...rule }).map(({ code }) => code);
const current = (moves: readonly Move[], expiration?: Attributes): Attributes => ({
  transition: moves.map(([days, to]) => ({ days, date: null, storage_class: to })),
  expiration: expiration ? [{ days: 0, date: null, expired_object_delete_marker: false, ...expiration }] : [],
});
const noncurrent = (moves: readonly Move[], days?: number): Attributes => ({
  noncurrent_version_transition: moves.map(([each, to]) => ({ noncurrent_days: each, storage_class: to })),
  noncurrent_version_expiration: days === undefined ? [] : [{ noncurrent_days: days }],
});

describe.each([
  ["current", current],
  ["noncurrent", noncurrent as (moves: readonly Move[]) => Attributes],
])("transitions of %s objects", (_, of) => {
  test.each<[string, number]>(Object.entries(S3_STORAGE_CLASSES).map(([name, { minAgeDays }]) => [name, minAgeDays]))(
    "to %s wait until objects are old enough, %d days",
    (name, least) => {
      expect(codes(of([[least, name]]))).toEqual([]);
      if (least > 0) expect(codes(of([[least - 1, name]]))).toEqual(["InvalidArgument"]);
    },
  );

  test.each<[Move[], number]>([
    [
      [
        [30, "STANDARD_IA"],
        [60, "GLACIER"],
      ],
      0,
    ],
    [
      [
        [60, "GLACIER"],
        [30, "STANDARD_IA"],
      ],
      0,
    ],
    [
      [
        [30, "STANDARD_IA"],
        [59, "GLACIER"],
      ],
      1,
    ],
    [
      [
        [0, "GLACIER_IR"],
        [90, "GLACIER"],
        [180, "DEEP_ARCHIVE"],
      ],
      0,
    ],
    [
      [
        [0, "GLACIER_IR"],
        [89, "GLACIER"],
        [178, "DEEP_ARCHIVE"],
      ],
      2,
    ],
    [
      [
        [0, "INTELLIGENT_TIERING"],
        [1, "GLACIER"],
      ],
      0,
    ],
  ])("%j stay as long as a class asks for: %d refusals", (moves, refusals) => {
    expect(codes(of(moves))).toEqual(Array.from({ length: refusals }, () => "InvalidArgument"));
  });

  test.each<[Move[], string]>([
    [
      [
        [30, "GLACIER"],
        [400, "STANDARD_IA"],
      ],
      "from GLACIER to STANDARD_IA",
    ],
    [
      [
        [30, "ONEZONE_IA"],
        [400, "GLACIER_IR"],
      ],
      "from ONEZONE_IA to GLACIER_IR",
    ],
    [
      [
        [30, "GLACIER"],
        [400, "GLACIER"],
      ],
      "from GLACIER to GLACIER",
    ],
    [
      [
        [0, "DEEP_ARCHIVE"],
        [400, "GLACIER"],
      ],
      "from DEEP_ARCHIVE to GLACIER",
    ],
  ])("%j do not go back up", (moves, what) => {
    expect(messages(of(moves))).toEqual([expect.stringContaining(what)]);
  });
});

test("a class that is not in the tables is not judged", () => {
  expect(codes(current([[0, "SNOW"]]))).toEqual([]);
});

describe("an expiration", () => {
  test("comes after the last transition", () => {
    expect(codes(current([[30, "STANDARD_IA"]], { days: 31 }))).toEqual([]);
    expect(codes(current([[30, "STANDARD_IA"]], { days: 30 }))).toEqual(["InvalidArgument"]);
    expect(
      messages(
        current(
          [
            [60, "GLACIER"],
            [30, "STANDARD_IA"],
          ],
          { days: 45 },
        ),
      ),
    ).toEqual(['rule "old": expiration after 45 days is not later than the transition to GLACIER after 60']);
    expect(codes(current([], { days: 1 }))).toEqual([]);
    expect(codes(current([[30, "STANDARD_IA"]]))).toEqual([]);
  });

  test("of noncurrent versions comes after their last transition, and has nothing to do with the current ones", () => {
    expect(codes(noncurrent([[30, "STANDARD_IA"]], 31))).toEqual([]);
    expect(codes(noncurrent([[30, "STANDARD_IA"]], 30))).toEqual(["InvalidArgument"]);
    expect(codes({ ...current([[30, "STANDARD_IA"]]), ...noncurrent([], 1) })).toEqual([]);
  });

  test("of delete markers has no time of its own", () => {
    expect(codes(current([], { expired_object_delete_marker: true }))).toEqual([]);
    expect(codes(current([], { expired_object_delete_marker: true, days: 5 }))).toEqual(["MalformedXML"]);
    expect(codes(current([], { expired_object_delete_marker: true, date: "2026-01-01T00:00:00Z" }))).toEqual([
      "MalformedXML",
    ]);
  });
});

describe("a rule", () => {
  const dated = { date: "2026-01-01T00:00:00Z", days: null, storage_class: "STANDARD_IA" };

  test("has days or dates", () => {
    expect(codes({ transition: [dated], expiration: [{ days: 365, date: null }] })).toEqual(["InvalidRequest"]);
    expect(codes({ transition: [dated, { days: 90, date: null, storage_class: "GLACIER" }] })).toEqual([
      "InvalidRequest",
    ]);
    expect(codes({ transition: [dated], expiration: [{ days: 0, date: "2027-01-01T00:00:00Z" }] })).toEqual([]);
    expect(codes({ transition: [dated] })).toEqual([]);
  });
});

test("each refusal has a document", () => {
  const all = [
    ...scheduleRefusals({
      id: "old",
      ...current([[1, "STANDARD_IA"]], { days: 1, expired_object_delete_marker: true }),
    }),
    ...scheduleRefusals({
      id: "old",
      ...current([
        [30, "GLACIER"],
        [400, "STANDARD_IA"],
      ]),
    }),
  ];
  expect(all).toHaveLength(4);
  for (const { source } of all) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
});
