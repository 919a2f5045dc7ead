import type { ChartName } from "../facts/versions";
import type { ResolvedEnvironment } from "./index";

/** What decides on charts. */
type Deciding = Pick<
  ResolvedEnvironment,
  "nodeGroups" | "gpu" | "platform" | "monitoring" | "lustre" | "checkpoints" | "slurm"
>;

/** Why an environment lacks a chart; null where it has it. */
export function absence(env: Deciding, chart: ChartName): string | null {
  const gpus = env.nodeGroups.some((g) => g.gpus);
  const efa = env.nodeGroups.some((g) => g.fabric.kind === "efa");
  const { allocation } = env.gpu;
  switch (chart) {
    case "gpu-operator":
      return gpus ? unless(env.gpu.operator, "gpu.operator is false") : NO_GPUS;
    case "dra-driver-nvidia-gpu":
      return gpus ? unless(allocation === "dra", NOT_DRA) : NO_GPUS;
    case "aws-efa-k8s-device-plugin":
      return efa ? unless(allocation === "device-plugin", 'gpu.allocation is "dra"') : NO_EFA;
    case "aws-dranet":
      return efa ? unless(allocation === "dra", NOT_DRA) : NO_EFA;
    case "aws-load-balancer-controller":
      return unless(env.platform.loadBalancerController, "platform.loadBalancerController is false");
    case "kube-prometheus-stack":
    case "prometheus-operator-crds":
      return unless(env.monitoring.enabled, NO_MONITORING);
    case "prometheus-yet-another-cloudwatch-exporter":
      if (!env.lustre) return NO_LUSTRE;
      return unless(env.monitoring.enabled, NO_MONITORING);
    case "aws-fsx-csi-driver":
      return unless(env.lustre !== null, NO_LUSTRE);
    case "aws-mountpoint-s3-csi-driver":
      return unless(env.checkpoints?.mountpoint === true, "checkpoints.mountpoint is not true");
    case "cert-manager":
    case "slurm":
    case "slurm-operator":
    case "slurm-operator-crds":
      return unless(env.slurm !== null, NO_SLURM);
    case "mariadb-operator":
    case "mariadb-operator-crds":
      if (!env.slurm) return NO_SLURM;
      return unless(env.slurm.accounting.kind === "mariadb", "slurm.accounting is external");
    default:
      return "Railyard does not install this chart";
  }
}

/** Whether an environment has a chart. */
export const installs = (env: Deciding, chart: ChartName): boolean => absence(env, chart) === null;

const NO_GPUS = "there is no GPU group";
const NO_EFA = "no node group has EFA";
const NOT_DRA = 'gpu.allocation is "device-plugin"';
const NO_LUSTRE = "there is no lustre";
const NO_MONITORING = "monitoring.enabled is false";
const NO_SLURM = "there is no slurm";

const unless = (holds: boolean, reason: string): string | null => (holds ? null : reason);
