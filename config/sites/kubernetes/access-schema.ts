import { z } from "zod";
import { key } from "../../kernel/key";
import { pemSchema } from "../../kernel/pem";

/** How the cluster is reached is nothing that runs in it notices. */
const NOTHING_RUNS = "Nothing in the cluster notices, as long as it is the same one.";

const execSchema = z.strictObject({
  command: key(z.string().min(1), {
    description: "Program that prints a credential for the cluster; it must be on the PATH where Terraform runs.",
    example: "kubelogin",
    update: "none",
    updateNote: NOTHING_RUNS,
    source: "https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins",
  }),
  args: key(z.array(z.string()).default([]), {
    description: "What it is called with. Never a secret: plans and logs show it.",
    example: ["get-token", "--server-id", "iron"],
    update: "none",
  }),
  env: key(
    z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable"), z.string()).default({}),
    {
      description: "Variables that it gets besides those that Terraform has. Never a secret.",
      update: "none",
    },
  ),
  apiVersion: key(
    z
      .enum(["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"])
      .default("client.authentication.k8s.io/v1"),
    { description: "Form of the credential that it prints.", update: "none" },
  ),
});

const kubeconfigPath = z
  .string()
  .regex(
    /^~?\/./,
    "must be an absolute path, or begin with ~/: Terraform would look for any other one in the folder of each stack",
  );

/** How Terraform and kubectl reach a cluster that exists. What proves who they are is never in config. */
export const accessSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("kubeconfig"),
    context: key(z.string().min(1).max(253), {
      description: "Context of the kubeconfig. The one that is current there is never asked for.",
      example: "iron",
      update: "none",
      updateNote: NOTHING_RUNS,
    }),
    // Terraform runs in the folder of each stack, kubectl in that of whoever calls it
    path: key(kubeconfigPath.default("~/.kube/config"), {
      description:
        "The kubeconfig, on the machine where Terraform runs; `~/` is the home of its user. An absolute path otherwise.",
      update: "none",
    }),
  }),
  z.strictObject({
    kind: z.literal("endpoint"),
    host: key(
      z
        .string()
        .regex(
          /^https:\/\/[A-Za-z0-9.:[\]-]+(\/[\w./-]*)?$/,
          "must be the https address of the Kubernetes API, such as https://10.0.0.10:6443",
        ),
      {
        description: "Address of the Kubernetes API.",
        example: "https://10.0.0.10:6443",
        update: "none",
        updateNote: NOTHING_RUNS,
      },
    ),
    certificateAuthority: key(pemSchema.optional(), {
      description: "Certificates that sign that of the API, as PEM. They are no secret.",
      defaultNote: "those that the machine trusts",
      update: "none",
    }),
    exec: key(execSchema, { description: "Who proves that it is you.", update: "none" }),
  }),
]);

/** How a cluster that exists is reached. */
export type ClusterAccess = z.output<typeof accessSchema>;
