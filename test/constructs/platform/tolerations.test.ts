import { placementValues, tolerate } from "../../../constructs/platform/tolerations";

test("tolerates a taint whatever its value", () => {
  expect(tolerate([{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }])).toEqual([
    { key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" },
  ]);
});

test("names a taint once, though several groups have it with several values", () => {
  const taints = [
    { key: "team", value: "vision", effect: "NoSchedule" },
    { key: "team", value: "language", effect: "NoSchedule" },
    { key: "team", effect: "NoExecute" },
  ] as const;
  expect(tolerate(taints)).toEqual([
    { key: "team", operator: "Exists", effect: "NoSchedule" },
    { key: "team", operator: "Exists", effect: "NoExecute" },
  ]);
});

test("a placement without tolerations leaves those of the chart alone", () => {
  expect(placementValues({ nodeSelector: { role: "system" }, tolerations: [] })).toEqual({
    nodeSelector: { role: "system" },
  });
});

test("a placement with tolerations gives them without empty keys", () => {
  const placement = { nodeSelector: {}, tolerations: [{ key: "a", operator: "Exists" as const }] };
  expect(placementValues(placement)["tolerations"]).toEqual([{ key: "a", operator: "Exists" }]);
});
