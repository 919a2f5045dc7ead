import type { Refusal } from "../cloud/resource-kind";
import type { Attributes } from "../value";
import { releaseValues } from "./custom-kinds";

/** A field that the API server, or a webhook, lets nobody change once the object is there. */
interface FixedField {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: readonly string[];
  readonly source: string;
}

const STORAGE = "https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/storage/validation/validation.go";
const CORE = "https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go";
const MARIADB = "https://github.com/mariadb-operator/mariadb-operator/blob/26.6.0/api/v1alpha1/mariadb_types.go";

/** Of the kinds that releases of our own chart have. */
const FIXED: readonly FixedField[] = [
  ...["provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"].map((field) => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    path: [field],
    source: STORAGE,
  })),
  { apiVersion: "v1", kind: "PersistentVolumeClaim", path: ["spec", "storageClassName"], source: CORE },
  { apiVersion: "v1", kind: "PersistentVolumeClaim", path: ["spec", "volumeName"], source: CORE },
  { apiVersion: "v1", kind: "PersistentVolume", path: ["spec", "csi"], source: CORE },
  ...["storageClassName", "ephemeral"].map((field) => ({
    apiVersion: "k8s.mariadb.com/v1alpha1",
    kind: "MariaDB",
    path: ["spec", "storage", field],
    source: MARIADB,
  })),
];

interface Listed {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown };
}

/** Refuses an upgrade that changes such a field of an object. What the chart is told to keep has the value of the cluster. */
export function refuseFixedFields(object: Attributes, prior: Attributes): Refusal[] {
  const [after, before] = [releaseValues(object), releaseValues(prior)];
  return list(after["objects"]).flatMap((one) => {
    const known = list(before["objects"]).find((other) => isSame(one, other));
    if (!known) return [];
    return FIXED.filter(({ apiVersion, kind }) => apiVersion === one.apiVersion && kind === one.kind)
      .filter(({ path }) => !isKept(after["keep"], one, path))
      .filter(({ path }) => textAt(one, path) !== textAt(known, path))
      .map(({ kind, path, source }) => ({
        code: `cannot patch "${String(one.metadata?.name)}" with kind ${kind}`,
        message: `${path.join(".")}: field is immutable: it is ${textAt(known, path)}, and would be ${textAt(one, path)}`,
        source,
      }));
  });
}

const list = (value: unknown): Listed[] => (Array.isArray(value) ? (value as Listed[]) : []);

const isSame = (one: Listed, other: Listed): boolean =>
  one.apiVersion === other.apiVersion &&
  one.kind === other.kind &&
  one.metadata?.name === other.metadata?.name &&
  one.metadata?.namespace === other.metadata?.namespace;

/** Whether the chart looks the field up in the cluster, or one that holds it. */
function isKept(keep: unknown, { apiVersion, kind, metadata }: Listed, path: readonly string[]): boolean {
  return list(keep).some((row) => {
    const { name, path: kept } = row as Listed & { readonly name?: unknown; readonly path?: unknown };
    const same = row.apiVersion === apiVersion && row.kind === kind && name === metadata?.name;
    return same && Array.isArray(kept) && kept.every((key, index) => key === path[index]);
  });
}

function textAt(object: unknown, path: readonly string[]): string {
  let at: unknown = object;
  for (const key of path) at = (at as Record<string, unknown> | null | undefined)?.[key];
  return at === undefined ? "not set" : JSON.stringify(at);
}
