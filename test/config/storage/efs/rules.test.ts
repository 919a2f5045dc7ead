import { EFS_RULES } from "../../../../config/storage/efs/rules";
import { ruleCases } from "../../../helpers/rule-cases";

const efs = (more: object = {}, rest: object = {}) => ({ storage: { homes: { kind: "efs", ...more } }, ...rest });
const AT = ["storage", "homes"];
const moved = (region: string, more: object = {}) =>
  efs(more, {
    region,
    network: { zones: [`${region}a`, `${region}b`] },
    nodeGroups: { h100: null },
    lustre: null,
    checkpoints: null,
  });
const users = { jane: { uid: 20001 } };

ruleCases(EFS_RULES, {
  "efs/region-unknown": {
    severity: "warning",
    trips: [{ when: "a Region of no list", change: moved("cn-north-1"), at: [...AT, "kind"], message: ["cn-north-1"] }],
    passes: [
      { when: "a Region of AWS's list", change: efs() },
      { when: "no EFS", change: {} },
    ],
  },
  "efs/zone-known": {
    severity: "error",
    trips: [
      {
        when: "a zone without a subnet",
        change: efs({ zone: "us-east-1f" }),
        at: [...AT, "zone"],
        message: ["us-east-1f", "us-east-1a"],
        fix: ["Regional"],
      },
    ],
    passes: [
      { when: "a zone of the network", change: efs({ zone: "us-east-1a" }) },
      { when: "Regional", change: efs() },
    ],
  },
  "efs/one-zone-offered": {
    severity: "error",
    trips: [
      {
        when: "a Region without",
        change: moved("ca-west-1", { zone: "ca-west-1a" }),
        at: [...AT, "zone"],
        message: ["no zone of ca-west-1"],
        fix: ["Regional"],
      },
      { when: "a Local Zone", change: efs({ zone: "us-east-1-dfw-2a" }), at: [...AT, "zone"], message: ["Local Zone"] },
    ],
    passes: [
      { when: "a Region with them", change: efs({ zone: "us-east-1a" }) },
      { when: "a Regional one anywhere", change: moved("ca-west-1") },
    ],
  },
  "efs/zone-without-mount-target": {
    severity: "error",
    trips: [
      {
        when: "nodes in a Local Zone",
        change: efs(
          {},
          {
            network: { zones: ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"] },
            nodeGroups: { far: { instanceType: "m7i.16xlarge", nodes: 1, zone: "us-east-1-dfw-2a" } },
          },
        ),
        at: AT,
        message: ["node group far", "us-east-1-dfw-2a", "no mount target"],
      },
    ],
    passes: [
      { when: "nodes in zones of the Region", change: efs() },
      {
        when: "a Local Zone without nodes",
        change: efs({}, { network: { zones: ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"] } }),
      },
    ],
  },
  "efs/one-zone-nodes": {
    severity: "warning",
    trips: [
      {
        when: "nodes in other zones",
        change: efs({ zone: "us-east-1a" }),
        at: [...AT, "zone"],
        message: ["us-east-1a alone", "system nodes in us-east-1a or us-east-1b"],
      },
    ],
    passes: [{ when: "a Regional one", change: efs() }],
  },
  "efs/max-io": {
    severity: "error",
    trips: [
      {
        when: "elastic throughput",
        change: efs({ performance: "max-io" }),
        at: [...AT, "performance"],
        message: ["elastic"],
      },
      {
        when: "One Zone",
        change: efs({ performance: "max-io", throughput: { mode: "bursting" }, zone: "us-east-1a" }),
        at: [...AT, "performance"],
        message: ["One Zone"],
      },
    ],
    passes: [
      { when: "bursting", change: efs({ performance: "max-io", throughput: { mode: "bursting" } }) },
      { when: "general purpose", change: efs() },
    ],
  },
  "efs/archive": {
    severity: "error",
    trips: [
      {
        when: "Archive with provisioned throughput",
        change: efs({ throughput: { mode: "provisioned", mibps: 100 }, lifecycle: { archiveAfterDays: 90 } }),
        at: [...AT, "lifecycle", "archiveAfterDays"],
        message: ["no Archive with provisioned"],
      },
      {
        when: "Archive before Infrequent Access",
        change: efs({ lifecycle: { archiveAfterDays: 30 } }),
        at: [...AT, "lifecycle", "archiveAfterDays"],
        message: ["after 30 days", "Infrequent Access after 30"],
      },
      {
        when: "Archive without Infrequent Access",
        change: efs({ lifecycle: { infrequentAccessAfterDays: "never", archiveAfterDays: 90 } }),
        at: [...AT, "lifecycle", "archiveAfterDays"],
        message: ["Infrequent Access never"],
      },
    ],
    passes: [
      { when: "Archive later", change: efs({ lifecycle: { archiveAfterDays: 90 } }) },
      { when: "no Archive", change: efs({ throughput: { mode: "bursting" } }) },
    ],
  },
  "efs/provisioned-limit": {
    severity: "error",
    trips: [
      {
        when: "more than a Region gives",
        change: moved("eu-central-1", { throughput: { mode: "provisioned", mibps: 1025 } }),
        at: [...AT, "throughput", "mibps"],
        message: ["1025", "1024", "eu-central-1"],
        fix: ["AWS Support"],
      },
      {
        when: "more than One Zone gives",
        change: efs({ zone: "us-east-1a", throughput: { mode: "provisioned", mibps: 3000 } }),
        at: [...AT, "throughput", "mibps"],
        message: ["One Zone"],
        fix: ["take zone out"],
      },
    ],
    passes: [
      { when: "as much where it is", change: efs({ throughput: { mode: "provisioned", mibps: 3414 } }) },
      { when: "elastic", change: efs() },
    ],
  },
  "efs/no-backups": {
    severity: "warning",
    trips: [{ when: "none", change: efs({ backups: "off" }), at: [...AT, "backups"], message: ["production"] }],
    passes: [
      { when: "backups", change: efs() },
      { when: "none in development", change: efs({ backups: "off" }, { profile: "development" }) },
    ],
  },
  "efs/homes-user": {
    severity: "error",
    trips: [
      {
        when: "one user for all homes",
        change: efs({ user: { uid: 1000, gid: 1000 } }, { slurm: { users } }),
        at: [...AT, "user"],
        message: ["1000:1000", "homes"],
      },
    ],
    passes: [
      { when: "everybody as they are", change: efs({}, { slurm: { users } }) },
      {
        when: "one user elsewhere",
        change: efs({ user: { uid: 1000, gid: 1000 }, mountPath: "/data" }, { slurm: { users } }),
      },
      { when: "no Slurm", change: efs({ user: { uid: 1000, gid: 1000 } }, { slurm: null }) },
    ],
  },
});
