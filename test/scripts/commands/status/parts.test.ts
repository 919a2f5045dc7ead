import type { StatusReport } from "../../../../scripts/commands/status/report";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import {
  alert,
  evidence,
  keep,
  part,
  pretendedStatus,
  slo,
  WATCHDOG,
  whole,
  world,
  type World,
} from "../../../helpers/pretended-status";

const { status, reportOf } = pretendedStatus();

test("a rack that lost its power is one line, and nodes that a schedule holds are nobody's concern", async () => {
  const cluster = whole();
  for (let index = 0; index < 20; index++)
    Object.assign(cluster.of(`n${index}`), { state: "down*", reason: "Not responding", by: "slurm", ready: "Unknown" });
  for (let index = 20; index < 24; index++)
    Object.assign(cluster.of(`n${index}`), { state: "drained", reason: "railyard: off hours", by: "root" });
  const nodes = part(await reportOf({ cluster }), "nodes");
  expect(nodes.details).toEqual([
    "n0, n1, n2 and 17 more: down* in Slurm, not heard of; since 11-23 08:00; Slurm; Not responding",
    "4 held by the hours of its schedule",
  ]);
  for (let index = 0; index < 20; index++)
    Object.assign(cluster.of(`n${index}`), { state: "idle", reason: "none", ready: "True" });
  expect(part(await reportOf({ cluster }), "nodes").state).toBe("well");
});

test("where Slurm does not answer its nodes and queue are unknown, and nothing is called well", async () => {
  const way = world({});
  const silent = { ...way, slurm: () => Promise.reject(new ExpectedError("slurmctld does not answer")) };
  const { parts } = JSON.parse((await status(silent, ["--json"])).printed) as StatusReport;
  const of = (id: string) => parts.find((one) => one.id === id)!;
  expect(of("queue")).toMatchObject({ state: "unknown", details: ["slurmctld does not answer"] });
  expect(of("nodes").state).not.toBe("well");
  // that of each node nothing more is known is told once
  expect(of("nodes").details).toEqual(["Slurm: unknown: it does not answer: slurmctld does not answer"]);
});

test("where Slurm does not answer, what Kubernetes knows of nodes comes before everything that is unknown", async () => {
  const cluster = whole();
  Object.assign(cluster.of("n7"), { ready: "Unknown" });
  const way = world({ cluster });
  const silent = { ...way, slurm: () => Promise.reject(new ExpectedError("slurmctld does not answer")) };
  const { parts } = JSON.parse((await status(silent, ["--json"])).printed) as StatusReport;
  const { state, details } = parts.find(({ id }) => id === "nodes")!;
  expect([state, details]).toEqual([
    "attention",
    [
      "Slurm: unknown: it does not answer: slurmctld does not answer",
      "n7: unknown in Slurm, not heard of; since 11-23 08:00",
    ],
  ]);
});

test.each<[string, World["alerts"], string, string | RegExp]>([
  ["nothing but the one that always sounds", [WATCHDOG], "well", "none sounds"],
  ["not even that one", [], "unknown", "none sounds"],
  ["one for information", [WATCHDOG, alert({ alertname: "A", severity: "info" }, "x")], "well", "1 info"],
  ["a warning", [WATCHDOG, alert({ alertname: "A", severity: "warning" }, "x")], "attention", "1 warning"],
  [
    "one of a severity that nobody knows",
    [WATCHDOG, alert({ alertname: "A", severity: "page" }, "x")],
    "attention",
    "1 of no severity",
  ],
  [
    "what is silenced",
    [WATCHDOG, alert({ alertname: "A", severity: "critical" }, "x", "suppressed")],
    "well",
    /1 silenced/,
  ],
  ["an answer of another form", '{"error":"x"}', "unknown", "unknown"],
  ["no JSON at all", "<html>", "unknown", "unknown"],
])("alerts: %s", async (_, alerts, state, line) => {
  const found = part(await reportOf({ alerts }), "alerts");
  expect([found.state, found.line]).toEqual([state, expect.stringMatching(line) as string]);
});

test.each<[string, World["slos"], string, string]>([
  ["kept", [slo("controlPlane", "0.634")], "well", "controlPlane 63 % of its budget left"],
  [
    "broken",
    [slo("nodeAvailability", "-1.5"), slo("controlPlane", "1")],
    "attention",
    "nodeAvailability broken: 2.5 times its budget is spent; controlPlane 100 % of its budget left",
  ],
  ["no number", [slo("controlPlane", "NaN")], "unknown", "controlPlane unknown"],
  ["not measured", [], "unknown", "Prometheus has measured none yet"],
])("promises: %s", async (_, slos, state, line) => {
  expect(part(await reportOf({ slos }), "slos")).toMatchObject({ state, line });
});

test("squeue that answers something else is not taken for an empty queue", async () => {
  expect(part(await reportOf({ queue: "slurm_load_jobs error: x" }), "queue")).toMatchObject({ state: "unknown" });
  expect(part(await reportOf({ queue: "" }), "queue")).toMatchObject({
    state: "well",
    line: "0 run on 0 nodes; 0 wait",
  });
});

test.each([
  ["passed", "well", []],
  ["measured", "well", []],
  ["failed", "attention", ["nccl-all of dgx: failed on n1, n2"]],
  ["incomplete", "attention", ["nccl-all of dgx: not-run"]],
])("the last verify %s", async (outcome, state, details) => {
  const bad = outcome === "failed" ? { status: "failed", nodes: ["n1", "n2"] } : { status: "not-run", nodes: [] };
  const runs = details.length > 0 ? [{ check: "nccl-all", verdict: null, ...bad }] : [];
  const { printed } = await status(world({}), ["--json"], {}, (root) => {
    keep(root, "accept", evidence(outcome, "2026-11-20T09:00:00.000Z", runs));
    keep(root, "weekly", evidence("passed", "2026-11-13T09:00:00.000Z"));
  });
  expect(part(JSON.parse(printed) as StatusReport, "verified")).toMatchObject({
    state,
    line: `accept: ${outcome}, 11-20 09:00, 3 d ago`,
    details: [...details, "weekly: passed, 11-13 09:00, 10 d ago"],
  });
});
