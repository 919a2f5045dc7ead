import { changed, renamed } from "../../../helpers/code-changes";
import { DEVELOPMENT, PRODUCTION } from "../../../helpers/recorded-bases";
import { recordedChanges } from "../../../helpers/recorded-changes";

const LUSTRE = "storage.aws_fsx_lustre_file_system.lustre";
/** Its volume in the cluster, which points at one file system for as long as it is there. */
const VOLUME = "platform.helm_release.lustre_slurm_objects_release";
const LINK = "storage.aws_fsx_data_repository_association.lustre_link_checkpoints";
const ENCRYPTION = "storage.aws_s3_bucket_server_side_encryption_configuration.checkpoints_encryption";
const LIFECYCLE = "storage.aws_s3_bucket_lifecycle_configuration.checkpoints_lifecycle";
const REPLICATION = "storage.aws_s3_bucket_replication_configuration.checkpoints_replication";
/** Its role reaches the other bucket. */
const COPIER = "storage.aws_iam_role_policy.replication_policy";
const COPIES = {
  bucket: "copies",
  region: "us-west-2",
  kmsKeyArn: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555",
};
const VERSIONING = "storage.aws_s3_bucket_versioning.checkpoints_versioning";

describe("a change of what holds checkpoints", () => {
  recordedChanges(PRODUCTION, [
    {
      name: "Lustre grows",
      config: { lustre: { capacityGiB: 76800 } },
      verdict: "safe",
      findings: [
        ["stops", "info", /grows/, /storage_capacity: 57600 → 76800/],
        ["capacity", "info", /57,600 GiB → 76,800 GiB/],
        ["capacity", "info", /14,062\.5 MB\/s → 18,750 MB\/s/],
        ["money", "info", /more/],
      ],
    },
    {
      name: "Lustre shrinks, which makes another one",
      config: { lustre: { capacityGiB: 38400 } },
      verdict: "needs-acknowledgement",
      dangers: [VOLUME, LUSTRE, LUSTRE],
      findings: [
        ["lost", "danger", /made anew, empty/, /storage_capacity: 57600 → 38400/, /No last backup/],
        ["lost", "warning", /repository link/],
        ["stops", "danger", /mounted hangs/, /train, burst and prep/],
        ["capacity", "warning", /57,600 GiB → 38,400 GiB/],
      ],
    },
    {
      name: "Lustre in another subnet",
      config: { lustre: { zone: "us-east-1b" } },
      verdict: "needs-acknowledgement",
      // nodes of the other zone roll as well: from there they reach it over TCP
      dangers: [
        VOLUME,
        LUSTRE,
        LUSTRE,
        ...["h100", "h200"].map((name) => `nodes.aws_eks_node_group.group-${name}_node-group`),
      ],
      findings: [
        ["lost", "danger", /made anew, empty/, /cannot change in place: subnet_ids\[0\]: subnet-\w+ → subnet-\w+/],
      ],
    },
    {
      name: "another throughput of Lustre over EFA, which AWS refuses",
      config: { lustre: { throughput: 500 } },
      verdict: "broken",
      problems: [
        /lab-storage failed at apply[^]*per_unit_storage_throughput from 250 to 500; [^]*no change of it with EFA/,
      ],
      dangers: ["storage.aws_fsx_lustre_file_system.lustre"],
      findings: [["stops", "danger", /throughput/, /no change of it with EFA/]],
    },
    {
      name: "another key of the bucket",
      code: changed(ENCRYPTION, ({ rule: [rule] }) => {
        rule.apply_server_side_encryption_by_default.kms_master_key_id =
          "arn:aws:kms:us-east-1:111122223333:key/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f";
      }),
      verdict: "needs-acknowledgement",
      dangers: [ENCRYPTION],
      findings: [["lost", "danger", /gets another key/, /needs both keys/]],
    },
    {
      name: "a new key for all of storage, and the old one goes",
      code: renamed("storage.aws_kms_key.storage_key", "checkpoints_key"),
      verdict: "needs-acknowledgement",
      dangers: [
        VOLUME,
        LUSTRE,
        LUSTRE,
        "storage.aws_kms_key.storage_key",
        "storage.aws_kms_alias.storage_key_alias",
        ENCRYPTION,
        // both name the key, whose ARN nobody knows yet
        "storage.aws_iam_role_policy.jobs-role_policy",
        "storage.aws_s3_bucket_policy.checkpoints_policy",
      ],
      findings: [
        ["lost", "danger", /can never be read again/, /after 30 days/],
        ["lost", "danger", /Lustre/, /kms_key_id/],
      ],
    },
    {
      name: "checkpoints that expire sooner",
      config: { checkpoints: { cold: { expireAfterDays: 90 } } },
      verdict: "needs-acknowledgement",
      dangers: [LIFECYCLE],
      findings: [["lost", "danger", /deletes objects sooner/, /after 90 days \(before: after 365 days\)/]],
    },
    {
      name: "checkpoints that are kept for ever: no other rule takes the days of the one that goes",
      config: { checkpoints: { cold: { expireAfterDays: null, transitions: [] } } },
      verdict: "safe",
    },
    {
      name: "fewer checkpoints kept on Lustre",
      config: { checkpoints: { warm: { keepLast: 5 } } },
      verdict: "needs-acknowledgement",
      dangers: ["platform.config.checkpoints.warm"],
      findings: [["lost", "danger", /keepLast: 20 → 5/]],
    },
    {
      name: "what is deleted on Lustre is deleted in the bucket",
      config: { checkpoints: { warm: { exportDeletes: true } } },
      verdict: "needs-acknowledgement",
      dangers: [LINK],
      findings: [["lost", "danger", /deleted in the bucket too/]],
    },
    {
      name: "a second copy of the bucket, and metrics of its requests",
      config: { checkpoints: { replicateTo: COPIES, requestMetrics: true } },
      verdict: "safe",
      findings: [
        ["lost", "info", /from then on, and nothing that is there/, /Batch Replication/],
        ["security", "info", /copies into arn:aws:s3:::copies of the own account/],
      ],
    },
    {
      name: "versions suspended",
      code: changed(VERSIONING, ({ versioning_configuration: versions }) => {
        versions.status = "Suspended";
      }),
      verdict: "needs-acknowledgement",
      dangers: [VERSIONING],
      findings: [["lost", "danger", /no longer keeps old versions/, /Enabled → Suspended/]],
    },
    {
      name: "another maintenance window",
      config: { lustre: { maintenance: "6:04:00" } },
      verdict: "safe",
      silent: true,
    },
  ]);
});

describe("a change of what is copied elsewhere", () => {
  const checkpoints = { ...PRODUCTION.checkpoints, replicateTo: COPIES, requestMetrics: true };
  recordedChanges({ ...PRODUCTION, name: "copied", checkpoints }, [
    {
      name: "no second copy any more, and no metrics of requests",
      config: { checkpoints: { replicateTo: null, requestMetrics: false } },
      verdict: "needs-acknowledgement",
      dangers: [REPLICATION],
      findings: [
        ["lost", "danger", /no second copy/],
        ["stops", "warning", /railyard-bucket-requests-alerts is removed/],
      ],
    },
    {
      name: "copies elsewhere, of less, with deletes",
      config: { checkpoints: { replicateTo: { bucket: "others", prefixes: ["checkpoints/"], deleteMarkers: true } } },
      verdict: "needs-acknowledgement",
      dangers: [...Array.from({ length: 3 }, () => REPLICATION), COPIER, COPIER],
      findings: [
        ["lost", "danger", /but for checkpoints\/: what is written there from then on has no second copy/],
        ["lost", "danger", /go elsewhere/],
        ["lost", "danger", /hidden in its copy/],
        ["stops", "danger", /S3 copies by it/],
        ["security", "info", /copies into arn:aws:s3:::others of the own account/],
      ],
    },
    {
      name: "another bucket for copies",
      config: { checkpoints: { replicateTo: { bucket: "others", deleteMarkers: true, timeControl: false } } },
      verdict: "needs-acknowledgement",
      dangers: [REPLICATION, REPLICATION, COPIER, COPIER],
      findings: [
        ["lost", "danger", /go elsewhere/, /all: arn:aws:s3:::copies → arn:aws:s3:::others/],
        ["lost", "danger", /hidden in its copy/],
        ["lost", "info", /no longer promises/],
      ],
    },
  ]);
});

describe("a change of Lustre over TCP, which nothing is linked to", () => {
  recordedChanges(DEVELOPMENT, [
    {
      name: "another throughput",
      config: { lustre: { throughput: 500 } },
      verdict: "safe",
      findings: [
        ["stops", "warning", /wait for their files/, /per_unit_storage_throughput: 250 → 500/],
        ["capacity", "info", /throughput/],
      ],
    },
    {
      name: "EFA switched on, which makes another one",
      config: { lustre: { efa: true, capacityGiB: 19200 } },
      verdict: "needs-acknowledgement",
      dangers: [VOLUME, LUSTRE, LUSTRE],
      findings: [["lost", "danger", /efa_enabled: false → true/, /A last backup is taken/]],
    },
  ]);
});
