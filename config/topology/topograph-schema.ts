import { z } from "zod";
import { TOPOGRAPH_DOCS } from "../facts/topograph";
import { key } from "../kernel/key";
import { secretNameSchema } from "../slurm/secret-name";

const provider = (name: string) => `${TOPOGRAPH_DOCS}/docs/providers/${name}.md`;

/** Secret with a file `credentials.yaml` in it. */
const secretName = (keys: string, docs: string) =>
  key(secretNameSchema.optional(), {
    description: `Secret in the namespace topograph whose key credentials.yaml has ${keys}. Its text is never in config.`,
    defaultNote: "what the machine that it runs on may ask",
    example: "topograph-credentials",
    source: provider(docs),
    update: "in-place",
  });

const infiniband = z.strictObject({
  /** Runs ibnetdiscover in a privileged pod of a node of each fabric, again whenever nodes come or go. */
  kind: z.literal("infiniband"),
});

const oci = z.strictObject({
  kind: z.literal("oci"),
  secretName: secretName(
    "tenancyId, userId, region, fingerprint, privateKey and, where there is one, passphrase",
    "oci",
  ),
});

const gcp = z.strictObject({
  /** As the account of the nodes, which has compute.instances.list. */
  kind: z.literal("gcp"),
});

const nebius = z.strictObject({
  kind: z.literal("nebius"),
  secretName: secretName("serviceAccountId, publicKeyId, privateKey and, outside of Nebius, projectId", "nebius"),
});

const lambdai = z.strictObject({
  kind: z.literal("lambdai"),
  url: key(z.url({ protocol: /^https$/ }).default("https://cloud.lambda.ai"), {
    description: "API of Lambda.",
    source: provider("lambdai"),
    update: "in-place",
  }),
  secretName: key(secretNameSchema, {
    description: "Secret in the namespace topograph whose key credentials.yaml has workspaceId and token.",
    example: "topograph-credentials",
    source: provider("lambdai"),
    update: "in-place",
  }),
});

/** NVIDIA's topograph, installed by Railyard. */
export const topographSchema = z.strictObject({
  provider: key(z.discriminatedUnion("kind", [infiniband, oci, gcp, nebius, lambdai]), {
    description:
      "Who tells topograph where nodes stand. infiniband: ibnetdiscover in a pod of one node. oci, gcp, nebius, lambdai: the API of that cloud.",
    example: { kind: "infiniband" },
    source: `${TOPOGRAPH_DOCS}/docs/providers`,
    update: "in-place",
    updateNote: "Labels of nodes are written anew; jobs that run stay where they are.",
  }),
});

export type TopographConfig = z.output<typeof topographSchema>;

/** Who tells it. */
export type TopographProvider = TopographConfig["provider"]["kind"];
