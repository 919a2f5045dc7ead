/**
 * What Railyard promises of a cluster's Slurm, in the order in which it is told. The names are those that harness.sh and its parts
 * give to what they find.
 */
export const PROMISES = {
  start: "Daemons start with the generated files",
  accounts: "Teams, QOS and limits are set up, and a second time without a change",
  "by-hand": "What administrators set by hand stays, and goes only where prune says so",
  coordinators: "Coordinators add people to their team, and nobody else does",
  members: "People of a directory's groups come to their team, and go as config says",
  places: "A partition that is closed to a team, or to a QOS, takes none of its jobs",
  limits: "Jobs above a team's GPUs wait, and longer ones than allowed are refused",
  shares: "Who has used more waits behind who has used less",
  preemption: "A higher QOS takes nodes from a lower one, whose jobs are requeued",
  reservations: "Reserved nodes are kept for their time, for their team alone",
  words: "A job that lacks something is told so in words",
  nodes: "Nodes register with their GPUs, each at its socket",
  jobs: "Jobs of each partition run, and get what they ask for",
  "gpu-parts": "Parts of GPUs are given to jobs that ask for them",
  "node-sharing": "Nodes are shared as their partition says",
  leaves: "Nodes are at their leaves, and jobs at as few as they need",
  ranks: "Ranks are laid out leaf by leaf, on the CPUs near their GPUs",
  tasks: "Tasks have the environment of their fabric",
  containers: "Jobs run in containers, whose images come from registries or files",
  mpi: "Ranks of MPI on several nodes are one job, leaf by leaf",
  samples: "Each sample of railyard examples runs",
  users: "People of config log in, and their jobs run as them in their home",
  health: "A node that fails its checks is drained, and comes back after repair",
  repair:
    "A node with a fault is mended by the step that its cause asks for, within limits, and programs' faults by none",
  rollout: "Nodes of a pool are made anew a few at a time, above a floor, and no job is lost",
  "lost-gpu": "A node that lacks a GPU gets no jobs",
  "lost-node": "A job whose node is lost runs again elsewhere",
  drain: "deploy drains nodes before it replaces them, and no job is lost",
  hours: "Nodes that rest at night end no job",
  "block-end": "Jobs of a Capacity Block go back to the queue before its end",
  restore: "The queue and the accounts come back from their copies",
  upgrade: "A newer Slurm takes over the queue and the accounts",
  submissions: "Submissions are not held up by job_submit.lua",
  log: "The daemons log no error, and the check came to its end",
} as const;

export type PromiseName = keyof typeof PROMISES;

export const isPromise = (name: string): name is PromiseName => Object.hasOwn(PROMISES, name);

/** One line of the harness. */
export interface CheckResult {
  /** NOTE: there is nothing to ask. UNKNOWN: this Slurm, or this machine, cannot show it. */
  readonly kind: "PASS" | "FAIL" | "NOTE" | "UNKNOWN";
  /** What was asked about. */
  readonly promise: PromiseName;
  readonly text: string;
}
