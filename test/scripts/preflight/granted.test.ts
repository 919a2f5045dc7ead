import { STATE_ACTIONS, TYPE_ACTIONS } from "../../../config/facts/iam/actions";
import { deployStatements } from "../../../constructs/ci/permissions";
import { SCOPE } from "../../constructs/ci/scope";

/** What only a person does, in the bootstrap stack: the pipeline cannot make or change what it is trusted by. */
const BY_HAND = /^iam:(Create|Delete|Tag)(OpenIDConnectProvider|Policy(Version)?)$/;

const granted = Object.values(deployStatements(SCOPE))
  .flat()
  .filter(({ effect }) => effect !== "Deny")
  .flatMap(({ actions }) => actions)
  .map((action) => new RegExp(`^${action.replaceAll("*", ".*")}$`));

const needed = [
  ...new Set([
    ...Object.values(TYPE_ACTIONS).flatMap((row) => Object.values<readonly string[]>({ ...row }).flat()),
    ...STATE_ACTIONS,
  ]),
].sort();

test.each(needed.filter((action) => !BY_HAND.test(action)))("the role that deploys may %s", (action) => {
  expect(granted.some((pattern) => pattern.test(action))).toBe(true);
});

test("what only a person does is refused to it", () => {
  const byHand = needed.filter((action) => BY_HAND.test(action));
  expect(byHand.length).toBeGreaterThan(5);
  expect(byHand.filter((action) => granted.some((pattern) => pattern.test(action)))).toEqual([]);
});
