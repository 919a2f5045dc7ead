import type { Api, ApiObject } from "./api";

/** An object of a cluster. */
export interface InventoryRow {
  /** As in `Deployment.apps`. */
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  /** What it waits for before it goes; null: nobody has deleted it. */
  readonly goesAfter: readonly string[] | null;
  /** What the API server says of why it is not gone yet; null: nothing. */
  readonly reason: string | null;
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly verbs: readonly string[];
  }[];
}

/** Kinds that come and go by themselves. */
const PASSING = new Set([
  "Event",
  "Event.events.k8s.io",
  "Lease.coordination.k8s.io",
  "Endpoints",
  "EndpointSlice.discovery.k8s.io",
  "ControllerRevision.apps",
  "ComponentStatus",
  "IPAddress.networking.k8s.io",
  "VolumeAttachment.storage.k8s.io",
  // one for each group of definitions
  "APIService.apiregistration.k8s.io",
]);

/** What every namespace has. */
const OF_NAMESPACE = new Set(["ServiceAccount/default", "ConfigMap/kube-root-ca.crt"]);

/** Every object of a cluster, by a name of its own, but for those that come and go by themselves. */
export async function inventory(api: Api): Promise<ReadonlyMap<string, InventoryRow>> {
  const { groups = [] } = (await api.ask("GET", "/apis")).body as {
    groups?: readonly { readonly name: string; readonly preferredVersion: { readonly groupVersion: string } }[];
  };
  const places = [
    { path: "/api/v1", group: "" },
    ...groups.map(({ name, preferredVersion }) => ({ path: `/apis/${preferredVersion.groupVersion}`, group: name })),
  ];
  const found = new Map<string, InventoryRow>();
  for (const { path, group } of places) {
    const { resources = [] } = (await api.ask("GET", path)).body as ResourceList;
    for (const { name: plural, kind: plain, verbs } of resources) {
      const kind = group === "" ? plain : `${plain}.${group}`;
      if (plural.includes("/") || !verbs.includes("list") || PASSING.has(kind)) continue;
      for (const { metadata, status } of await api.list(`${path}/${plural}`)) {
        const { namespace = null, name, deletionTimestamp, finalizers = [] } = metadata;
        if (OF_NAMESPACE.has(`${kind}/${name}`)) continue;
        const goesAfter = deletionTimestamp === undefined ? null : finalizers;
        const reason = goesAfter === null ? null : terminating(status);
        found.set(`${kind} ${namespace ?? ""}/${name}`, { kind, namespace, name, goesAfter, reason });
      }
    }
  }
  return found;
}

/** Message of the condition that definitions of kinds have while they go. */
export function terminating(status: ApiObject["status"]): string | null {
  const conditions = (status?.conditions ?? []) as readonly { readonly type: string; readonly message?: string }[];
  return conditions.find(({ type }) => type === "Terminating")?.message ?? null;
}

/** What is there after and was not there before. */
export function leftOver(
  before: ReadonlyMap<string, InventoryRow>,
  after: ReadonlyMap<string, InventoryRow>,
): InventoryRow[] {
  return [...after].flatMap(([key, row]) => (before.has(key) ? [] : [row]));
}
