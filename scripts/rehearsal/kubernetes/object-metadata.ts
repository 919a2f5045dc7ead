import { uuid } from "../aws/api-ids";
import { blockOf, numberOf, textOf } from "../attribute-values";
import type { CloudApi } from "../cloud/cloud-api";
import type { Refusal, KindRow } from "../cloud/resource-kind";
import { mapBlocks } from "../map-blocks";
import type { Attributes } from "../value";

export const NAMES = "https://kubernetes.io/docs/concepts/overview/working-with-objects/names/";
const UNIQUE = "https://kubernetes.io/docs/reference/using-api/api-concepts/";

/** Where the object lives: in a namespace, or in the cluster. */
export type Scope = "namespace" | "cluster";

/** Where a type of the provider is written. @param file as in `resource_kubernetes_secret_v1` */
export function kubernetesProvider(file: string): string {
  return `https://github.com/hashicorp/terraform-provider-kubernetes/blob/v2.38.0/kubernetes/${file}.go`;
}

/** What all objects have in common: arguments that name them, and that a name is there once. */
export function objectMetadata(scope: Scope): Pick<KindRow, "unique"> & { readonly defaults: Attributes } {
  const names = scope === "namespace" ? ["name", "namespace"] : ["name"];
  return {
    defaults: scope === "namespace" ? { "metadata.namespace": "default" } : {},
    unique: [{ by: names.map((name) => `metadata.${name}`), code: "AlreadyExists", source: UNIQUE }],
  };
}

/** Name, id and what else the API server fills in for a new object. */
export function madeObject(object: Attributes, scope: Scope, api: CloudApi): Attributes {
  const given = blockOf(object, "metadata");
  const name = textOf(given, "name") ?? `${textOf(given, "generate_name") ?? ""}${api.hex(5, "name")}`;
  return {
    id: scope === "namespace" ? `${textOf(given, "namespace") ?? "default"}/${name}` : name,
    metadata: mapBlocks(object, "metadata", (metadata) => ({
      ...metadata,
      name,
      uid: uuid(api, "uid"),
      generation: numberOf(metadata, "generation") ?? 0,
      resource_version: `${parseInt(api.hex(6, "resource-version"), 16)}`,
    })),
  };
}

/** Names are those of DNS: a label for namespaces, a subdomain for most of the rest. */
export function refuseObjectName(object: Attributes, form: "label" | "subdomain"): Refusal[] {
  const name = textOf(blockOf(object, "metadata"), "name");
  if (name === null) return [];
  const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  const pattern = form === "label" ? label : `${label}(\\.${label})*`;
  const most = form === "label" ? 63 : 253;
  if (name.length <= most && new RegExp(`^${pattern}$`).test(name)) return [];
  const dots = form === "label" ? "" : ", and periods between such parts";
  return [
    {
      code: "Invalid",
      message: `metadata.name "${name}"; it has up to ${most} of a-z, 0-9 and "-", with a letter or digit at both ends${dots}`,
      source: NAMES,
    },
  ];
}
