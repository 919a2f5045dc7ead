import { Construct } from "constructs";
import { SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import type { KubernetesObject, PodSpec } from "../kubernetes/objects";
import { type BackupPlace, bucketBackup } from "./bucket-backup";
import { type BackupRights, keepInBucket } from "./bucket-backup-rights";
import { SLURM_CONTROLLER_IMAGE } from "./slurm-values";
import { restoreStateScript, saveStateScript } from "./state-scripts";

export interface StateBackupObjectsProps extends BackupPlace {
  /** Name of the Slurm release: the controller's claim follows from it. */
  readonly release: string;
  /** Name of the cluster in accounting. */
  readonly slurmCluster: string;
  /** Claim of the state that several nodes mount. @default - that of the release, which one node mounts */
  readonly claim?: string | undefined;
}

export interface StateBackupProps extends StateBackupObjectsProps, BackupRights {}

/** Name of the CronJob. Frozen: the role is bound to the account's name. */
export const STATE_BACKUP = "slurm-state-backup";
const NAME = STATE_BACKUP;
/** Name of the CronJob that never runs by itself. */
export const STATE_RESTORE = "slurm-state-restore";
const STATE = "/state";

/** The user that slurmctld runs as. @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/internal/builder/common/const.go */
const SLURM_USER = 401;

/** The operator's label of slurmctld's pod. @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/internal/builder/labels/labels.go */
const CONTROLLER_LABELS = { "app.kubernetes.io/name": "slurmctld" };

const nearController = (namespace: string, topologyKey: string) => ({
  requiredDuringSchedulingIgnoredDuringExecution: [
    { labelSelector: { matchLabels: CONTROLLER_LABELS }, namespaces: [namespace], topologyKey },
  ],
});

/** The volume can be mounted on one node at a time: beside slurmctld, which has it. */
const beside = (namespace: string): PodSpec["affinity"] => ({
  podAffinity: nearController(namespace, "kubernetes.io/hostname"),
});

/**
 * No node of the cluster takes the pod while slurmctld has one, and none takes slurmctld while the pod is there: all nodes
 * have the same value of this label, and the scheduler holds such a rule in both directions.
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity
 */
const neverWith = (namespace: string): PodSpec["affinity"] => ({
  podAntiAffinity: nearController(namespace, "kubernetes.io/os"),
});

/** The claim that the operator makes for slurmctld's state. */
export const ownClaim = (release: string): string => `statesave-${release}-controller-0`;

/** Objects of the backup of slurmctld's state, and of the way back. */
export function stateBackup(props: StateBackupObjectsProps): KubernetesObject[] {
  const { namespace, release, slurmCluster } = props;
  const step = { name: "state", image: SLURM_CONTROLLER_IMAGE };
  const claimName = props.claim ?? ownClaim(release);
  const volume = (readOnly: boolean) => [{ name: "state", persistentVolumeClaim: { claimName, readOnly } }];
  return bucketBackup({
    ...props,
    name: NAME,
    restoreName: STATE_RESTORE,
    suffix: "tar.gz",
    keep: ["hour"],
    schedule: "*/10 * * * *",
    startingDeadlineSeconds: 300,
    // a run that waits for slurmctld makes way for the next one
    deadlineSeconds: { backup: 600, restore: 3600 },
    userId: SLURM_USER,
    save: {
      ...step,
      script: saveStateScript(),
      env: [{ name: "STATE", value: STATE }],
      volumeMounts: [{ name: "state", mountPath: STATE, readOnly: true }],
    },
    restore: {
      ...step,
      script: restoreStateScript(),
      env: [
        { name: "STATE", value: STATE },
        { name: "CLUSTER", value: slurmCluster },
      ],
      volumeMounts: [{ name: "state", mountPath: STATE }],
    },
    pods: {
      backup: { ...(props.claim === undefined && { affinity: beside(namespace) }), volumes: volume(true) },
      // that of slurmctld: of two of the same, neither makes way for the other
      restore: { affinity: neverWith(namespace), priorityClassName: SYSTEM_PRIORITY, volumes: volume(false) },
    },
  });
}

/** Copies of slurmctld's state in a bucket: its volume is in one zone, and one disk. */
export class StateBackup extends Construct {
  constructor(scope: Construct, id: string, props: StateBackupProps) {
    super(scope, id);
    keepInBucket(this, NAME, stateBackup(props), props);
  }
}
