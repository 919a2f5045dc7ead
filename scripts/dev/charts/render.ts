import { parseAllDocuments } from "yaml";
import { missingHelm } from "../../lib/charts/charts-error";
import type { Release, Values } from "../../lib/charts/releases";
import { runTool } from "../../lib/charts/tools";

/** An object that a chart makes. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly spec?: Values;
}

/** The objects of a release, or why Helm refuses it. */
export type Rendered =
  | { readonly kind: "rendered"; readonly objects: readonly KubernetesObject[] }
  | { readonly kind: "refused"; readonly reason: string };

/** Minors from which the API serves dynamic resource allocation; `helm template` asks no cluster and must be told. */
const DRA_SINCE = 34;

/**
 * Renders a release as an install would, its CRDs included.
 * @param apiVersions what CRDs of earlier releases add to the API, `group/version` and `group/version/Kind`
 */
export function render(
  helm: string,
  chart: string,
  valuesFile: string,
  release: Release,
  apiVersions: readonly string[],
): Rendered {
  const minor = Number(release.kubernetesVersion.split(".")[1]);
  const served = [
    ...(minor >= DRA_SINCE ? ["resource.k8s.io/v1", "resource.k8s.io/v1/DeviceClass"] : []),
    ...apiVersions,
  ];
  const run = runTool(helm, [
    "template",
    release.name,
    chart,
    "--namespace",
    release.namespace,
    "--kube-version",
    `${release.kubernetesVersion}.0`,
    "--values",
    valuesFile,
    "--include-crds",
    ...served.flatMap((version) => ["--api-versions", version]),
  ]);
  if (run === null) throw missingHelm(helm);
  if (!run.ok) return { kind: "refused", reason: lastError(run.error) };
  return { kind: "rendered", objects: objectsOf(run.output) };
}

/** Read as Kubernetes reads YAML: version 1.1, and of a key that stands twice the last counts. */
export function objectsOf(text: string): KubernetesObject[] {
  const documents = parseAllDocuments(text, { version: "1.1", uniqueKeys: false, logLevel: "silent" });
  return [...documents]
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object): object is KubernetesObject => object !== null && typeof object.kind === "string");
}

/** Helm's warnings about links and the like come before what it stopped at. */
function lastError(text: string): string {
  const at = text.lastIndexOf("Error:");
  return (at < 0 ? text : text.slice(at + "Error:".length)).trim() || "helm template failed and said nothing";
}
