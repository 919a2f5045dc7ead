import { sloAlerts } from "../../../constructs/slos/alerts";
import { slosOf } from "../../../constructs/slos/objectives";
import { sloRecordings } from "../../../constructs/slos/recordings";
import { describeAlerts } from "../../helpers/alert-cases";
import { type Expected, triedRules, withPromtool } from "../../helpers/promtool";

const NONE = { nodeAvailability: null, controlPlane: null, goodput: null, checkpointSuccess: null, jobStart: {} };
const PLACE = { slurm: { nodes: null }, gpus: true, trainings: true };
const NODES = slosOf({ ...NONE, ...PLACE, nodeAvailability: 97 });
const RECORDINGS = sloRecordings(NODES, 15);
const ALERTS = sloAlerts(NODES);

const slurm = (drained: string): Readonly<Record<string, string>> => ({
  slurm_nodes: "64x800",
  slurm_nodes_drain: drained,
  slurm_nodes_down: "0x800",
  slurm_nodes_fail: "0x800",
});
const LABELS = { slo: "node-availability" };

describeAlerts(
  ALERTS,
  {
    SloBurnsFast: {
      // all is well for two hours, then 40 of 64 nodes are gone
      fires: slurm("0x119 40x400"),
      before: "150m",
      after: "190m",
      labels: LABELS,
      value: "20.8",
      silent: slurm("3x800"),
    },
    SloBurnsSlowly: {
      fires: slurm("3x800"),
      before: "14m",
      after: "500m",
      labels: LABELS,
      value: "1.6",
      silent: slurm("1x800"),
    },
    SloNotMeasured: {
      fires: { slurm_nodes: "64x5 stale _x100" },
      before: "60m",
      after: "75m",
      labels: LABELS,
      value: "",
      silent: slurm("64x800"),
    },
  },
  RECORDINGS,
);

withPromtool("what is over wakes nobody, and what is not measured neither", () => {
  const silent = (eval_time: string): Expected => ({ eval_time, alertname: "SloBurnsFast", exp_alerts: [] });
  const inputs = (drained: string) => Object.entries(slurm(drained)).map(([series, values]) => ({ series, values }));
  const tests = [
    // an hour in which most is gone, and then nothing: the long windows still see it, the short ones do not
    { interval: "1m", inputs: inputs("0x300 40x59 0x400"), expected: [silent("400m")] },
    { interval: "1m", inputs: [], expected: [silent("400m")] },
    // Slurm answers nothing any more while most nodes were gone
    { interval: "1m", inputs: [{ series: "slurm_nodes", values: "64x5 stale _x400" }], expected: [silent("300m")] },
  ];
  expect(triedRules([...RECORDINGS, ...ALERTS], tests)).toBe("");
});

withPromtool("checkpoints that fail are a matter for working hours, and one that nobody writes is not missed", () => {
  const slos = slosOf({ ...NONE, ...PLACE, goodput: 90, checkpointSuccess: 99.5 });
  const groups = [...sloRecordings(slos, 15), ...sloAlerts(slos)];
  const of = (name: string) => `railyard_checkpoint_${name}_total{hpc_job="7"}`;
  const inputs = [
    { series: of("failures"), values: "0x59 1x300" },
    { series: of("successes"), values: "0+1x360" },
  ];
  const silent = (alertname: string): Expected => ({ eval_time: "100m", alertname, exp_alerts: [] });
  const rules = sloAlerts(slos).flatMap((group) => group.rules);
  const { labels, annotations } = rules.find(({ alert }) => alert === "SloBurnsSlowly")!;
  const words = Object.entries(annotations).map(([key, text]) => [
    key,
    text.replace("{{ $labels.slo }}", "checkpoint-success").replace(/\{\{ \$value[^}]* \}\}/, "2.0"),
  ]);
  const slowly = { exp_labels: { ...labels, slo: "checkpoint-success" }, exp_annotations: Object.fromEntries(words) };
  const tests = [
    {
      interval: "1m",
      inputs,
      expected: [
        silent("SloBurnsFast"),
        silent("SloNotMeasured"),
        { ...silent("SloBurnsSlowly"), exp_alerts: [slowly] },
      ],
    },
    { interval: "1m", inputs: [], expected: [silent("SloBurnsSlowly"), silent("SloNotMeasured")] },
  ];
  expect(triedRules(groups, tests)).toBe("");
});
