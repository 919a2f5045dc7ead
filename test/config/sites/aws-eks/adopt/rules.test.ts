import { ADOPT_RULES } from "../../../../../config/sites/aws-eks/adopt/rules";
import { ruleCases } from "../../../../helpers/rule-cases";

const vpc = { vpc: { id: "vpc-0123456789abcdef0" } };
const fileSystem = { fileSystem: { id: "fs-0123456789abcdef0", keeps: ["kms_key_id"] } };
const efs = (more: object = {}) => ({ efs: { id: "fs-0123456789abcdef0", keeps: ["kms_key_id"], ...more } });
const checkpointBucket = (name: string) => ({ checkpointBucket: { name } });
const stateBucket = { stateBucket: { name: "our.states" } };
const existing = {
  kind: "existing",
  vpcId: "vpc-0123456789abcdef0",
  cidr: "10.20.0.0/16",
  subnets: [
    { id: "subnet-0000000000000000a", zone: "us-east-1a", cidr: "10.20.0.0/18", tier: "private" },
    { id: "subnet-0000000000000000b", zone: "us-east-1b", cidr: "10.20.64.0/18", tier: "private" },
  ],
};

ruleCases(ADOPT_RULES, {
  "adopt/vpc-is-managed": {
    severity: "error",
    trips: [
      {
        change: { adopt: vpc, network: existing },
        at: ["adopt", "vpc"],
        message: ["vpc-0123456789abcdef0 is adopted", "used, not managed"],
        fix: ["remove adopt.vpc"],
      },
    ],
    passes: [{ change: { adopt: vpc } }, { change: { network: existing } }],
  },
  "adopt/file-system-in-config": {
    severity: "error",
    trips: [
      {
        change: { adopt: fileSystem, lustre: null },
        at: ["adopt", "fileSystem"],
        message: ["fs-0123456789abcdef0 is adopted, but the environment has no file system"],
      },
    ],
    passes: [{ change: { adopt: fileSystem } }, { change: { lustre: null } }],
  },
  "adopt/file-system-key": {
    severity: "warning",
    trips: [
      {
        change: { adopt: { fileSystem: { id: "fs-0123456789abcdef0" } } },
        at: ["adopt", "fileSystem", "keeps"],
        message: ["would replace fs-0123456789abcdef0"],
        fix: ['keeps: ["kms_key_id"]'],
      },
    ],
    passes: [
      { change: { adopt: fileSystem } },
      {
        when: "scratch, which has no key",
        change: {
          adopt: { fileSystem: { id: "fs-0123456789abcdef0" } },
          lustre: { deployment: "scratch-2", capacityGiB: 2400, throughput: null, efa: null },
        },
      },
    ],
  },
  "adopt/efs-in-config": {
    severity: "error",
    trips: [
      {
        change: { adopt: efs() },
        at: ["adopt", "efs"],
        message: ["fs-0123456789abcdef0 is adopted, but the environment has no volume of kind efs"],
      },
      {
        change: { adopt: efs(), storage: { homes: { kind: "efs" }, tools: { kind: "efs", mountPath: "/tools" } } },
        at: ["adopt", "efs"],
        message: ["could be homes or tools"],
        fix: ['volume: "homes"'],
      },
      {
        change: { adopt: efs({ volume: "home" }), storage: { homes: { kind: "efs" } } },
        at: ["adopt", "efs", "volume"],
        message: ["home is no volume of kind efs; there is homes"],
      },
    ],
    passes: [
      { change: { adopt: efs(), storage: { homes: { kind: "efs" } } } },
      {
        change: {
          adopt: efs({ volume: "tools" }),
          storage: { homes: { kind: "efs" }, tools: { kind: "efs", mountPath: "/tools" } },
        },
      },
    ],
  },
  "adopt/efs-key": {
    severity: "warning",
    trips: [
      {
        change: { adopt: { efs: { id: "fs-0123456789abcdef0" } }, storage: { homes: { kind: "efs" } } },
        at: ["adopt", "efs", "keeps"],
        message: ["would replace fs-0123456789abcdef0"],
        fix: ['keeps: ["kms_key_id"]'],
      },
    ],
    passes: [{ change: { adopt: efs(), storage: { homes: { kind: "efs" } } } }],
  },
  "adopt/checkpoint-bucket-is-managed": {
    severity: "error",
    trips: [
      {
        change: { adopt: checkpointBucket("ours"), checkpoints: null },
        at: ["adopt", "checkpointBucket"],
        message: ["ours is adopted, but the environment has no checkpoints"],
        fix: ["write checkpoints: {}"],
      },
      {
        change: { adopt: checkpointBucket("ours"), checkpoints: { bucket: { kind: "existing", name: "ours" } } },
        at: ["adopt", "checkpointBucket"],
        message: ['checkpoints.bucket.kind is "existing"'],
        fix: ['kind: "create"'],
      },
    ],
    passes: [
      { change: { adopt: checkpointBucket("ours") } },
      { change: { checkpoints: { bucket: { kind: "existing", name: "ours" } } } },
    ],
  },
  "adopt/checkpoint-bucket-name": {
    severity: "error",
    trips: [
      {
        change: { adopt: checkpointBucket("ours"), checkpoints: { bucket: { kind: "create", name: "existing" } } },
        at: ["checkpoints", "bucket", "name"],
        message: ["checkpoints.bucket.name is existing, but ours is adopted"],
        fix: ["write ours"],
      },
    ],
    passes: [
      { change: { adopt: checkpointBucket("ours"), checkpoints: { bucket: { kind: "create", name: "ours" } } } },
      { change: { adopt: checkpointBucket("ours") } },
      { change: { checkpoints: { bucket: { kind: "create", name: "existing" } } } },
    ],
  },
  "adopt/linkable-bucket-name": {
    severity: "error",
    trips: [
      {
        change: { adopt: checkpointBucket("our.bucket") },
        at: ["adopt", "checkpointBucket", "name"],
        message: ["our.bucket has a dot"],
      },
    ],
    passes: [{ change: { adopt: checkpointBucket("our-bucket") } }, { change: { adopt: stateBucket } }],
  },
  "adopt/state-bucket-is-managed": {
    severity: "error",
    trips: [
      {
        change: { adopt: stateBucket, state: { kind: "local" } },
        at: ["adopt", "stateBucket", "name"],
        message: ["the state is in local files"],
        fix: ['state: { kind: "s3" }'],
      },
      {
        change: { adopt: stateBucket, state: { kind: "s3", bucket: "others" } },
        at: ["adopt", "stateBucket", "name"],
        message: ["state.bucket is others, but our.states is adopted"],
      },
    ],
    passes: [
      { change: { adopt: stateBucket } },
      { change: { adopt: stateBucket, state: { kind: "s3", bucket: "our.states" } } },
      { change: { state: { kind: "local" } } },
    ],
  },
  "adopt/place-twice": {
    severity: "error",
    trips: [
      {
        change: {
          adopt: {
            fileSystem: { ...fileSystem.fileSystem, parts: { "lustre/logs": "/aws/fsx/a" } },
            checkpointBucket: { name: "ours", parts: { "lustre/logs": "/aws/fsx/b" } },
          },
        },
        at: ["adopt", "checkpointBucket", "parts", "lustre/logs"],
        message: ["lustre/logs is a part of fileSystem already"],
      },
      {
        change: { adopt: { vpc: { ...vpc.vpc, parts: { "vpc/vpc": "vpc-0000000000000000b" } } } },
        at: ["adopt", "vpc", "parts", "vpc/vpc"],
        message: ["vpc/vpc is the vpc itself"],
      },
    ],
    passes: [
      {
        when: "one place in two stacks",
        change: {
          adopt: {
            vpc: { ...vpc.vpc, parts: { "x/logs": "/a" } },
            cluster: { name: "training", parts: { "x/logs": "/b" } },
          },
        },
      },
    ],
  },
});
