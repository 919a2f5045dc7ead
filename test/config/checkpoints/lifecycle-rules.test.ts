import { CHECKPOINTS_LIFECYCLE_RULES } from "../../../config/checkpoints/lifecycle-rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

type Step = readonly [afterDays: number, to: string];
const steps = (list: readonly Step[]) => list.map(([afterDays, to]) => ({ afterDays, to }));
const cold = (list: readonly Step[], more: object = {}) => ({
  checkpoints: { cold: { transitions: steps(list), ...more } },
});
const archive = (list: readonly Step[], more: object = {}) => ({
  checkpoints: { archive: { transitions: steps(list), ...more } },
});
const existing = { bucket: { kind: "existing", name: "existing" } };
const stepPath = (tier: string, index: number, key: string) => ["checkpoints", tier, "transitions", index, key];

ruleCases(CHECKPOINTS_LIFECYCLE_RULES, {
  "checkpoints/ladder-age": {
    severity: "error",
    trips: [
      {
        when: "Standard-IA a day early",
        change: cold([[29, "STANDARD_IA"]]),
        at: stepPath("cold", 0, "afterDays"),
        message: ["STANDARD_IA after 29 days", "30 days or more"],
        fix: ["afterDays: 30"],
      },
      {
        when: "One Zone-IA in the archive",
        change: archive([[0, "ONEZONE_IA"]]),
        at: stepPath("archive", 0, "afterDays"),
        message: ["ONEZONE_IA after 0 days"],
      },
    ],
    passes: [
      { when: "Standard-IA after 30 days", change: cold([[30, "STANDARD_IA"]]) },
      { when: "Glacier on day 0", change: archive([[0, "GLACIER"]]) },
      {
        when: "a bucket whose lifecycle is not ours",
        change: { checkpoints: { ...existing, cold: { transitions: steps([[1, "STANDARD_IA"]]) } } },
      },
    ],
  },
  "checkpoints/ladder-order": {
    severity: "error",
    trips: [
      {
        when: "upwards",
        change: cold([
          [0, "GLACIER_IR"],
          [90, "STANDARD_IA"],
        ]),
        at: stepPath("cold", 1, "to"),
        message: ["from GLACIER_IR to STANDARD_IA", "GLACIER or DEEP_ARCHIVE"],
      },
      {
        when: "downwards where there is no way",
        change: archive([
          [30, "ONEZONE_IA"],
          [60, "GLACIER_IR"],
        ]),
        at: stepPath("archive", 1, "to"),
        message: ["from ONEZONE_IA to GLACIER_IR"],
      },
      {
        when: "on from the last class",
        change: archive([
          [1, "DEEP_ARCHIVE"],
          [200, "GLACIER"],
        ]),
        at: stepPath("archive", 1, "to"),
        message: ["they go nowhere"],
      },
    ],
    passes: [
      {
        when: "the whole waterfall",
        change: archive([
          [30, "STANDARD_IA"],
          [60, "INTELLIGENT_TIERING"],
          [61, "GLACIER_IR"],
          [151, "GLACIER"],
          [241, "DEEP_ARCHIVE"],
        ]),
      },
    ],
  },
  "checkpoints/ladder-gap": {
    severity: "error",
    trips: [
      {
        when: "AWS's own example: Glacier Instant Retrieval on day 4, Deep Archive on day 20",
        change: archive([
          [4, "GLACIER_IR"],
          [20, "DEEP_ARCHIVE"],
        ]),
        at: stepPath("archive", 1, "afterDays"),
        message: ["DEEP_ARCHIVE after 20 days", "day 4", "day 94"],
        fix: ["afterDays: 94"],
      },
      {
        when: "two steps on one day",
        change: cold([
          [5, "INTELLIGENT_TIERING"],
          [5, "GLACIER_IR"],
        ]),
        at: stepPath("cold", 1, "afterDays"),
        fix: ["afterDays: 6"],
      },
    ],
    passes: [
      {
        when: "the first day possible",
        change: archive([
          [4, "GLACIER_IR"],
          [94, "DEEP_ARCHIVE"],
        ]),
      },
      {
        when: "a step that is too young anyway, told elsewhere",
        change: cold([
          [5, "INTELLIGENT_TIERING"],
          [5, "ONEZONE_IA"],
        ]),
      },
    ],
  },
  "checkpoints/restore-class-under-link": {
    severity: "error",
    trips: [
      {
        when: "Glacier under Lustre",
        change: cold([[10, "GLACIER"]]),
        at: stepPath("cold", 0, "to"),
        message: ["GLACIER needs a restore of up to 5 hours", "checkpoints/"],
        fix: ["GLACIER_IR", "archive"],
      },
    ],
    passes: [
      { when: "instant Glacier", change: cold([[10, "GLACIER_IR"]]) },
      { when: "the archive", change: archive([[10, "GLACIER"]]) },
      { when: "no Lustre", change: { lustre: null, ...cold([[10, "GLACIER"]]) } },
    ],
  },
  "checkpoints/expire-before-transition": {
    severity: "error",
    trips: [
      {
        when: "the end on the day of a move",
        change: cold([[30, "STANDARD_IA"]], { expireAfterDays: 30 }),
        at: ["checkpoints", "cold", "expireAfterDays"],
        message: ["expire after 30 days", "move after 30"],
        fix: ["expireAfterDays: 31"],
      },
      {
        when: "the archive",
        change: archive([[90, "GLACIER"]], { expireAfterDays: 7 }),
        at: ["checkpoints", "archive", "expireAfterDays"],
        message: ["expire after 7 days"],
        fix: ["expireAfterDays: 91"],
      },
    ],
    passes: [
      { when: "the day after", change: cold([[30, "STANDARD_IA"]], { expireAfterDays: 31 }) },
      { when: "no moves", change: cold([], { expireAfterDays: 1 }) },
    ],
  },
  "checkpoints/expiry-in-minimum-charge": {
    severity: "warning",
    trips: [
      {
        when: "Deep Archive for three months",
        change: archive([[1, "DEEP_ARCHIVE"]], { expireAfterDays: 90 }),
        at: ["checkpoints", "archive", "expireAfterDays"],
        message: ["expire after 90 days and are gone 30 days later", "180 days"],
        fix: ["expireAfterDays: 151"],
      },
      {
        when: "an archive that costs more than it saves",
        change: {
          checkpoints: {
            oldVersionDays: 1,
            archive: { transitions: [{ afterDays: 1, to: "GLACIER_IR" }], expireAfterDays: 10 },
          },
        },
        at: ["checkpoints", "archive", "expireAfterDays"],
        // 1 + 90 × 0.004 / 0.023, of which the last day is that of the old version
        message: ["it costs more than to leave them in STANDARD under 16 days"],
      },
    ],
    passes: [
      {
        when: "old versions that are gone on the day on which it is paid",
        change: archive([[1, "DEEP_ARCHIVE"]], { expireAfterDays: 151 }),
      },
      { when: "an end before the move, told elsewhere", change: archive([[90, "GLACIER"]], { expireAfterDays: 7 }) },
    ],
  },
  "checkpoints/expiry-under-link": {
    severity: "warning",
    trips: [
      {
        when: "an end under Lustre",
        change: { checkpoints: { cold: { expireAfterDays: 180 } } },
        at: ["checkpoints", "cold", "expireAfterDays"],
        message: ["checkpoints/ expire after 180 days"],
        fix: ["keepLast"],
      },
    ],
    passes: [
      { when: "no end", change: {} },
      { when: "no Lustre", change: { lustre: null, checkpoints: { cold: { expireAfterDays: 180 } } } },
      { when: "the archive", change: archive([[1, "GLACIER_IR"]], { expireAfterDays: 400 }) },
    ],
  },
  "checkpoints/one-zone": {
    severity: "warning",
    trips: [
      {
        when: "One Zone-IA",
        change: cold([[30, "ONEZONE_IA"]]),
        at: stepPath("cold", 0, "to"),
        message: ["ONEZONE_IA"],
        fix: ["STANDARD_IA"],
      },
    ],
    passes: [{ when: "three zones", change: cold([[30, "STANDARD_IA"]]) }],
  },
});

test("every step that is wrong is told", () => {
  const change = cold([
    [1, "STANDARD_IA"],
    [2, "ONEZONE_IA"],
  ]);
  const found = violations(ruleOf(CHECKPOINTS_LIFECYCLE_RULES, "checkpoints/ladder-age"), change);
  expect(found.map((v) => v.path[3])).toEqual([0, 1]);
});
