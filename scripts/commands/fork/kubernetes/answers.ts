import type { KubernetesConfig } from "../../../../config/sites/kubernetes/schema";
import { readText } from "../../../lib/files/read-json";
import { together, UsageError } from "../../../lib/errors/usage";
import { byGroup, nodesByGroup } from "../by-group";
import type { ForkValues } from "../site";

/** What a person said of a fork on a cluster that exists; what is left out follows the original. */
export interface Answers {
  readonly context?: string | undefined;
  /** Path of the kubeconfig. */
  readonly kubeconfig?: string | undefined;
  /** Address of the Kubernetes API. */
  readonly host?: string | undefined;
  /** Certificates that sign that of the API, as PEM. */
  readonly certificateAuthority?: string | undefined;
  /** Program that prints a credential. */
  readonly exec?: string | undefined;
  readonly execArgs?: readonly string[] | undefined;
  /** Minor version of Kubernetes. */
  readonly version?: string | undefined;
  readonly stateBucket?: string | undefined;
  readonly stateEndpoint?: string | undefined;
  readonly stateRegion?: string | undefined;
  /** StorageClasses, by what they are for. */
  readonly storageClasses: ReadonlyMap<string, string>;
  /** Numbers of nodes, by pool. */
  readonly nodes: ReadonlyMap<string, number>;
}

/** @throws UsageError for options that contradict each other, or that cannot be read */
export function answersOf(values: ForkValues, { nodeGroups }: KubernetesConfig): Answers {
  const read = together({
    way: () => assertOneWay(values),
    certificateAuthority: () => certificates(values["certificate-authority"]),
    storageClasses: () =>
      byGroup("--storage-class", values["storage-class"], ["usual", "retained"], (text) => text, "use of volumes"),
    nodes: () => nodesByGroup(values.nodes, Object.keys(nodeGroups)),
  });
  return {
    context: values.context,
    kubeconfig: values.kubeconfig,
    host: values.host,
    certificateAuthority: read.certificateAuthority,
    exec: values.exec,
    execArgs: values["exec-arg"],
    version: values["kubernetes-version"],
    stateBucket: values["state-bucket"],
    stateEndpoint: values["state-endpoint"],
    stateRegion: values["state-region"],
    storageClasses: read.storageClasses,
    nodes: read.nodes,
  };
}

/** A kubeconfig or an address: never both. */
function assertOneWay(values: ForkValues): void {
  const ofFile = (["context", "kubeconfig"] as const).filter((option) => values[option] !== undefined);
  const ofAddress = (["host", "certificate-authority", "exec", "exec-arg"] as const).filter(
    (option) => values[option] !== undefined,
  );
  if (ofFile.length > 0 && ofAddress.length > 0)
    throw new UsageError(
      `--${ofFile[0]} reaches the cluster by a kubeconfig, and --${ofAddress[0]} by the address of its API: give one of them`,
    );
}

function certificates(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = readText(file, { name: `--certificate-authority: ${file}` }).replace(/\r\n/g, "\n");
  // what would be wrong with it is told with what was given
  if (!/^-----BEGIN CERTIFICATE-----\n/.test(text) || text.includes("PRIVATE KEY"))
    throw new UsageError(
      `--certificate-authority: ${file} must hold certificates in PEM and nothing else: it begins with -----BEGIN CERTIFICATE-----, and has no private key`,
    );
  return text;
}
