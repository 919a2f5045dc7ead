import { CHARTS } from "../facts/versions";
import type { Rule } from "../kernel/rule";

/** Release of the chart from which slurmctld has others that take over (`controller.ha`). */
const HA_SINCE = "1.3.0";

/** How many slurmctld there are. */
export const SLURM_CONTROLLER_RULES: readonly Rule[] = [
  {
    id: "slurm/controller-alone",
    title: "There are as many slurmctld as the chart can run.",
    severity: "error",
    why: "The chart that is installed starts one slurmctld, on a volume that one node mounts. A second one would be counted on, and not be there.",
    source: "https://github.com/SlinkyProject/slurm-operator/releases/tag/v1.3.0",
    *check({ env: { slurm, checkpoints, region } }) {
      const replicas = slurm?.controller?.replicas ?? 1;
      if (replicas === 1) return;
      yield {
        path: ["slurm", "controller", "replicas"],
        message: `${replicas} slurmctld are asked for, and the chart that is installed (slurm ${CHARTS.slurm.version}) runs one: controller.ha begins with ${HA_SINCE}`,
        fix: `write replicas: 1, or take controller out: Kubernetes starts a slurmctld that is lost again, and jobs that run go on meanwhile; against the loss of its volume ${copies(checkpoints !== null, region)} (docs/slurm-state.md)`,
      };
    },
  },
];

/** A cluster outside AWS has no checkpoints that Railyard keeps. */
const copies = (kept: boolean, region: string | null): string =>
  kept
    ? "the checkpoint bucket has copies of its jobs"
    : region === null
      ? "let your storage copy slurm/statesave-slurm-controller-0"
      : "write checkpoints: {}, which keeps copies of its jobs";
