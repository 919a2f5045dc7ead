import { COST_ANOMALY_KINDS } from "../../../../scripts/rehearsal/aws/cost-anomaly";
import { fakeCloud } from "./fake-cloud";
import { refusalsOf } from "./refusal-text";

const monitor = COST_ANOMALY_KINDS["aws_ce_anomaly_monitor"]!;
const subscription = COST_ANOMALY_KINDS["aws_ce_anomaly_subscription"]!;
const refusedMonitor = refusalsOf(monitor, fakeCloud());
const refused = refusalsOf(subscription, fakeCloud());

describe("a monitor", () => {
  test("is made anew for anything but a name", () => {
    expect(monitor.forcesNew).toEqual(["monitor_dimension", "monitor_specification", "monitor_type"]);
    expect(monitor.json).toEqual(["monitor_specification"]);
  });

  test("is known by its ARN, which has no Region", () => {
    const made = monitor.create({ name: "month" }, fakeCloud());
    expect(made["arn"]).toMatch(/^arn:aws:ce::123456789012:anomalymonitor\/[0-9a-f-]{36}$/);
    expect(made["id"]).toBe(made["arn"]);
  });

  test("has what its type asks for", () => {
    expect(refusedMonitor({ monitor_type: "CUSTOM", monitor_specification: "{}" })).toBe("");
    expect(refusedMonitor({ monitor_type: "DIMENSIONAL", monitor_dimension: "SERVICE" })).toBe("");
    expect(refusedMonitor({ monitor_type: "CUSTOM", monitor_dimension: "SERVICE" })).toContain(
      "CUSTOM, which needs monitor_specification",
    );
    expect(refusedMonitor({ monitor_type: "DIMENSIONAL" })).toContain("needs monitor_dimension");
  });
});

describe("a subscription", () => {
  const SNS = { type: "SNS", address: "arn:aws:sns:us-east-1:123456789012:alarms" };
  const EMAIL = { type: "EMAIL", address: "a@example.com" };

  test("is made anew for another name, and needs its monitors", () => {
    expect(subscription.forcesNew).toEqual(["name"]);
    expect(subscription.references).toMatchObject([{ path: "monitor_arn_list", by: "arn" }]);
  });

  test("belongs to an account", () => {
    expect(subscription.create({ name: "x" }, fakeCloud())).toMatchObject({ account_id: "123456789012" });
    expect(subscription.create({ account_id: "210987654321" }, fakeCloud())["account_id"]).toBe("210987654321");
  });

  test("tells a topic at once, and an address by the day or the week", () => {
    expect(refused({ frequency: "IMMEDIATE", subscriber: [SNS] })).toBe("");
    expect(refused({ frequency: "DAILY", subscriber: [EMAIL] })).toBe("");
    expect(refused({ frequency: "WEEKLY", subscriber: [EMAIL] })).toBe("");
    expect(refused({ frequency: "IMMEDIATE", subscriber: [SNS, EMAIL] })).toContain("type SNS, not SNS, EMAIL");
    expect(refused({ frequency: "DAILY", subscriber: [SNS] })).toContain("type EMAIL");
  });
});
