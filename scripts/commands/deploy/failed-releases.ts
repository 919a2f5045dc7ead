import type { SiteEnvironment } from "../../../config/sites/environment";
import type { AwsAccess } from "../../lib/aws/access";
import { AwsCallError } from "../../lib/aws/ask-aws";
import { ExpectedError } from "../../lib/errors/expected-error";
import { clusterAccess } from "../../lib/kubernetes/cluster-access";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import type { PlanJson } from "../../lib/terraform/plan-json";

/** A Helm release by its name. */
export interface ReleaseName {
  readonly name: string;
  readonly namespace: string;
}

/** Clears the way for releases that a plan makes. */
export type ForgetFailed = (made: readonly ReleaseName[]) => Promise<void>;

export interface ForgetFailedProps {
  readonly environment: SiteEnvironment;
  readonly aws: AwsAccess;
  /** For a kubeconfig. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (text: string) => void;
}

/** Helm releases that a plan makes: no state has them. */
export function madeReleases({ resource_changes: changes = [] }: PlanJson): ReleaseName[] {
  return changes.flatMap(({ type, change }) => {
    const { name, namespace } = (change.after ?? {}) as Partial<Record<keyof ReleaseName, unknown>>;
    if (type !== "helm_release" || change.actions.join() !== "create") return [];
    return typeof name === "string" && typeof namespace === "string" ? [{ name, namespace }] : [];
  });
}

/**
 * Takes away what Helm keeps of installations that failed. The Helm provider writes no state for them, so that the next run
 * installs the release again, and Helm refuses: "cannot re-use a name that is still in use". The objects of the release stay, and
 * are those of the next installation, which names them as its own. What ever worked is not touched.
 * @see https://github.com/hashicorp/terraform-provider-helm/blob/v3.1.1/helm/resource_helm_release.go
 */
export const forgetFailed =
  ({ environment, aws, folder, env, signal, tell }: ForgetFailedProps): ForgetFailed =>
  async (made) => {
    try {
      const access = await clusterAccess({ environment, aws, folder, env, signal });
      if (access.kind !== "reached") return;
      for (const release of await failedAlone(access.kubectl, made)) {
        const { name, namespace } = release;
        await access.kubectl.run(
          "delete",
          "secret",
          "--namespace",
          namespace,
          "--selector",
          `${OWNER},name=${name},status=failed`,
        );
        tell(`${namespace}/${name}: its installation failed before; Helm forgets it, and it is installed again`);
      }
    } catch (error) {
      // who can't ask here is told by Terraform what stands in the way
      if (!(error instanceof ExpectedError) && !(error instanceof AwsCallError)) throw error;
    }
  };

const OWNER = "owner=helm";

/** Releases all of whose revisions have failed. */
async function failedAlone(kubectl: Kubectl, made: readonly ReleaseName[]): Promise<ReleaseName[]> {
  const format =
    "--output=jsonpath={range .items[*]}{.metadata.namespace} {.metadata.labels.name} {.metadata.labels.status}{'\\n'}{end}";
  const text = await kubectl.run("get", "secrets", "--all-namespaces", "--selector", OWNER, format);
  const revisions = text.split("\n").map((line) => line.split(" "));
  return made.filter(({ name, namespace }) => {
    const own = revisions.filter((one) => one[0] === namespace && one[1] === name);
    return own.length > 0 && own.every(([, , status]) => status === "failed");
  });
}
