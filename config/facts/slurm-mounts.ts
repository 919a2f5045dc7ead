/** Where slurmd and login pods have volumes of their own: nothing else can be mounted there. */
export const SLURM_MOUNTS = {
  /**
   * Our scripts. Not /etc/slurm: slurmd fetches its files from slurmctld, which sends known files only; a health check that
   * is not there is skipped without a word.
   */
  scripts: "/opt/railyard",
  /** The users, as a folder that changes while pods run: not below that of the scripts, which is a mount itself. */
  users: "/opt/railyard-users",
  /** Keys of users from a Secret, as a folder that changes while login pods run. */
  userKeys: "/opt/railyard-user-keys",
  /** What the supervisor of the Slinky images starts. */
  supervisor: "/etc/supervisor/conf.d/railyard-users.conf",
  /** Credentials of private registries from a Secret, as a folder that changes while slurmd pods run. */
  enroot: "/opt/railyard-enroot",
  /**
   * What slurmd reads of the GPUs of its own node, where they are shared. Below a volume that the pod of slurmctld has, too:
   * it reads every file that gres.conf includes, and waits a minute for one that is not there before it ends.
   */
  gres: "/var/log/slurm/railyard-gres",
  /** Where the DCGM exporter reads which job has which GPU. */
  jobMapping: "/var/lib/dcgm-exporter/job-mapping",
  /** Where jobs tell of themselves, a folder each, on the host: Prometheus' exporter of the node reads it. */
  telemetry: "/var/lib/railyard-telemetry",
  /** Space on NVMe that is a job's own. */
  scratch: "/scratch",
} as const;

/**
 * Group of the containers beside the node exporter, which read what jobs tell of themselves: that of the chart, said there once more.
 * @see https://github.com/prometheus-community/helm-charts/blob/main/charts/prometheus-node-exporter/values.yaml (securityContext)
 */
export const TELEMETRY_READERS = 65534;

/** Folder of the homes of users, from the root of the shared file system, or of a pod without one. */
export const HOMES_FOLDER = "/home";

/** File in that folder that says what it is to scripts that delete. */
export const HOMES_MARK = ".railyard-homes";
