import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const oncall = { kind: "pagerduty", secretName: "alert-receivers" };
const chat = { kind: "slack", secretName: "alert-receivers" };
const routed = (routes: readonly object[], receivers: object = { oncall, chat }, more: object = {}) => ({
  monitoring: { receivers, routes },
  ...more,
});
const of = (given: Reviewed) =>
  findingsOf("stops", given).filter(({ address }) => address?.startsWith("sample-platform.config.monitoring."));
const titles = (given: Reviewed) => of(given).map(({ severity, title }) => [severity, title]);

describe("who is told of alerts", () => {
  test("and no longer is", () => {
    const before = routed([{ to: ["oncall", "chat"] }]);
    expect(titles({ before, after: routed([{ to: ["oncall"] }, { to: ["chat"], severities: ["warning"] }]) })).toEqual([
      ["warning", "chat is no longer told of critical alerts."],
    ]);
    expect(titles({ before, after: routed([{ to: ["oncall"] }, { to: ["chat"], teams: ["vision"] }]) })).toEqual([
      ["warning", "chat is no longer told of critical alerts and warning alerts."],
    ]);
    const [gone] = of({ before, after: routed([{ to: ["oncall"] }], { oncall }) });
    expect(gone?.details).toEqual(["The receiver itself goes."]);
  });

  test("of a team or of one alert, and no longer is", () => {
    const before = routed([
      { to: ["oncall"] },
      { to: ["chat"], severities: ["critical"], teams: ["vision"] },
      { to: ["chat"], severities: ["critical"], alerts: ["GpuLost"] },
    ]);
    expect(titles({ before, after: routed([{ to: ["oncall"] }]) })).toEqual([
      ["warning", "chat is no longer told of critical alerts of vision and GpuLost (critical)."],
    ]);
  });

  test("and nobody else is", () => {
    expect(titles({ before: routed([{ to: ["oncall"] }]), after: routed([]) })).toEqual([
      ["warning", "oncall is no longer told of critical alerts and warning alerts."],
      ["danger", "Nobody is told of every critical alert any more."],
    ]);
    const alarms = { alarms: { emails: ["gpus@example.com"] } };
    expect(titles({ before: routed([], {}, alarms), after: routed([], {}) })).toEqual([
      ["danger", "Nobody is told of every critical alert any more."],
    ]);
    expect(titles({ before: routed([{ to: ["oncall"] }], { oncall }, alarms), after: routed([], {}, alarms) })).toEqual(
      [["warning", "oncall is no longer told of critical alerts and warning alerts."]],
    );
  });

  test("at another place", () => {
    const after = routed([{ to: ["oncall"] }], { oncall: { ...oncall, secretName: "other" } });
    expect(titles({ before: routed([{ to: ["oncall"] }], { oncall }), after })).toEqual([
      ["warning", "What oncall is told of goes to another place, or in another way."],
    ]);
  });

  test("by more routes than before, or by others that come to the same, is no loss", () => {
    const before = routed([{ to: ["oncall"], teams: ["vision"] }]);
    expect(titles({ before, after: routed([{ to: ["oncall"] }, { to: ["chat"] }]) })).toEqual([]);
  });

  test("but for nodes that go as planned", () => {
    const upgrade = { kind: "maintenance", start: "2026-12-01T22:00:00Z", end: "2026-12-02T05:00:00Z" };
    const before = routed([{ to: ["oncall"] }], { oncall });
    const after = { ...before, slurm: { reservations: { upgrade } } };
    expect(titles({ before: {}, after: { slurm: after.slurm } })).toEqual([]);
    expect(titles({ before, after })).toEqual([
      ["info", "Nobody is told of nodes that go, or of how many are left for maintenance upgrade."],
    ]);
    expect(titles({ before: after, after: before })).toEqual([]);
  });
});
