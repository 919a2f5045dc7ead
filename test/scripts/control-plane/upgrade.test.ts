import { isGoodUpgrade, type Upgraded } from "../../../scripts/control-plane/upgrade";

const GOOD: Upgraded = {
  refusedBefore: [],
  removed: [{ release: "a/b", reason: null }],
  forgotten: [],
  definitions: { added: ["x"], changed: ["y"], gone: [{ name: "z", objects: [], instead: null }] },
  stays: [{ name: "s", objects: ["a"] }],
  unusedClaims: ["a/old"],
  unread: [],
  claims: [],
  ended: [{ namespace: "a", owner: "Deployment/b", pods: 1, of: 1, isBack: true }],
};

test.each<[string, Partial<Upgraded>]>([
  [
    "an object that goes with its definition",
    { definitions: { ...GOOD.definitions, gone: [{ name: "z", objects: ["a"], instead: null }] } },
  ],
  [
    "a definition that goes with objects that nobody could list",
    { definitions: { ...GOOD.definitions, gone: [{ name: "z", objects: null, instead: null }] } },
  ],
  ["a kind that nobody can list", { unread: [{ kind: "z", reason: "later" }] }],
  ["a claim that goes", { claims: ["a/data"] }],
  ["a release that cannot be removed", { removed: [{ release: "a/b", reason: "no" }] }],
])("%s is no good upgrade", (_, change) => {
  expect(isGoodUpgrade(GOOD)).toBe(true);
  expect(isGoodUpgrade({ ...GOOD, ...change })).toBe(false);
});
