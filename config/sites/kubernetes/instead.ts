const NO_ACCOUNT = "take it out: cluster.access says which cluster it is, and state where its state is";
const NO_MONEY = "take it out: AWS bills accounts, and what servers of your own cost is not known here";
const NO_HOURS = "take it out: nobody here starts or stops servers; drain them in Slurm (scontrol update State=DRAIN)";

/** Keys of an environment in an account of AWS, and what a cluster that exists has in their place. */
export const INSTEAD: Readonly<Record<string, string>> = {
  account: NO_ACCOUNT,
  region: NO_ACCOUNT,
  network: "take it out: the cluster has its network, and pools say what their compute cards are wired to (fabric)",
  lustre:
    'storage: { scratch: { kind: "lustre-existing", hostPath: "/lustre", folder: "railyard" } } for one that hosts mount',
  checkpoints:
    "take it out: jobs write checkpoints to a volume of storage, a bucket of a store that speaks S3 among them (kind: s3-compatible)",
  ci: "take it out: roles of the pipeline are those of an account; run `npx railyard deploy` where the cluster answers",
  adopt: "take it out: nothing below the cluster is made, so nothing of it is taken over",
  schedule: NO_HOURS,
  lifetime: NO_HOURS,
  budget: NO_MONEY,
  prices: NO_MONEY,
  alarms: "take it out: topics of alarms are AWS's; platform.helmValues can give Alertmanager a receiver of yours",
  extraTags: "take it out: nothing in the cluster has tags",
};

/** Kinds of volumes that AWS makes, and what a cluster that exists mounts in their place. */
export const INSTEAD_VOLUMES: Readonly<Record<string, string>> = {
  "fsx-lustre":
    'kind: "lustre-existing" for a Lustre that hosts have mounted, with its hostPath and folder; or nfs, s3-compatible, weka, scale, nvme-of',
  "fsx-openzfs":
    'kind: "nfs" for a server of yours, with its server and share; or lustre-existing, s3-compatible, weka, scale, nvme-of',
  efs: 'kind: "nfs" for a server of yours, with its server and share; or lustre-existing, s3-compatible, weka, scale, nvme-of',
};
