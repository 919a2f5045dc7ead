import type { ReviewedChange } from "../changes/resource-changes";
import type { Scene } from "./scene";

/** What the end of a Helm release means. */
export interface Release {
  readonly name: string;
  /** Data that goes with it; null: it holds none. */
  readonly data: string | null;
  /** What its end does to jobs; null: nothing that runs notices. */
  readonly jobs: string | null;
}

interface Known {
  readonly matches: RegExp;
  readonly data?: string;
  readonly jobs?: string | null;
}

/** Releases of Railyard by name; the first that matches counts. */
const RELEASES: readonly Known[] = [
  { matches: /-crds$/, data: "every object of its kinds is deleted, and with them all that runs by them" },
  { matches: /^slurm-database$/, data: "the accounting of Slurm goes: usage, limits and fair share of every team" },
  { matches: /^volume-/, jobs: "pods lose the volume that they have mounted" },
  { matches: /^slurm$/, jobs: "controller, login and all slurmd pods go, and with them every job" },
  { matches: /^slurm-operator$/, jobs: "nobody starts, drains or mends slurmd pods any more" },
  { matches: /^mariadb-operator$/, jobs: "nobody mends the accounting database any more" },
  { matches: /^slurm-files$/, jobs: "slurmd pods lose their scripts and device claims: none can start again" },
  { matches: /^gpu-operator$|^dra-driver-nvidia-gpu$/, jobs: "pods can no longer get GPUs" },
  { matches: /^aws-efa-k8s-device-plugin$|^aws-dranet$/, jobs: "pods can no longer get EFA devices" },
  { matches: /^aws-fsx-csi-driver$|^aws-mountpoint-s3-csi-driver$/, jobs: "pods can no longer mount its volumes" },
  { matches: /^cert-manager$/, jobs: "certificates of webhooks expire, and then no pod of theirs can start" },
  { matches: /^jobs$/, jobs: "jobs lose their service account, and with it what they may do in AWS" },
  { matches: /^kube-prometheus-stack$|^railyard-costs$/, jobs: null },
  // a run that ends gives its reservation back; which nodes no longer go is told of the hours
  { matches: /^slurm-off-hours$/, jobs: null },
  {
    matches: /^(?:cloudwatch-exporter|prometheus-cloudwatch-exporter|checkpoint-pruner|slurm-topology|slurm-accounts)$/,
    jobs: null,
  },
  { matches: /^storage-class-|^aws-load-balancer-controller$/, jobs: null },
];

const UNKNOWN = "all that the chart runs ends";

/** Whether all that is in Kubernetes goes with its cluster, so that it is told once. */
export function clusterGoes({ ofType }: Scene): boolean {
  return ofType("aws_eks_cluster").some(({ action }) => action === "delete" || action === "replace");
}

export function releaseOf({ before, after, address }: Pick<ReviewedChange, "before" | "after" | "address">): Release {
  const name = String(before?.["name"] ?? after?.["name"] ?? address);
  const known = RELEASES.find(({ matches }) => matches.test(name));
  if (!known) return { name, data: null, jobs: UNKNOWN };
  return {
    name,
    data: known.data ?? null,
    jobs: known.jobs === undefined ? (known.data === undefined ? UNKNOWN : null) : known.jobs,
  };
}
