import type { ComponentReview } from "../../../config/components/component";
import { COMPONENT_ROWS } from "../../../config/components/registry";
import type { ReviewedChange } from "../changes/resource-changes";
import type { ChangeSet } from "./change-set";

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

/** Releases of objects of Railyard's own by name; the first that matches counts. Those of charts are components. */
const OWN: readonly Known[] = [
  { matches: /^slurm-database$/, data: "the accounting of Slurm goes: usage, limits and fair share of every team" },
  {
    matches: /^volume-/,
    jobs: "pods lose the volume that they have mounted, and Helm waits until none holds its claim: stop them first",
  },
  {
    matches: /^gpudirect-storage$/,
    jobs: "pods that mount its script cannot start again; those that run keep their cufile.json",
  },
  { matches: /^slurm-files$/, jobs: "slurmd pods lose their scripts and device claims: none can start again" },
  // labels stay on nodes that have them; those that join later offer their GPUs whole
  { matches: /^node-labels$/, jobs: null },
  {
    matches: /^mpi-operator$/,
    data: "its kind goes with it: every MPIJob, and the pods that they have started",
    jobs: "MPIJobs start no pods any more",
  },
  { matches: /^railyard-queues$/, jobs: "queues and quotas of teams go: jobs that wait stay suspended" },
  { matches: /^jobs$/, jobs: "jobs lose their service account, and with it what they may do in AWS" },
  { matches: /^slurm-database-backup$/, jobs: "nobody dumps the accounting of Slurm any more" },
  {
    matches: /^slurm-state-backup$/,
    jobs: "nobody copies the state of slurmctld any more: with its volume the queue would be lost",
  },
  {
    matches: /^network-operator-policy$/,
    jobs: "plugins and networks of the fabric end with it: no pod gets a card any more",
  },
  {
    matches: /^network-operator-networks$/,
    jobs: "rails lose their networks and addresses: no pod that asks for one can start",
  },
  {
    matches: /^coredns-on-premises$/,
    jobs: "pods on premises resolve names in AWS alone, and none while they do not reach it",
  },
  {
    matches: /^host-tuning$/,
    // what it has set stays until a node boots
    jobs: "nodes that it holds back (annotation railyard.dev/untuned) stay cordoned until somebody takes that away",
  },
  {
    matches: /^startup-checks$/,
    jobs: "nodes that have not passed (taint railyard.dev/startup-checks) take no pod until somebody removes it, and so do those that join with it",
  },
  {
    matches: /^node-health$/,
    jobs: "nodes that are cordoned for a fault (annotation railyard.dev/cordoned-for) stay so until somebody opens them, broken ones go on to take pods, and the journal of repairs and the list of what is for people go with it",
  },
  {
    matches: /^dataset-accounts$/,
    jobs: "pods of teams lose the service account by which they read their datasets: none of them can start again",
  },
  {
    matches: /^checkpoint-tiers$/,
    jobs: "checkpoints go no further by themselves: those that have no copy in the bucket, and milestones that are not in the archive, stay where they are",
  },
  {
    matches: /^repository-tasks$/,
    jobs: "no data repository task of Lustre is made any more: nothing is released, exported or imported by one, and a file system that is written to fills",
  },
  {
    matches: /^drift-metrics$/,
    jobs: "nobody is told any more when the data of a dataset is no longer like that which a model was trained on: jobs that compare it go on, and print it",
  },
  // what is proved no more, and the evidence that goes, is told of verify.weekly
  { matches: /^railyard-verify$/, jobs: null },
  // which logs and traces are kept no more is told of them; the volume of the second knows what was sent, and nothing else
  { matches: /^railyard-(?:(?:job-)?logs|traces)$/, jobs: null },
  {
    matches: /^slurm-block-end$/,
    jobs: "jobs are no longer told that a Capacity Block ends: they end with its nodes, without the signal that they asked for",
  },
  {
    matches: /^slurm-node-life$/,
    jobs: "nodes that are cordoned for a fault (annotation railyard.dev/cordoned-for) stay so until somebody opens them, and those that Kubernetes finds broken go on to take jobs",
  },
  {
    matches: /^slurm-node-repair$/,
    jobs: "nodes with a fault stay drained until somebody repairs them, and the journal of repairs and the list of what is for people go with it",
  },
  { matches: /^slurm-metrics$/, jobs: null },
  // https://karpenter.sh/docs/concepts/disruption/: a NodePool that is deleted takes its nodes along
  { matches: /^karpenter-pools$/, jobs: "Karpenter drains and ends all nodes of its pools: their jobs end" },
  {
    matches: /^slurm-scaling$/,
    jobs: "pools no longer follow jobs: those that wait for nodes wait on, and idle nodes stay and cost",
  },
  {
    matches: /^railyard-(?:team-)?authorities$/,
    jobs: "pods that mount the authorities cannot start again, and those that call what they signed trust it no more",
  },
  // namespaces of teams are kept with what is in them
  { matches: /^teams$/, jobs: null },
  // who comes into a team no more is told of the team; reservations stay in Slurm until they end; images may be pulled anew
  // a run of off-hours that ends gives its reservation back; which nodes no longer go is told of the hours
  // metrics of the control plane are of monitoring, which tells of what goes
  // files that it has imported stay on their volume, and jobs start from them
  {
    matches:
      /^(?:storage-class-.*|[a-z-]+-alerts|railyard-(?:costs|slos|training|dashboards|control-plane)|checkpoint-pruner|pre-pull|slurm-(?:topology|accounts|members|reservations|off-hours|images))$/,
    jobs: null,
  },
];

/** What reviews say of the component whose release has this name; undefined where none has. */
export const componentReview = (name: string): ComponentReview | undefined =>
  COMPONENT_ROWS.find(([chart, { release = chart }]) => release === name)?.[1].review;

const UNKNOWN = "all that the chart runs ends";

/** Whether all that is in Kubernetes goes with its cluster, so that it is told once. */
export function clusterGoes({ ofType }: ChangeSet): boolean {
  return ofType("aws_eks_cluster").some(({ action }) => action === "delete" || action === "replace");
}

/** What is known of a Helm release, and what its loss does. */
export function releaseOf({ before, after, address }: Pick<ReviewedChange, "before" | "after" | "address">): Release {
  const name = String(before?.["name"] ?? after?.["name"] ?? address);
  const review = componentReview(name);
  if (review) return { name, data: review.data ?? null, jobs: review.gone };
  const known = OWN.find(({ matches }) => matches.test(name));
  if (!known) return { name, data: null, jobs: UNKNOWN };
  return {
    name,
    data: known.data ?? null,
    jobs: known.jobs === undefined ? (known.data === undefined ? UNKNOWN : null) : known.jobs,
  };
}
