import { slosOf, type SlosProps } from "../../../constructs/slos/objectives";
import { sloRecordings } from "../../../constructs/slos/recordings";
import { type Series, triedRules, withPromtool } from "../../helpers/promtool";

const ALL: SlosProps = {
  nodeAvailability: 97,
  controlPlane: 99.9,
  goodput: 90,
  checkpointSuccess: 99.5,
  jobStart: {},
  slurm: { nodes: 64 },
  gpus: true,
  trainings: true,
};

const namesOf = (props: Partial<SlosProps>) => slosOf({ ...ALL, ...props }).map(({ name }) => name);

test("only what is promised, and what is there, is measured", () => {
  const training = ["goodput", "checkpoint-success"];
  expect(namesOf({})).toEqual(["node-availability", "kubernetes-api", "slurm-controller", ...training]);
  expect(namesOf({ slurm: null, trainings: false })).toEqual(["node-availability", "kubernetes-api"]);
  expect(namesOf({ controlPlane: null })).toEqual(["node-availability", ...training]);
  expect(namesOf({ controlPlane: null, goodput: null })).toEqual(["node-availability", "checkpoint-success"]);
  expect(namesOf({ nodeAvailability: null, controlPlane: null, goodput: null, checkpointSuccess: null })).toEqual([]);
});

test("how soon jobs start is promised by QOS, where there is Slurm", () => {
  const jobStart = { high: { minutes: 30, percent: 99 }, standard: { minutes: 240, percent: 90 } };
  const promised = { nodeAvailability: null, controlPlane: null, goodput: null, checkpointSuccess: null, jobStart };
  expect(namesOf(promised)).toEqual(["job-start-high", "job-start-standard"]);
  expect(namesOf({ ...promised, slurm: null })).toEqual([]);
});

/** Share of errors by objective, an hour after the series began. */
function errors(props: Partial<SlosProps>, series: Readonly<Record<string, string>>, expected: Record<string, number>) {
  const inputs = Object.entries(series).map(([name, values]): Series => ({ series: name, values }));
  const answers = Object.entries(expected).map(([slo, value]) => ({
    eval_time: "1h",
    expr: `round(railyard:slo_bad:now{slo="${slo}"} / railyard:slo_total:now, 0.0001)`,
    exp_samples: [{ labels: `{slo="${slo}"}`, value }],
  }));
  return triedRules(sloRecordings(slosOf({ ...ALL, ...props }), 15), [
    { interval: "1m", inputs, expected: [], answers },
  ]);
}

withPromtool("nodes that Slurm lacks are as bad as those that are drained", () => {
  const slurm = { slurm_nodes: "60x70", slurm_nodes_drain: "2x70", slurm_nodes_down: "1x70", slurm_nodes_fail: "0x70" };
  expect(errors({}, slurm, { "node-availability": 0.1094, "slurm-controller": 0 })).toBe("");
  expect(errors({ slurm: { nodes: null } }, slurm, { "node-availability": 0.05 })).toBe("");
});

withPromtool("nodes that are drained and down count once", () => {
  const slurm = { slurm_nodes: "4x70", slurm_nodes_drain: "4x70", slurm_nodes_down: "4x70", slurm_nodes_fail: "0x70" };
  expect(errors({ slurm: { nodes: null } }, slurm, { "node-availability": 1 })).toBe("");
});

withPromtool("without Slurm nodes with GPUs count that are ready and open", () => {
  const series: Record<string, string> = { 'kube_node_info{node="cpu"}': "1x70" };
  const condition = (node: string) => `kube_node_status_condition{node="${node}",condition="Ready",status="true"}`;
  for (const [node, ready, cordoned] of [
    ["well", 1, 0],
    ["not-ready", 0, 0],
    ["cordoned", 1, 1],
    ["both", 0, 1],
  ] as const) {
    series[`kube_node_status_capacity{node="${node}",resource="nvidia_com_gpu"}`] = "8x70";
    series[condition(node)] = `${ready}x70`;
    series[`kube_node_spec_unschedulable{node="${node}"}`] = `${cordoned}x70`;
    series[`kube_node_info{node="${node}"}`] = "1x70";
  }
  expect(errors({ slurm: null }, series, { "node-availability": 0.75 })).toBe("");
  // the node of CPUs says nothing of being ready
  expect(errors({ slurm: null, gpus: false }, series, { "node-availability": 0.8 })).toBe("");
});

withPromtool("requests that the API has failed count, and those that it refuses do not", () => {
  const requests = (code: string) => `apiserver_request_total{job="apiserver",code="${code}"}`;
  const series = { [requests("200")]: "0+60x70", [requests("404")]: "0+30x70", [requests("503")]: "0+10x70" };
  expect(errors({}, series, { "kubernetes-api": 0.1, "slurm-controller": 1 })).toBe("");
  expect(errors({}, { [requests("200")]: "0+60x70" }, { "kubernetes-api": 0 })).toBe("");
});

withPromtool("a training counts with its processes, and as far as it gets ahead", () => {
  const of = (name: string, job: string) => `railyard_training_${name}{hpc_job="${job}",node="n1"}`;
  const series = {
    // 54 of 60 seconds are steps; it hangs; it has gone back an hour
    [of("productive_seconds", "1")]: "0+54x70",
    [of("processes", "1")]: "60x70",
    [of("productive_seconds", "2")]: "600x70",
    [of("processes", "2")]: "20x70",
    [of("productive_seconds", "3")]: "0+60x50 0+60x20",
    [of("processes", "3")]: "20x70",
  };
  expect(errors({ controlPlane: null, nodeAvailability: null }, series, { goodput: 0.46 })).toBe("");
});

withPromtool("jobs that are late count once, and everyday jobs of teams are those of standard", () => {
  const of = (qos: string, inTime: string, late: string) => ({
    [`railyard_slurm_jobs_in_time_total{qos="${qos}"}`]: inTime,
    [`railyard_slurm_jobs_late_total{qos="${qos}"}`]: late,
  });
  const jobStart = { high: { minutes: 30, percent: 99 }, standard: { minutes: 240, percent: 90 } };
  const series = {
    ...of("high", "0+9x70", "0+1x70"),
    ...of("standard", "0+1x70", "0x70"),
    ...of("team-vision", "0+2x70", "0+1x70"),
    ...of("scavenger", "0x70", "0+9x70"),
  };
  const expected = { "job-start-high": 0.1, "job-start-standard": 0.25 };
  expect(errors({ controlPlane: null, nodeAvailability: null, jobStart }, series, expected)).toBe("");
});
