import type { Change } from "../../../helpers/environment";
import { findingsOf } from "../../../helpers/reviewed";

const [ANN, BOB] = ["ann", "bob"].map((name) => `arn:aws:iam::111122223333:role/${name}`);
const teams = (vision: Change, speech: Change = {}): Change => ({
  teams: { vision: { namespace: vision }, speech: { namespace: speech } },
});
const spoken = (section: "security" | "stops", before: Change, after: Change) =>
  findingsOf(section, { before, after }).map(({ severity, address, title }) => [severity, address, title]);
const AT = "sample-platform.config.teams";

test("a member who comes, and one who goes, are spoken by name and by what they may do", () => {
  const [was, is] = [teams({ members: [ANN] }), teams({ members: [BOB] })];
  expect(spoken("security", was, is)).toEqual([
    ["warning", `${AT}.vision.namespace`, `${BOB} may edit what is in namespace vision, and read the Secrets there.`],
  ]);
  expect(spoken("stops", was, is)).toEqual([
    [
      "warning",
      `${AT}.vision.namespace.members`,
      `${ANN} may no longer edit what is in namespace vision, and has no access entry as a member any more.`,
    ],
  ]);
});

test("who changes teams gains one and loses the other, and stays a member", () => {
  const [was, is] = [teams({ members: [ANN] }), teams({}, { members: [ANN] })];
  expect(spoken("security", was, is)[0]?.[2]).toBe(
    `${ANN} may edit what is in namespace speech, and read the Secrets there.`,
  );
  expect(spoken("stops", was, is)[0]?.[2]).toBe(`${ANN} may no longer edit what is in namespace vision.`);
});

test("groups that come are spoken; those that go are spoken once, with their team", () => {
  const [none, some] = [teams({}), teams({ groups: ["oidc:vision"] })];
  expect(spoken("security", none, some)[0]?.[2]).toBe(
    "oidc:vision may edit what is in namespace vision, and read the Secrets there.",
  );
  expect(spoken("stops", some, none)).toHaveLength(1);
});

test("where nothing changes, nothing is spoken; a new environment lets in whom its config names", () => {
  const same = teams({ members: [ANN] });
  expect(spoken("security", same, same)).toEqual([]);
  expect(
    findingsOf("security", { before: null, after: same }).filter(({ title }) => title.includes("may edit")),
  ).toEqual([]);
});
