import { accessSchema } from "../../../../config/sites/kubernetes/access-schema";
import { existingClusterSchema } from "../../../../config/sites/kubernetes/cluster-schema";
import type { KubernetesConfig } from "../../../../config/sites/kubernetes/schema";
import { bucketSchema } from "../../../../config/state/schema";
import { UsageError } from "../../../lib/errors/usage";
import type { Terminal } from "../../../lib/terminal/ask";
import { askUntil, type CheckAnswer } from "../ask-until";
import type { Answers } from "./answers";

/**
 * All that is needed for a fork: what was given, then what a person answers, then what follows from the original.
 * @param terminal null: nobody is there to answer
 * @throws UsageError where nobody says which cluster it is
 */
export async function complete(
  original: KubernetesConfig,
  given: Answers,
  terminal: Terminal | null,
): Promise<Answers> {
  if (!terminal) {
    if ([given.context, given.kubeconfig, given.host].every((value) => value === undefined))
      throw new UsageError(
        `One cluster has one environment, so a fork cannot have that of ${original.name}: add --context <name>, a context of a kubeconfig, or --host <address> with --exec <program>.`,
      );
    return given;
  }
  const access = await askAccess(original, given, terminal);
  const version =
    given.version ?? (await askUntil(terminal, "Kubernetes of the cluster", original.cluster.version, isVersion));
  const nodes = new Map(given.nodes);
  for (const [name, pool] of Object.entries(original.nodeGroups))
    if (!nodes.has(name))
      nodes.set(name, Number(await askUntil(terminal, `Nodes of ${name}`, String(pool.nodes), isNumber)));
  const { state } = original;
  const stateBucket =
    given.stateBucket ??
    (state.kind === "local"
      ? undefined
      : await askUntil(terminal, "Bucket of Terraform's state", state.bucket, isBucket));
  return { ...given, ...access, version, nodes, stateBucket };
}

async function askAccess({ cluster: { access } }: KubernetesConfig, given: Answers, terminal: Terminal) {
  const { context, kubeconfig, certificateAuthority, exec, execArgs } = given;
  if (context !== undefined || kubeconfig !== undefined) return {};
  const byAddress = [given.host, certificateAuthority, exec, execArgs].some((one) => one !== undefined);
  if (access.kind === "kubeconfig" && !byAddress)
    return { context: await askUntil(terminal, "Context of the kubeconfig", undefined, isOtherContext(access)) };
  const host =
    given.host ?? (await askUntil(terminal, "Address of the Kubernetes API", undefined, isOtherHost(access)));
  if (access.kind === "endpoint" || exec !== undefined) return { host };
  return { host, exec: await askUntil(terminal, "Program that proves who you are", undefined, isSomething) };
}

type Access = KubernetesConfig["cluster"]["access"];

const isOtherContext =
  (access: Access): CheckAnswer =>
  (context) =>
    access.kind === "kubeconfig" && access.context === context
      ? `${JSON.stringify(context)} is the cluster of the original: one cluster has one environment`
      : wrong(accessSchema.safeParse({ kind: "kubeconfig", context }));

const isOtherHost =
  (access: Access): CheckAnswer =>
  (host) =>
    access.kind === "endpoint" && access.host === host
      ? `${host} is the cluster of the original: one cluster has one environment`
      : wrong(accessSchema.safeParse({ kind: "endpoint", host, exec: { command: "any" } }));

const isVersion: CheckAnswer = (text) => wrong(existingClusterSchema.shape.version.safeParse(text));
const isBucket: CheckAnswer = (text) => wrong(bucketSchema.safeParse(text));
const isNumber: CheckAnswer = (text) =>
  /^[1-9]\d{0,4}$/.test(text) ? null : `${JSON.stringify(text)} is no number of nodes`;
const isSomething: CheckAnswer = (text) => (text.trim() === "" ? "it needs a name" : null);

function wrong(parsed: { readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined }) {
  return parsed.error ? parsed.error.issues.map(({ message }) => message).join("; ") : null;
}
