import { releaseOf } from "../../../constructs/platform/platform-chart";
import { chart } from "../../helpers/release";

test("leaves out what is not given", () => {
  expect(releaseOf(chart("a"))).toEqual({
    source: { repository: "https://charts.example.com/a", chart: "a", version: "1.2.3" },
    namespace: "platform",
  });
});

test("hands overrides and dependencies on, and nothing else", () => {
  const props = { ...chart("a"), overrides: { replicas: 3 }, dependsOn: [], region: "us-east-1" };
  expect(Object.keys(releaseOf(props))).toEqual(["source", "namespace", "overrides", "dependsOn"]);
  expect(releaseOf(props).overrides).toEqual({ replicas: 3 });
});
