import type { AdoptableKind } from "./schema";
import type { AwsRule } from "../rule";
import { orList } from "../../../kernel/nearest";

const IMPORT = "https://developer.hashicorp.com/terraform/language/import";
const FSX_IMPORT =
  "https://registry.terraform.io/providers/hashicorp/aws/6.25.0/docs/resources/fsx_lustre_file_system#import";
const EFS_IMPORT = "https://registry.terraform.io/providers/hashicorp/aws/6.25.0/docs/resources/efs_file_system#import";
const KINDS: readonly AdoptableKind[] = ["vpc", "cluster", "fileSystem", "efs", "checkpointBucket", "stateBucket"];

/** What was there before must be something that the environment has, under the name that it has. */
export const ADOPT_RULES: readonly AwsRule[] = [
  {
    id: "adopt/vpc-is-managed",
    title: "A VPC is adopted or used, not both.",
    severity: "error",
    why: "An existing network is used as it is; Terraform has no VPC into which one could be imported.",
    source: IMPORT,
    *check({ config: { adopt, network } }) {
      if (!adopt?.vpc || network.kind !== "existing") return;
      const message = `${adopt.vpc.id} is adopted, but network.kind is "existing": that network is used, not managed`;
      const fix = 'remove adopt.vpc, or write network: { kind: "create", … } with the block and zones of the VPC';
      yield { path: ["adopt", "vpc"], message, fix };
    },
  },
  {
    id: "adopt/file-system-in-config",
    title: "An adopted file system is one that the environment has.",
    severity: "error",
    why: "Without lustre there is no resource to import it into, so it would stay unmanaged without a word.",
    source: IMPORT,
    *check({ config: { adopt, lustre } }) {
      if (!adopt?.fileSystem || lustre) return;
      const message = `${adopt.fileSystem.id} is adopted, but the environment has no file system`;
      yield { path: ["adopt", "fileSystem"], message, fix: "describe it in lustre, or remove adopt.fileSystem" };
    },
  },
  {
    id: "adopt/file-system-key",
    title: "An adopted persistent file system keeps the key that encrypts it.",
    severity: "warning",
    why: "It was made before the key of this environment, which it cannot change to: Terraform would replace it.",
    source: FSX_IMPORT,
    *check({ config: { adopt, lustre } }) {
      if (!adopt?.fileSystem || !lustre || lustre.deployment === "scratch-2") return;
      if (adopt.fileSystem.keeps.includes("kms_key_id")) return;
      const message = `adopt.fileSystem does not keep kms_key_id, so the plan would replace ${adopt.fileSystem.id}, and prevent_destroy refuse it`;
      yield { path: ["adopt", "fileSystem", "keeps"], message, fix: 'write keeps: ["kms_key_id"]' };
    },
  },
  {
    id: "adopt/efs-in-config",
    title: "An adopted EFS file system is one volume of the environment.",
    severity: "error",
    why: "Without a volume of kind efs there is no resource to import it into, and with several nobody says which.",
    source: IMPORT,
    *check({ config: { adopt, storage } }) {
      if (!adopt?.efs) return;
      const { id, volume } = adopt.efs;
      const volumes = Object.entries(storage).flatMap(([name, { kind }]) => (kind === "efs" ? [name] : []));
      if (volume === undefined ? volumes.length === 1 : volumes.includes(volume)) return;
      const known = orList(volumes);
      const path = ["adopt", "efs", ...(volume === undefined ? [] : ["volume"])];
      if (volumes.length === 0)
        yield {
          path,
          message: `${id} is adopted, but the environment has no volume of kind efs`,
          fix: 'describe it: storage: { homes: { kind: "efs" } }, or remove adopt.efs',
        };
      else if (volume === undefined)
        yield {
          path,
          message: `${id} is adopted, and could be ${known}`,
          fix: `write volume: ${JSON.stringify(volumes[0])}, or the other`,
        };
      else yield { path, message: `${volume} is no volume of kind efs; there is ${known}`, fix: `write ${known}` };
    },
  },
  {
    id: "adopt/efs-key",
    title: "An adopted EFS file system keeps the key that encrypts it.",
    severity: "warning",
    why: "It was made before the key of this environment, which it cannot change to: Terraform would replace it.",
    source: EFS_IMPORT,
    *check({ config: { adopt } }) {
      if (!adopt?.efs || adopt.efs.keeps.includes("kms_key_id")) return;
      const message = `adopt.efs does not keep kms_key_id, so the plan would replace ${adopt.efs.id}, and prevent_destroy refuse it`;
      yield { path: ["adopt", "efs", "keeps"], message, fix: 'write keeps: ["kms_key_id"]' };
    },
  },
  {
    id: "adopt/checkpoint-bucket-is-managed",
    title: "An adopted checkpoint bucket is one that the environment manages.",
    severity: "error",
    why: "A bucket of kind existing is used as it is, and without checkpoints there is none.",
    source: IMPORT,
    *check({ config: { adopt, checkpoints } }) {
      if (!adopt?.checkpointBucket || checkpoints?.bucket.kind === "create") return;
      const { name } = adopt.checkpointBucket;
      const message = checkpoints
        ? `${name} is adopted, but checkpoints.bucket.kind is "existing": that bucket is used, not managed`
        : `${name} is adopted, but the environment has no checkpoints`;
      const fix = checkpoints
        ? 'remove adopt.checkpointBucket, or write checkpoints: { bucket: { kind: "create" } }'
        : "write checkpoints: {}, or remove adopt.checkpointBucket";
      yield { path: ["adopt", "checkpointBucket"], message, fix };
    },
  },
  {
    id: "adopt/checkpoint-bucket-name",
    title: "An adopted checkpoint bucket keeps its name.",
    severity: "error",
    why: "A bucket cannot be renamed: another name makes Terraform replace it.",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html",
    *check({ config: { adopt, checkpoints } }) {
      const adopted = adopt?.checkpointBucket?.name;
      const written = checkpoints?.bucket.kind === "create" ? checkpoints.bucket.name : undefined;
      if (adopted === undefined || written === undefined || adopted === written) return;
      const message = `checkpoints.bucket.name is ${written}, but ${adopted} is adopted`;
      yield { path: ["checkpoints", "bucket", "name"], message, fix: `remove the name, or write ${adopted}` };
    },
  },
  {
    id: "adopt/linkable-bucket-name",
    title: "An adopted checkpoint bucket has no dot in its name.",
    severity: "error",
    why: "Buckets with dots are not reached over TLS by name, so a bucket that Railyard manages has none; one that it only uses may have.",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html",
    *check({ config: { adopt } }) {
      const name = adopt?.checkpointBucket?.name;
      if (!name?.includes(".")) return;
      const message = `${name} has a dot in its name`;
      yield { path: ["adopt", "checkpointBucket", "name"], message, fix: "copy the objects to a bucket without dots" };
    },
  },
  {
    id: "adopt/state-bucket-is-managed",
    title: "An adopted state bucket is the one that has the state.",
    severity: "error",
    why: "With local state there is no bucket, and another name would be another bucket.",
    source: "https://developer.hashicorp.com/terraform/language/backend/s3",
    *check({ config: { adopt, state } }) {
      const name = adopt?.stateBucket?.name;
      if (name === undefined || (state.kind === "s3" && (state.bucket ?? name) === name)) return;
      const message =
        state.kind === "local"
          ? `${name} is adopted, but the state is in local files`
          : `state.bucket is ${state.bucket}, but ${name} is adopted`;
      const fix = state.kind === "local" ? 'write state: { kind: "s3" }, or remove adopt.stateBucket' : `write ${name}`;
      yield { path: ["adopt", "stateBucket", "name"], message, fix };
    },
  },
  {
    id: "adopt/place-twice",
    title: "A resource is imported once.",
    severity: "error",
    why: "A resource has one id; Terraform refuses a second import block for it.",
    source: IMPORT,
    *check({ config: { adopt } }) {
      // what one stack has shares its places
      const seen = new Map<string, string>();
      for (const kind of KINDS)
        for (const place of Object.keys(adopt?.[kind]?.parts ?? {})) {
          const stack = ["fileSystem", "efs", "checkpointBucket"].includes(kind) ? "storage" : kind;
          const first = seen.get(`${stack} ${place}`);
          seen.set(`${stack} ${place}`, kind);
          const isWhole = WHOLE[kind].test(place);
          if (first === undefined && !isWhole) continue;
          const message = isWhole
            ? `${place} is the ${kind} itself, which has its id already`
            : `${place} is a part of ${first} already`;
          yield { path: ["adopt", kind, "parts", place], message, fix: "remove one of them" };
        }
    },
  },
];

/** Place of the resource itself: see stacks/adopted-resources.ts. */
const WHOLE: Readonly<Record<AdoptableKind, RegExp>> = {
  vpc: /^vpc\/vpc$/,
  cluster: /^cluster\/cluster$/,
  fileSystem: /^lustre\/file-system$/,
  efs: /^storage-[^/]+\/file-system$/,
  checkpointBucket: /^checkpoints\/bucket$/,
  stateBucket: /^state\/bucket$/,
};
