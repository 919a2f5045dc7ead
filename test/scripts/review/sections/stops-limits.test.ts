import type { Change } from "../../../helpers/environment";
import { findingsOf, only } from "../../../helpers/reviewed";

const before = (change: Change) => ({ before: change, after: {} });
const teams = (all: object, slurm: object = {}) => ({ teams: all, slurm });

describe("limits of teams", () => {
  const lab = { vision: null, lab: { gpus: 32, users: ["ada"] }, pair: { parent: "lab", users: ["grace"] } };

  test("are told with the people whose jobs they are of, and with both numbers", () => {
    const finding = only("stops", {
      before: teams(lab),
      after: teams({ ...lab, lab: { ...lab.lab, gpusByType: { h100: 16 }, gpuHours: 100 } }),
    });
    expect(finding).toMatchObject({ severity: "warning", address: "sample-slurm.config.teams.lab limits" });
    expect(finding.text).toMatch(/ada and grace[^]*type h100: no limit → 16[^]*no limit → 100[^]*Running jobs go on/);
  });

  test("of a team are less when one below it gets some of its own", () => {
    const after = teams({ ...lab, pair: { ...lab.pair, gpus: 8 } });
    const found = findingsOf("stops", { before: teams(lab), after });
    expect(JSON.stringify(found)).toContain("GPUs beside those of teams below: 32 → 24");
  });

  test.each([
    ["loses a partition", { partitions: ["train"] }, { partitions: [] }, "may no longer use train"],
    ["loses a QOS", { qos: ["high"] }, {}, "no longer has the QOS high"],
    ["has less beyond its quota", { gpus: 8, burst: 8 }, { gpus: 8 }, "beyond its quota: 8 → 0"],
    ["is below another team", {}, { parent: "pair" }, "one of pair now, and was one of the whole cluster"],
  ])("one that %s is told so", (_, was, is, text) => {
    const all = (team: object) => teams({ vision: null, pair: {}, lab: team });
    expect(only("stops", { before: all(was), after: all(is) }).text).toContain(text);
    // the other way nobody has less, but for the order in which jobs wait
    const back = findingsOf("stops", { before: all(is), after: all(was) });
    expect(JSON.stringify(back)).toMatch(text.includes("pair") ? /another order/ : /^\[\]$/);
  });

  test("a coordinator gets rights", () => {
    const after = teams({ vision: { coordinators: ["ada"] } });
    expect(only("security", { ...before({}), after }).text).toContain("ada may add and remove users of team vision");
  });
});

describe("QOS", () => {
  const qos = (all: object) => ({ slurm: { qos: all } });

  test.each([
    ["fewer GPUs", { gpusPerUser: 16 }, { gpusPerUser: 8 }, "gpusPerUser: 16 → 8"],
    ["fewer of a type", {}, { gpusPerUser: { h100: 8 } }, "gpusPerUser of type h100: no limit → 8"],
    ["less time", {}, { maxHours: 48 }, "Waiting jobs that ask for more time"],
    ["less grace", {}, { graceSeconds: 10 }, "300 s → 10 s"],
    ["no exemption", { exemptMinutes: 5 }, {}, "5 → 0"],
  ])("one with %s is told, and one with more is not", (_, was, is, text) => {
    expect(only("stops", { before: qos({ urgent: was }), after: qos({ urgent: is }) }).text).toContain(text);
    expect(findingsOf("stops", { before: qos({ urgent: is }), after: qos({ urgent: was }) })).toEqual([]);
  });

  test("one whose jobs get less time to write is a danger where another one preempts it, and never called fewer GPUs", () => {
    const high = { preempts: ["urgent"] };
    const change = (was: object, is: object) => ({
      before: qos({ urgent: was, high }),
      after: qos({ urgent: is, high }),
    });
    const finding = only("stops", change({}, { graceSeconds: 1 }));
    expect(finding).toMatchObject({ severity: "danger", address: "sample-slurm.config.slurm.qos.urgent.grace" });
    expect(finding.text).toMatch(/give way to high: what they have not written by then is lost[^]*300 s → 1 s/);
    expect(finding.text).not.toContain("may use less");
    expect(only("stops", change({ exemptMinutes: 60 }, {})).severity).toBe("danger");
    expect(findingsOf("stops", change({ graceSeconds: 1 }, {}))).toEqual([]);
    const nobody = only("stops", { before: qos({ urgent: {} }), after: qos({ urgent: { graceSeconds: 1 } }) });
    expect(nobody.severity).toBe("warning");
    expect(nobody.text).toContain("no QOS preempts it");
  });

  test("limits of standard are those of all teams", () => {
    const finding = only("stops", { ...before({}), after: qos({ standard: { gpusPerUser: 8 } }) });
    expect(finding.text).toContain("everyday jobs of all teams");
  });

  test("one that may take nodes from running jobs is a danger, with who may use it", () => {
    const after = { ...qos({ urgent: { preempts: ["standard"] } }), teams: { vision: { qos: ["urgent"] } } };
    const finding = only("stops", { ...before({}), after });
    expect(finding.severity).toBe("danger");
    expect(finding.text).toMatch(
      /jobs in standard may be requeued for jobs in urgent[^]*standard: 300 s[^]*vision may use urgent/,
    );
  });

  test("one that goes stays in Slurm, or is removed where config says so", () => {
    const was = qos({ urgent: {} });
    expect(only("stops", before(was)).text).toContain("stays in Slurm");
    const prune = { slurm: { prune: true } };
    expect(only("stops", { before: { slurm: { ...was.slurm, prune: true } }, after: prune }).text).toContain(
      "it is removed",
    );
  });
});

describe("reservations", () => {
  const [start, end] = ["2026-12-01T06:00:00Z", "2026-12-01T12:00:00Z"];

  test("tell who waits, and when", () => {
    const upgrade = { slurm: { reservations: { upgrade: { kind: "maintenance", start, end } } } };
    const finding = only("stops", { ...before({}), after: upgrade });
    expect(finding.text).toContain("reaches beyond 2026-12-01 06:00 UTC, and none until 2026-12-01 12:00 UTC");
    expect(findingsOf("stops", { before: upgrade, after: upgrade })).toEqual([]);
    const block = { kind: "teams", partition: "train", teams: ["vision"], start, end };
    const after = { slurm: { reservations: { block } } };
    expect(only("stops", { ...before({}), after }).text).toContain("jobs of vision alone start on nodes of train");
  });
});

describe("what is asked and removed", () => {
  test("jobs without a time are refused", () => {
    expect(only("stops", { ...before({}), after: { slurm: { submit: {} } } }).text).toContain(
      "no time limit are refused",
    );
    expect(findingsOf("stops", { ...before({}), after: { slurm: { submit: { timeLimit: "default" } } } })).toEqual([]);
  });

  test("to remove what people added is a danger", () => {
    const finding = only("lost", { ...before({}), after: { slurm: { prune: true } } });
    expect(finding).toMatchObject({ severity: "danger" });
  });
});
