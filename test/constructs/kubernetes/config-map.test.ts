import { configMap } from "../../../constructs/kubernetes/config-map";

test("a ConfigMap keeps text as it is", () => {
  expect(configMap("n", "ns", { a: "x" })).toMatchObject({
    metadata: { name: "n", namespace: "ns" },
    data: { a: "x" },
  });
});
