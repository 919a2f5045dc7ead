import { OF_API_SERVER } from "../../config/facts/control-plane-metrics";
import { TEAM_QOS_PREFIX } from "../../config/facts/slurm-qos";
import type { Slo } from "./slo";

export interface SlosProps {
  /** Promises in percent; null: none is given. */
  readonly nodeAvailability: number | null;
  readonly controlPlane: number | null;
  readonly goodput: number | null;
  readonly checkpointSuccess: number | null;
  /** By QOS: share of jobs, in percent, that start within the time that the exporter is told of. */
  readonly jobStart: Readonly<Record<string, { readonly minutes: number; readonly percent: number }>>;
  /** Whether what trainings tell of their steps is scraped. */
  readonly trainings: boolean;
  /** Null: there is no Slurm. */
  readonly slurm: {
    /** Nodes that Slurm has at least, day and night; null: they come and go. */
    readonly nodes: number | null;
  } | null;
  /** Whether nodes have GPUs, which then are those that count without Slurm. */
  readonly gpus: boolean;
}

/** A node that is drained and down is in both counts. */
const OUT_OF_SLURM =
  "clamp_max(max(slurm_nodes_down) + max(slurm_nodes_drain) + max(slurm_nodes_fail), scalar(max(slurm_nodes)))";

function nodesOfSlurm(nodes: number | null): Pick<Slo, "badExpr" | "totalExpr"> {
  if (nodes === null) return { badExpr: OUT_OF_SLURM, totalExpr: "max(slurm_nodes)" };
  return {
    badExpr: `${OUT_OF_SLURM} + clamp_min(${nodes} - max(slurm_nodes), 0)`,
    totalExpr: `clamp_min(max(slurm_nodes), ${nodes})`,
  };
}

/** Every resource of NVIDIA's device plugin and of slices of its GPUs, as kube-state-metrics spells it. */
const WITH_GPUS = 'max by (node) (kube_node_status_capacity{resource=~"nvidia_com_.+"}) > 0';
const ANY = "max by (node) (kube_node_info)";

function nodesOfKubernetes(gpus: boolean): Pick<Slo, "badExpr" | "totalExpr"> {
  const nodes = gpus ? WITH_GPUS : ANY;
  const ready = 'max by (node) (kube_node_status_condition{condition="Ready",status="true"}) == 1';
  const cordoned = "max by (node) (kube_node_spec_unschedulable) == 1";
  return {
    badExpr: `count((${nodes}) unless ((${ready}) unless (${cordoned}))) or vector(0)`,
    totalExpr: `count(${nodes})`,
  };
}

/** Objectives of an environment: those that it promises, and of which something tells. */
export function slosOf(props: SlosProps): Slo[] {
  const { nodeAvailability, controlPlane, goodput, checkpointSuccess, jobStart, slurm, gpus, trainings } = props;
  const slos: Slo[] = [];
  if (nodeAvailability !== null)
    slos.push({
      name: "node-availability",
      percent: nodeAvailability,
      bad: "nodes that take no jobs",
      flow: "steady",
      ...(slurm ? nodesOfSlurm(slurm.nodes) : nodesOfKubernetes(gpus)),
    });
  if (controlPlane !== null) slos.push(...controlPlaneSlos(controlPlane, slurm !== null));
  if (slurm) slos.push(...startSlos(jobStart));
  return trainings ? [...slos, ...trainingSlos(goodput, checkpointSuccess)] : slos;
}

function controlPlaneSlos(percent: number, slurm: boolean): Slo[] {
  const api: Slo = {
    name: "kubernetes-api",
    percent,
    bad: "requests that the API of Kubernetes has failed",
    badExpr: `sum(rate(apiserver_request_total{${OF_API_SERVER}, code=~"5.."}[5m])) or vector(0)`,
    totalExpr: `sum(rate(apiserver_request_total{${OF_API_SERVER}}[5m]))`,
    flow: "steady",
  };
  const controller: Slo = {
    name: "slurm-controller",
    percent,
    bad: "time in which Slurm's controller has not answered",
    badExpr: "absent(slurm_nodes) or vector(0)",
    totalExpr: "vector(1)",
    flow: "steady",
  };
  return slurm ? [api, controller] : [api];
}

/** Everyday jobs of teams are in QOS of their own. */
const ofQos = (name: string): string =>
  name === "standard" ? `qos=~"standard|${TEAM_QOS_PREFIX}.+"` : `qos="${name}"`;

function startSlos(jobStart: SlosProps["jobStart"]): Slo[] {
  return Object.entries(jobStart).map(([name, { minutes, percent }]) => {
    const late = `sum(rate(railyard_slurm_jobs_late_total{${ofQos(name)}}[5m]))`;
    return {
      name: `job-start-${name}`,
      percent,
      bad: `jobs of ${name} that have waited for nodes for more than ${minutes} minutes`,
      badExpr: late,
      totalExpr: `sum(rate(railyard_slurm_jobs_in_time_total{${ofQos(name)}}[5m])) + ${late}`,
      flow: "rare",
    };
  });
}

/** Long enough for steps of minutes, short enough to see a hang within the shortest window that wakes somebody. */
const AHEAD = "15m";

/**
 * Seconds of steps that count, in a second. Where a training goes back to a checkpoint they become fewer: it gets ahead by
 * nothing then, for a quarter of an hour.
 */
const GETS_AHEAD = `clamp(max by (hpc_job) (deriv(railyard_training_productive_seconds[${AHEAD}])), 0, 1)`;
const PROCESSES = "max by (hpc_job) (railyard_training_processes)";

function trainingSlos(goodput: number | null, checkpointSuccess: number | null): Slo[] {
  const slos: Slo[] = [];
  if (goodput !== null)
    slos.push({
      name: "goodput",
      percent: goodput,
      bad: "processes of trainings that do not get ahead, as a share of their time",
      badExpr: `sum((1 - ${GETS_AHEAD}) * on (hpc_job) ${PROCESSES})`,
      totalExpr: `sum(${PROCESSES} and on (hpc_job) ${GETS_AHEAD})`,
      flow: "at-times",
    });
  if (checkpointSuccess !== null)
    slos.push({
      name: "checkpoint-success",
      percent: checkpointSuccess,
      bad: "checkpoints that did not become whole",
      badExpr: "sum(rate(railyard_checkpoint_failures_total[5m]))",
      totalExpr:
        "sum(rate(railyard_checkpoint_failures_total[5m])) + sum(rate(railyard_checkpoint_successes_total[5m]))",
      flow: "rare",
    });
  return slos;
}
