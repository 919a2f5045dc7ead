import { z } from "zod";
import { CHARTS } from "../facts/versions";
import { key } from "../kernel/key";
import { mirrorSchema, registrySchema } from "../outbound/registry-schema";

const chartNames = Object.keys(CHARTS) as [keyof typeof CHARTS, ...(keyof typeof CHARTS)[]];

const taggedImage = z
  .string()
  .max(400)
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)*(\.[a-z0-9-]+|:\d{1,5})(\/[a-z0-9]+([._-]+[a-z0-9]+)*)+:[A-Za-z0-9_][\w.-]{0,127}$/,
    'must be a registry, a path and a tag, such as "ghcr.io/slinkyproject/slurmctld:26.05.1-ubuntu26.04"',
  );

const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, "must be sha256: and 64 of 0-9a-f; railyard pin asks the registry for it");

/** Where images of pods come from. */
export const imagesSchema = z.strictObject({
  mirrors: key(z.record(registrySchema, mirrorSchema).default({}), {
    description:
      'What stands in the place of a registry in the images of all charts, operators and jobs, and in those of the pods that they make: a pull-through cache of ECR, a proxy of Harbor or Artifactory. "*" is for every registry without a row, each in a folder of its name. Nodes must be able to pull there without a Secret, and images must be there before they are asked for. Add-ons of EKS keep the registry of their Region.',
    example: {
      "docker.io": "111122223333.dkr.ecr.us-east-1.amazonaws.com/docker-hub",
      "ghcr.io": "111122223333.dkr.ecr.us-east-1.amazonaws.com/github",
    },
    update: "rolling",
    updateNote: "Pods of the charts are made anew, slurmd's too: jobs on them end.",
    source: "https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache.html",
  }),
  digests: key(z.record(taggedImage, digest).default({}), {
    description:
      "Digests by the image that has them, as it is published: registry, path and tag. What Railyard itself names by such a tag is pulled by its digest, so that nobody moves it. railyard pin --write writes them into a file of JSON, which the environment imports. A row without such an image changes nothing; images that charts name by themselves keep their tag.",
    example: { "ghcr.io/slinkyproject/slurmctld:26.05.1-ubuntu26.04": `sha256:${"0".repeat(64)}` },
    update: "rolling",
    updateNote: "Pods of these images are made anew, slurmd's too: jobs on them end.",
    source: "https://kubernetes.io/docs/concepts/containers/images/#image-names",
  }),
});

/** What runs in the cluster beside Slurm. */
export const platformSchema = z.strictObject({
  helmValues: key(z.partialRecord(z.enum(chartNames), z.record(z.string(), z.unknown())).default({}), {
    description:
      "Escape hatch: values merged last into a chart's own, as Helm merges files of values: null takes away what the chart has by itself, in an environment that extends another one, too. Shown in reviews. Never put a secret in them.",
    example: { "gpu-operator": { validator: { plugin: { env: [{ name: "WITH_WORKLOAD", value: "false" }] } } } },
    update: "rolling",
  }),
  images: key(imagesSchema.prefault({}), {
    description: "Where images of pods come from.",
    update: "rolling",
  }),
  loadBalancerController: key(z.boolean().default(true), {
    description: "Install the AWS Load Balancer Controller; load balancers for Slurm login need it.",
    update: "in-place",
  }),
});
