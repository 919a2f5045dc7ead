import type { Api, ApiObject } from "./api";
import { ControlPlaneError } from "./control-plane-error";
import { DEFINITIONS } from "./conversions";

/** An object of a cluster. */
export interface InventoryRow {
  /** As in `Deployment.apps`. */
  readonly kind: string;
  /** Name of the definition of its kind, where it has one: `nodesets.slinky.slurm.net`. */
  readonly resource: string;
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

/** What is in a cluster. */
export interface Inventory {
  /** By a name of their own. */
  readonly objects: ReadonlyMap<string, InventoryRow>;
  /** Kinds that the API server does not list, and why: what there is of them is unknown. */
  readonly unread: readonly UnreadKind[];
}

export interface UnreadKind {
  readonly kind: string;
  readonly reason: string;
}

/** Every object of a cluster, but for those that come and go by themselves. */
export async function inventory(api: Api): Promise<Inventory> {
  const { groups = [] } = (await api.ask("GET", "/apis")).body as {
    groups?: readonly { readonly name: string; readonly versions: readonly { readonly groupVersion: string }[] }[];
  };
  // the preferred version comes first, and not every kind of the group has it
  const places = [
    { path: "/api/v1", group: "" },
    ...groups.flatMap(({ name, versions }) =>
      versions.map(({ groupVersion }) => ({ path: `/apis/${groupVersion}`, group: name })),
    ),
  ];
  const listed = new Set<string>();
  const found = new Map<string, InventoryRow>();
  const unread: UnreadKind[] = [];
  for (const { path, group } of places) {
    const { resources = [] } = (await api.ask("GET", path)).body as ResourceList;
    for (const { name: plural, kind: plain, verbs } of resources) {
      const kind = group === "" ? plain : `${plain}.${group}`;
      const resource = group === "" ? plural : `${plural}.${group}`;
      if (plural.includes("/") || !verbs.includes("list") || PASSING.has(kind) || listed.has(resource)) continue;
      listed.add(resource);
      const objects = await api.names(`${path}/${plural}`).catch((error: unknown) => {
        if (!(error instanceof ControlPlaneError)) throw error;
        unread.push({ kind, reason: error.message });
        return [];
      });
      for (const { metadata } of objects) {
        const { namespace = null, name, deletionTimestamp, finalizers = [] } = metadata;
        if (OF_NAMESPACE.has(`${kind}/${name}`)) continue;
        const goesAfter = deletionTimestamp === undefined ? null : finalizers;
        const reason = goesAfter === null ? null : await whyNotGone(api, `${path}/${plural}`, name);
        found.set(`${kind} ${namespace ?? ""}/${name}`, { kind, resource, namespace, name, goesAfter, reason });
      }
    }
  }
  return { objects: found, unread };
}

/** Only definitions of kinds say it. */
async function whyNotGone(api: Api, list: string, name: string): Promise<string | null> {
  if (list !== DEFINITIONS) return null;
  const { status, body } = await api.ask("GET", `${list}/${name}`);
  return status === 200 ? terminating((body as ApiObject).status) : null;
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
