import { TOLERATE_EVERYTHING, tolerationJson } from "../../../constructs/cluster/placement";

test("a toleration keeps the keys that are set", () => {
  const toleration = { key: "a", operator: "Equal", value: "b", effect: "NoExecute", tolerationSeconds: 0 } as const;
  expect(tolerationJson(toleration)).toEqual(toleration);
});

test("a toleration loses keys that are undefined, which JSON values may not have", () => {
  expect(Object.keys(tolerationJson({ key: "a", operator: "Exists", effect: undefined }))).toEqual(["key", "operator"]);
});

test("tolerating everything names neither key nor effect", () => {
  expect(tolerationJson(TOLERATE_EVERYTHING)).toEqual({ operator: "Exists" });
});
