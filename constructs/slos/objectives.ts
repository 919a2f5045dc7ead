import type { Slo } from "./slo";

export interface SlosProps {
  /** Promises in percent; null: none is given. */
  readonly nodeAvailability: number | null;
  readonly controlPlane: number | null;
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
export function slosOf({ nodeAvailability, controlPlane, slurm, gpus }: SlosProps): Slo[] {
  const slos: Slo[] = [];
  if (nodeAvailability !== null)
    slos.push({
      name: "node-availability",
      percent: nodeAvailability,
      bad: "nodes that take no jobs",
      ...(slurm ? nodesOfSlurm(slurm.nodes) : nodesOfKubernetes(gpus)),
    });
  if (controlPlane === null) return slos;
  slos.push({
    name: "kubernetes-api",
    percent: controlPlane,
    bad: "requests that the API of Kubernetes has failed",
    badExpr: 'sum(rate(apiserver_request_total{code=~"5.."}[5m])) or vector(0)',
    totalExpr: "sum(rate(apiserver_request_total[5m]))",
  });
  if (slurm)
    slos.push({
      name: "slurm-controller",
      percent: controlPlane,
      bad: "time in which Slurm's controller has not answered",
      badExpr: "absent(slurm_nodes) or vector(0)",
      totalExpr: "vector(1)",
    });
  return slos;
}
