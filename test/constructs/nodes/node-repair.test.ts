import { nodeRepairConfig } from "../../../constructs/nodes/node-repair";

describe("nodeRepairConfig", () => {
  test("is off only when off is said", () => {
    expect(nodeRepairConfig({ kind: "off" })).toEqual({ enabled: false });
    expect(nodeRepairConfig({ kind: "auto" })).toEqual({ enabled: true });
  });

  test("limits by number", () => {
    expect(nodeRepairConfig({ kind: "auto", parallel: { count: 2 }, stopAbove: { count: 5 } })).toEqual({
      enabled: true,
      maxParallelNodesRepairedCount: 2,
      maxUnhealthyNodeThresholdCount: 5,
    });
  });

  test("limits by share", () => {
    expect(nodeRepairConfig({ kind: "auto", parallel: { percentage: 10 }, stopAbove: { percentage: 30 } })).toEqual({
      enabled: true,
      maxParallelNodesRepairedPercentage: 10,
      maxUnhealthyNodeThresholdPercentage: 30,
    });
  });

  test("names all four values of an override", () => {
    const { nodeRepairConfigOverrides } = nodeRepairConfig({
      kind: "auto",
      overrides: [
        { condition: "AcceleratedHardwareReady", reason: "NvidiaXID64Error", minWaitMinutes: 5, action: "Replace" },
      ],
    });
    expect(nodeRepairConfigOverrides).toEqual([
      {
        nodeMonitoringCondition: "AcceleratedHardwareReady",
        nodeUnhealthyReason: "NvidiaXID64Error",
        minRepairWaitTimeMins: 5,
        repairAction: "Replace",
      },
    ]);
  });
});
