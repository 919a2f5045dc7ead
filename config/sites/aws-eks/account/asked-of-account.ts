import { isNamedImage } from "../images/resolve";
import type { ConfigPath } from "../../../kernel/issues";
import type { AwsEnvironment } from "../environment";
import { isLinked } from "../../../checkpoints/link-rules";
import { groupPath } from "../../../pools/written-groups";
import { ec2Groups } from "../nodes/ec2-groups";

/** Something that config cannot know of what it only names. */
export interface OpenQuestion {
  readonly path: ConfigPath;
  /** What is unknown, and what comes of it. */
  readonly text: string;
  /** Id of the check of `railyard preflight` that asks it. */
  readonly check: string;
}

/** What stays unknown of a network, a bucket and snapshots that others made, until the account is asked. */
export function openQuestions(env: AwsEnvironment): OpenQuestion[] {
  return [...ofNetwork(env), ...ofImages(env), ...ofBucket(env)];
}

function ofImages(env: AwsEnvironment): OpenQuestion[] {
  return ec2Groups(env).flatMap((group): OpenQuestion[] => {
    const { image, rootVolumeGiB } = group.machines;
    if (isNamedImage(image) || image.dataSnapshotId === undefined) return [];
    return [
      {
        path: groupPath(group, "image", "dataSnapshotId"),
        text: `whether ${image.dataSnapshotId} is there and complete, is no larger than ${rootVolumeGiB} GiB, and whether Auto Scaling may use its key: otherwise no node of ${group.name} starts`,
        check: "images/data-snapshots",
      },
    ];
  });
}

function ofNetwork({ network }: AwsEnvironment): OpenQuestion[] {
  if (network.vpcId === null) return [];
  return [
    {
      path: ["network", "vpcId"],
      text: `whether the private subnets of ${network.vpcId} reach S3 by a gateway endpoint, which is free: Railyard makes none in a network that it only uses, and without one every checkpoint and image costs by the byte, or has no way`,
      check: "network/gateway-endpoint",
    },
  ];
}

function ofBucket(env: AwsEnvironment): OpenQuestion[] {
  const { checkpoints } = env;
  if (checkpoints?.bucket.kind !== "existing") return [];
  const { name, kmsKeyArn } = checkpoints.bucket;
  const linked = isLinked(env);
  const key: OpenQuestion = {
    path: ["checkpoints", "bucket", "kmsKeyArn"],
    text:
      kmsKeyArn === null
        ? `whether ${name} encrypts with a key of its own: kmsKeyArn names none, and jobs get no right to one`
        : `whether ${name} encrypts with ${kmsKeyArn}${linked ? ", and whether the policy of that key lets the role of FSx in: without it nothing is exported" : ""}`,
    check: "checkpoints/bucket-key",
  };
  if (!linked || (checkpoints.warm?.import.length ?? 0) === 0) return [key];
  return [
    key,
    {
      path: ["checkpoints", "bucket", "name"],
      text: `whether ${name} has notifications that overlap ${checkpoints.prefix}: S3 takes no two of one event, and FSx needs its own to import`,
      check: "checkpoints/bucket-notifications",
    },
  ];
}
