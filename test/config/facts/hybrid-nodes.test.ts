import { GATEWAY_CILIUM } from "../../../config/facts/hybrid-nodes";
import { CHARTS } from "../../../config/facts/versions";
import { compareVersions, majorMinorOf } from "../../../config/kernel/version-order";

test("the pinned Cilium is a build that carries packets to the gateway", () => {
  const { version } = CHARTS.cilium;
  const first = GATEWAY_CILIUM[majorMinorOf(version)];
  expect(first).toBeDefined();
  expect(compareVersions(version, first!)).toBeGreaterThanOrEqual(0);
  expect(compareVersions("1.18.3-0", first!)).toBeLessThan(0);
});
