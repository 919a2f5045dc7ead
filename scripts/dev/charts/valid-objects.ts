import { join } from "node:path";
import { CRD_SCHEMA_LOCATION } from "./crd-schemas";
import type { KubernetesObject } from "./render";
import { runTool } from "../../lib/charts/tools";
import { parseJson } from "../../lib/files/read-json";

/** What kubeconform is told. */
export interface Validation {
  readonly kubeconform: string;
  /** Folder of schemas of Kubernetes' own kinds; null: kubeconform fetches them. */
  readonly schemas: string | null;
  /** Folder of schemas of custom resources. */
  readonly crdSchemas: string;
  readonly kubernetesVersion: string;
}

export interface ObjectVerdict {
  /** `Deployment/prometheus: spec.replicas must be integer`. */
  readonly invalid: readonly string[];
  readonly valid: number;
  /** Kinds for which there was no schema. */
  readonly unknown: readonly string[];
}

interface ResourceReport {
  readonly kind: string;
  readonly name: string;
  readonly status: "statusValid" | "statusInvalid" | "statusSkipped" | "statusError" | "statusEmpty";
  readonly msg: string;
}

/**
 * Checks objects against the schemas of their kinds. They are told as JSON, which all readers of YAML read alike: `on` is
 * a word to some and a boolean to others. @returns null when there is no kubeconform
 */
export function validObjects(objects: readonly KubernetesObject[], with_: Validation): ObjectVerdict | null {
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join("");
  const run = runTool(with_.kubeconform, kubeconformArgs(with_), text);
  if (run === null) return null;
  const { resources = [] } = parseJson(run.output || "{}", { name: "The answer of kubeconform" }) as {
    resources?: readonly ResourceReport[];
  };
  const withStatus = (status: ResourceReport["status"]) => resources.filter((one) => one.status === status);
  const unreachable = (one: ResourceReport) =>
    /could not find schema|failed downloading|failed to download/i.test(one.msg);
  const errors = withStatus("statusError");
  return {
    invalid: [...withStatus("statusInvalid"), ...errors.filter((one) => !unreachable(one))].map(
      ({ kind, name, msg }) => `${kind}/${name}: ${msg}`,
    ),
    valid: withStatus("statusValid").length,
    unknown: [...new Set([...withStatus("statusSkipped"), ...errors.filter(unreachable)].map(({ kind }) => kind))]
      .filter((kind) => kind !== "CustomResourceDefinition")
      .sort(),
  };
}

function kubeconformArgs({ schemas, crdSchemas, kubernetesVersion }: Validation): string[] {
  const builtin = schemas === null ? "default" : join(schemas, "{{ .ResourceKind }}{{ .KindSuffix }}.json");
  return [
    "-strict",
    "-verbose",
    "-output",
    "json",
    "-kubernetes-version",
    `${kubernetesVersion}.0`,
    "-ignore-missing-schemas",
    // the API server itself checks these better
    "-skip",
    "CustomResourceDefinition",
    "-schema-location",
    builtin,
    "-schema-location",
    join(crdSchemas, CRD_SCHEMA_LOCATION),
  ];
}
