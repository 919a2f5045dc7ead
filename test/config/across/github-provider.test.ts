import { crossEnvironmentIssues } from "../../../config/across/cross-environment";
import type { Outline } from "../../../config/across/outline";
import { githubProvider } from "../../../config/across/github-provider";

const outline = (name: string, ci: unknown, account = "111122223333"): Outline => ({
  table: name,
  name,
  account,
  region: "us-east-1",
  cidr: undefined,
  input: ci === undefined ? {} : { ci },
});
const create = { kind: "github", repository: "a/b" };
const existing = { ...create, provider: "existing" };

test("two environments that would make the provider of one account are told, the default counts too", () => {
  const [issue] = githubProvider(outline("a", create), outline("b", { ...create, provider: "create" }));
  expect(issue).toMatchObject({
    path: ["ci", "provider"],
    hint: 'write ci: { provider: "existing" } in all environments of the account but one',
  });
  expect(issue?.message).toContain('this environment and "b"');
});

test.each([
  ["one takes it as it is", outline("a", create), outline("b", existing)],
  ["both take it as it is", outline("a", existing), outline("b", existing)],
  ["they are in two accounts", outline("a", create), outline("b", create, "444455556666")],
  ["one has no pipeline", outline("a", create), outline("b", undefined)],
  ["one has something else there", outline("a", create), outline("b", "github")],
])("nothing is told where %s", (_, a, b) => {
  expect([...githubProvider(a, b), ...githubProvider(b, a)]).toEqual([]);
});

test("is one of the collisions between environments", () => {
  const found = crossEnvironmentIssues([outline("a", create), outline("b", create)], ["a"]);
  expect(found.get("a")?.map(({ path }) => path)).toEqual([["ci", "provider"]]);
});
