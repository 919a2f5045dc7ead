import { z } from "zod";
import { SLURM_JOBS } from "../facts/slurm-jobs";
import { cidrSchema, key, nameSchema } from "../kernel/key";
import { objectNameSchema } from "../storage/common";
import { accountingSchema } from "./accounting-schema";
import { containersSchema } from "./container-schema";
import { healthSchema } from "./health-schema";
import { secretNameSchema } from "./secret-name";
import { qosByNameSchema } from "./qos-schema";
import { reservationsSchema } from "./reservation-schema";
import { MPI_OF_SLURM } from "./mpi-schema";
import { rolloutSchema } from "./rollout-schema";
import { limitHours } from "./time-limit";
import { submitSchema } from "./submit-schema";
import { userNameSchema } from "./user-name";

const partition = z.strictObject({
  nodeGroups: key(z.array(z.string()).min(1), {
    description: "Node groups whose nodes the partition has.",
    example: ["h100"],
    update: "in-place",
    updateNote: "Jobs on nodes that leave go on to their end.",
  }),
  default: key(z.boolean().default(false), {
    description: "Where jobs go that name no partition; one at most.",
    update: "in-place",
  }),
  maxHours: key(limitHours.default(336), {
    description: "Longest time limit that a job may ask for.",
    unit: "hours",
    update: "in-place",
  }),
  defaultHours: key(limitHours.optional(), {
    description: "Time limit of a job that asks for none.",
    unit: "hours",
    defaultNote: "24, or maxHours where that is less",
    update: "in-place",
  }),
  priority: key(z.int().min(1).max(65533).default(1), {
    description: "Priority tier: jobs of a higher tier are placed first.",
    update: "in-place",
  }),
  cpusPerNode: key(z.int().min(2).optional(), {
    description:
      "Makes this the partition of CPU jobs on GPU nodes: so many CPUs of each node, with their part of its memory, are set aside for it, and jobs of other partitions get the rest. Partitions of GPU nodes without this key refuse jobs that ask for no GPU.",
    unit: "CPUs",
    defaultNote: "jobs may have all CPUs of a node",
    example: 8,
    update: "in-place",
    source: "https://slurm.schedmd.com/slurm.conf.html#OPT_MaxCPUsPerNode",
  }),
  nodeSharing: key(z.enum(["jobs", "user", "none"]).optional(), {
    description:
      "Who shares a node with a job: other jobs, as far as there are GPUs, CPUs and memory for them; other jobs of the same user alone; or none, so that each job has, and pays for, whole nodes with all their GPUs, whatever it asks for. Training over several nodes wants none, small and interactive jobs want jobs.",
    defaultNote: "jobs; none on NVLink domains that span nodes",
    example: "none",
    update: "in-place",
    updateNote: "Jobs that run keep what they have. From none to jobs, jobs that ask for few GPUs get those alone.",
    source: "https://slurm.schedmd.com/cons_tres_share.html",
  }),
});

const CONTROLLER_OPERATIONS =
  "https://github.com/SlinkyProject/slurm-operator/blob/f2ed3fc/docs/usage/controller-operations.md";

const controller = z.strictObject({
  replicas: key(z.int().min(1).max(9).default(1), {
    description:
      "How many slurmctld there are: one works, and the others stand by and take over when it does not answer. More than one needs claim, as many system nodes, and the charts of Slinky from 1.3.0 on, which are then installed. One that is alone and is lost is started again by Kubernetes.",
    update: "in-place",
    updateNote: "slurmctld is started anew: nobody can submit for a minute or so, and jobs that run go on.",
    source: "https://github.com/SlinkyProject/slurm-operator/releases/tag/v1.3.0",
  }),
  claim: key(objectNameSchema.optional(), {
    description:
      "Name of a PersistentVolumeClaim of yours in the namespace slurm that several nodes mount at once (ReadWriteMany), such as one on EFS or NFS: slurmctld keeps its jobs there. User and group 401 must be able to write in it, and nobody else should mount it: scripts of users are in it, with their environment.",
    defaultNote: "a volume of the cluster's usual class, which one node mounts",
    example: "slurm-state",
    update: "forbidden",
    updateNote:
      "The operator does not move slurmctld from one volume to another after the first installation: it would begin with job 1, and nodes would end what it does not know.",
    source: CONTROLLER_OPERATIONS,
  }),
});

const login = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({
    kind: z.literal("internal"),
    replicas: key(z.int().min(1).max(10).default(1), {
      description: "Login pods behind an internal load balancer.",
      update: "in-place",
    }),
  }),
  z.strictObject({
    kind: z.literal("internet"),
    replicas: key(z.int().min(1).max(10).default(1), {
      description: "Login pods behind a public load balancer.",
      update: "in-place",
    }),
    allowedCidrs: key(z.array(cidrSchema).min(1), {
      description: "Blocks from which SSH is allowed.",
      update: "in-place",
    }),
  }),
]);

const user = z.strictObject({
  uid: key(z.int().min(1000).max(2_147_483_647), {
    description:
      "Id of the user and of their own group, the same on login and compute nodes. Files and jobs belong to it: never give it to another person.",
    example: 20001,
    update: "forbidden",
    updateNote: "Files of the old id are nobody's: change their owner as root.",
  }),
  keys: key(z.array(z.string().min(1).max(16_384)).default([]), {
    description:
      'Public SSH keys that let the user in: lines of .pub files, also with options before the key that narrow it, such as from="10.0.0.0/8". They alone count, not files in the home of the user. Private keys are refused.',
    example: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ6SxyH3Ea8zCQPZzUyyGhCrA+JdDYZQTzfcDw7dXdoK jane@laptop"],
    update: "none",
    updateNote: "Login nodes take it up within two minutes; sessions that are open go on.",
  }),
});

/** Slurm takes more; what follows is a word in scripts, files and the shell of whoever starts jobs. */
const partitionName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$/,
    "must be letters, digits and single dashes or underscores, and start with a letter",
  )
  .max(30);

/** Slurm on Kubernetes (Slinky). */
export const slurmSchema = z.strictObject({
  partitions: key(
    z.record(partitionName, partition).refine((p) => Object.keys(p).length > 0, "must name at least one partition"),
    {
      description: "Partitions by name.",
      update: "in-place",
      updateNote: "Removing a partition cancels its pending jobs.",
    },
  ),
  qos: key(qosByNameSchema.default({}), {
    description:
      "Qualities of service beside those that every cluster has, and limits of these: scavenger (idle nodes only), standard (everyday jobs, those of each team too) and high. A team uses what its qos names.",
    example: { urgent: { priority: 500, preempts: ["scavenger"], maxHours: 48, gpusPerUser: 16 } },
    update: "in-place",
    updateNote: "Jobs that run go on. A QOS that is taken out stays in Slurm unless prune says otherwise.",
  }),
  halfLifeDays: key(z.number().min(0.5).max(365).default(7), {
    description: "After how many days usage counts half in fair share.",
    unit: "days",
    update: "in-place",
    source: "https://slurm.schedmd.com/slurm.conf.html#OPT_PriorityDecayHalfLife",
  }),
  maxJobs: key(z.int().min(1000).max(SLURM_JOBS.most).optional(), {
    description:
      "How many jobs slurmctld knows at a time: those that wait, that run, and that ended in the last five minutes; each task of an array counts as one. While there are so many, sbatch waits and asks again.",
    unit: "jobs",
    defaultNote: "ten for each GPU of the cluster; at least 10,000, at most 200,000",
    example: 50_000,
    update: "in-place",
    updateNote:
      "slurmctld restarts, and asks for the memory of that many jobs. Jobs that wait and that run stay, where there are more of them, too.",
    source: "https://slurm.schedmd.com/slurm.conf.html#OPT_MaxJobCount",
  }),
  defaultTeams: key(z.record(userNameSchema, nameSchema(30)).default({}), {
    description: "Team that pays for jobs which name none, for users of several teams.",
    example: { "jane.doe": "vision" },
    update: "in-place",
  }),
  submit: key(submitSchema.optional(), {
    description:
      "Tells people in words when a job says no time, is of no team, or asks for GPUs that its partition has not, and chooses --switches and --segment for its size (job_submit.lua). Administrators are asked nothing.",
    defaultNote: "Slurm's own answers",
    example: {},
    update: "in-place",
    source: "https://slurm.schedmd.com/job_submit_plugins.html",
  }),
  rollout: key(rolloutSchema.prefault({}), {
    description:
      "What holds while railyard rollout makes the nodes of a pool anew, a few at a time: how many go on taking jobs, and when it ends by itself.",
    example: { floorPercent: 90 },
    update: "none",
    updateNote: "It holds from the next railyard rollout on.",
  }),
  health: key(healthSchema.optional(), {
    description:
      "Asks nodes by a table of checks, before their first job, before and after each job and every five minutes: GPUs, XIDs, memory, NVLink, fabric, disks, huge pages, clocks. A finding drains the node and says whose fault it is; a node that is sound again is taken back.",
    defaultNote:
      "GPUs, XIDs, memory rows, devices of the fabric and volumes are looked at every five minutes; people take nodes back",
    example: {},
    update: "rolling",
    updateNote: "slurmd pods are made anew, one after another, when no job runs on them.",
    source: "https://slurm.schedmd.com/slurm.conf.html#OPT_HealthCheckProgram",
  }),
  reservations: reservationsSchema,
  prune: key(z.boolean().default(false), {
    description:
      "Whether each deployment also removes from Slurm what config no longer has: teams, their QOS, and users and coordinators of its teams that were added by hand. Usage of an account that goes stays in reports.",
    update: "in-place",
    updateNote: "An account with jobs is not removed: the deployment fails, and says so.",
  }),
  accounting: key(accountingSchema.default({ kind: "mariadb", storageGiB: 50 }), {
    description:
      "Database behind slurmdbd. GPU clusters cannot do without: limits, fair share and GPU counts come from it.",
    update: "drains",
    updateNote: "Usage and limits live in the database: move it first.",
  }),
  users: key(z.record(userNameSchema, user).default({}), {
    description:
      "People who log in, by user name, with homes on the Lustre file system. What they may use follows from their team.",
    example: {
      "jane.doe": {
        uid: 20001,
        keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ6SxyH3Ea8zCQPZzUyyGhCrA+JdDYZQTzfcDw7dXdoK jane@laptop"],
      },
    },
    update: "none",
    updateNote:
      "Login and compute nodes take it up within two minutes, with no pod restarted. Homes of users who go stay.",
  }),
  keysSecretName: key(secretNameSchema.optional(), {
    description:
      "Kubernetes Secret in the slurm namespace with more public SSH keys, for those who must not wait for a deployment: one entry for each user, with the user's name as its key, and lines of .pub files. Who is a user, and with which id, stays in users; entries of others, options and private keys are left out. Without the Secret the keys of users count alone, until it is there.",
    example: "people",
    defaultNote: "no Secret",
    update: "in-place",
    updateNote:
      "Login pods are made anew: sessions end, jobs go on. What the Secret has is taken up within two minutes, and restarts nothing.",
  }),
  directorySecretName: key(secretNameSchema.optional(), {
    description:
      "Kubernetes Secret in the slurm namespace whose entry `sssd.conf` says how SSSD reaches an LDAP directory or Active Directory, with the password that it binds with: people of the directory have the same ids, homes and groups on login and compute nodes, and log in with the keys that the directory has. Users of users stay, and come first.",
    example: "sssd",
    defaultNote: "users alone",
    update: "rolling",
    updateNote:
      "Login pods are made anew, and slurmd pods one after another when no job runs on them. The Secret must be there first.",
    source: "https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/helm/slurm/values.yaml",
  }),
  nodeSsh: key(z.boolean().default(false), {
    description:
      "Whether people reach a compute node by SSH while a job of theirs runs there; the session is part of the job, and ends with it (pam_slurm_adopt). Without a job nobody is let in.",
    update: "rolling",
    updateNote: "slurmd pods are made anew, one after another, when no job runs on them.",
    source: "https://slurm.schedmd.com/pam_slurm_adopt.html",
  }),
  controller: key(controller.optional(), {
    description: "slurmctld, which knows the jobs and places them.",
    defaultNote: "one, on a volume of its own",
    example: { replicas: 2, claim: "slurm-state" },
    update: "in-place",
  }),
  login: key(login.default({ kind: "internal", replicas: 1 }), {
    description: "Login nodes and how people reach them.",
    update: "in-place",
  }),
  containers: key(containersSchema.default({ kind: "pyxis", images: {} }), {
    description:
      "How jobs run in containers: srun --container-image by Pyxis and Enroot, with layers and roots on the NVMe disks of nodes; Apptainer from an image of your own; or not at all.",
    update: "rolling",
    updateNote: "Another kind makes slurmd pods anew: jobs on them end.",
  }),
  mpi: MPI_OF_SLURM,
});
