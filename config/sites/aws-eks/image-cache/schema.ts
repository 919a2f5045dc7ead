import { z } from "zod";
import { PULL_THROUGH_SOURCE, UPSTREAMS, type UpstreamName } from "../../../facts/pull-through-cache";
import { key } from "../../../kernel/key";

const upstreams = Object.keys(UPSTREAMS) as [UpstreamName, ...UpstreamName[]];

const cached = z.strictObject({
  secretArn: key(
    z
      .string()
      .regex(
        /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:ecr-pullthroughcache\/[\w/+=.@-]+$/,
        "must be the ARN of a secret whose name begins with ecr-pullthroughcache/: ECR reads no others",
      )
      .optional(),
    {
      description:
        "Secret in Secrets Manager with user and token for the registry (keys username and accessToken), in the account and the Region of the environment. The token itself is never in config.",
      defaultNote: "none: the registry gives images to anybody",
      example: "arn:aws:secretsmanager:us-east-1:111122223333:secret:ecr-pullthroughcache/docker-hub-AbCdEf",
      update: "in-place",
    },
  ),
});

/** Registries that ECR caches for an environment. */
export const imageCacheSchema = key(z.partialRecord(z.enum(upstreams), cached).default({}), {
  description:
    "Registries whose images ECR fetches and keeps for the environment: each gets a rule, and the images of charts that come from it are taken from there, as with platform.images.mirrors. Nodes make the repositories of an image at its first pull. ECR has none of nvcr.io: copy those images to a mirror (railyard pin).",
  example: { "public.ecr.aws": {}, "quay.io": {} },
  update: "rolling",
  updateNote:
    "Pods of the charts are made anew, slurmd's too: jobs on them end. Repositories that ECR has filled stay.",
  source: PULL_THROUGH_SOURCE.url,
});
