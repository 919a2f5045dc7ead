import { ExpectedError } from "../errors/expected-error";
import type { Kubectl, KubernetesObject } from "../kubernetes/kubectl";
import { lines, type SlurmProgram } from "./controller";

/** What Slurm says of a node. */
export interface SlurmRecord {
  readonly name: string;
  /** As in `mixed`, `drained`, `down*`. */
  readonly state: string;
  /** Features: its pool is one of them. */
  readonly features: readonly string[];
  /** Why it takes no jobs; empty: nobody has said so. */
  readonly reason: string;
  /** When the reason was given, in seconds since 1970. */
  readonly since: number | null;
  /** User who gave it; empty where Slurm does not know. */
  readonly by: string;
}

/** What Kubernetes says of a machine. */
export interface HostRecord {
  readonly name: string;
  readonly uid: string;
  /** Another one after each boot. */
  readonly bootId: string;
  /** Status of its condition: True, False or Unknown; null: it has none. */
  readonly ready: string | null;
  /** Since when it is so. */
  readonly readySince: string | null;
  readonly cordoned: boolean;
  readonly providerId: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Those of Railyard. */
  readonly annotations: Readonly<Record<string, string>>;
}

/** A slurmd pod. */
export interface PodRecord {
  readonly name: string;
  readonly uid: string;
  /** Node of Kubernetes on which it is. */
  readonly host: string;
  readonly hostname: string;
  readonly ready: boolean;
}

/** A node as both see it. What one of them does not know is null. */
export interface SeenNode {
  readonly pool: string;
  /** Its name in Slurm, or where Slurm does not know it, in Kubernetes. */
  readonly name: string;
  readonly slurm: SlurmRecord | null;
  readonly host: HostRecord | null;
  readonly pod: PodRecord | null;
}

/** A pool, as its nodes are found. */
export interface WatchedNodes {
  readonly name: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
}

/** States in which a node takes jobs. */
export const takesJobs = (state: string): boolean =>
  /^(?:allocated|completing|idle|mixed|planned|reserved)[-+]?$/.test(state);

/** Asks Slurm for its nodes, with moments as seconds, whatever zone the pod is in. */
export const RECORDS = [
  "env",
  "TZ=UTC",
  "SLURM_TIME_FORMAT=%s",
  "sinfo",
  "--noheader",
  "--all",
  "--Node",
  "--format=%N|%T|%H|%u|%f|%E",
] as const;

/** What Slurm says of its nodes. @throws KubectlError where it does not answer */
export async function slurmRecords(slurm: SlurmProgram): Promise<SlurmRecord[]> {
  return readRecords(await slurm(...RECORDS));
}

/**
 * Lines of sinfo, one node each: name, state, time and user of the reason, features, reason.
 * @throws ExpectedError for any other line: a node that is not seen would be taken for one without jobs
 */
export const readRecords = (text: string): SlurmRecord[] =>
  lines(text).map((line) => {
    const [name = "", state = "", since = "", by = "", features, ...reason] = line.split("|");
    if (features === undefined || reason.length === 0)
      throw new ExpectedError(`sinfo answered ${JSON.stringify(line.slice(0, 120))}, which is no node`);
    const why = reason.join("|").trim();
    return {
      name,
      state,
      features: features.split(","),
      reason: why === "none" ? "" : why,
      since: /^\d+$/.test(since) ? Number(since) : null,
      by: by === "Unknown" || by === "N/A" ? "" : by.trim(),
    };
  });

const OURS = "railyard.dev/";

/** What is read of a node of Kubernetes. */
export function hostRecord({ metadata, spec, status }: KubernetesObject): HostRecord {
  const { uid = "", annotations = {} } = metadata as { uid?: string; annotations?: Record<string, string> };
  const { conditions = [], nodeInfo = {} } = (status ?? {}) as NodeStatus;
  const ready = conditions.find(({ type }) => type === "Ready");
  return {
    name: metadata.name,
    uid,
    bootId: nodeInfo.bootID ?? "",
    ready: ready?.status ?? null,
    readySince: ready?.lastTransitionTime ?? null,
    cordoned: spec?.["unschedulable"] === true,
    providerId: typeof spec?.["providerID"] === "string" ? spec["providerID"] : "",
    labels: metadata.labels ?? {},
    annotations: Object.fromEntries(Object.entries(annotations).filter(([key]) => key.startsWith(OURS))),
  };
}

interface NodeStatus {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly lastTransitionTime?: string;
  }[];
  readonly nodeInfo?: { readonly bootID?: string };
}

/** What is read of a slurmd pod. */
export function podRecord({ metadata, spec, status }: KubernetesObject): PodRecord {
  const { conditions = [] } = (status ?? {}) as NodeStatus;
  const text = (key: string) => (typeof spec?.[key] === "string" ? spec[key] : "");
  return {
    name: metadata.name,
    uid: (metadata as { uid?: string }).uid ?? "",
    host: text("nodeName"),
    hostname: text("hostname"),
    ready:
      metadata.deletionTimestamp === undefined &&
      conditions.some(({ type, status: is }) => type === "Ready" && is === "True"),
  };
}

/** Asks Kubernetes for nodes and for pods of slurmd. @throws KubectlError */
export async function kubernetesRecords(
  kubectl: Pick<Kubectl, "list">,
  namespace: string,
): Promise<{ readonly hosts: HostRecord[]; readonly pods: PodRecord[] }> {
  const hosts = (await kubectl.list("node")).map(hostRecord);
  const pods = (await kubectl.list("pod", namespace))
    .filter(({ metadata }) => metadata.labels?.["app.kubernetes.io/name"] === "slurmd")
    .map(podRecord);
  return { hosts, pods };
}

/**
 * Nodes of pools, each once, with what both say of them. A pod binds a machine to a node of Slurm, which has the name of one of
 * them.
 */
export function seenNodes(
  pools: readonly WatchedNodes[],
  records: readonly SlurmRecord[],
  { hosts, pods }: { readonly hosts: readonly HostRecord[]; readonly pods: readonly PodRecord[] },
): SeenNode[] {
  const byName = new Map(records.map((record) => [record.name, record]));
  const taken = new Set<string>();
  const onHosts = hosts.flatMap((host): SeenNode[] => {
    const pool = pools.find(({ nodeSelector }) => hasLabels(host.labels, nodeSelector));
    if (!pool) return [];
    const pod = pods.find((one) => one.host === host.name) ?? null;
    const names = [pod?.hostname ?? "", pod?.name ?? "", host.name];
    const slurm = names.map((name) => byName.get(name)).find((record) => record !== undefined) ?? null;
    if (slurm) taken.add(slurm.name);
    return [{ pool: pool.name, name: slurm?.name ?? host.name, slurm, host, pod }];
  });
  const alone = records.flatMap((slurm): SeenNode[] => {
    const pool = pools.find(({ name }) => slurm.features.includes(name));
    if (!pool || taken.has(slurm.name)) return [];
    return [{ pool: pool.name, name: slurm.name, slurm, host: null, pod: null }];
  });
  return [...onHosts, ...alone];
}

function hasLabels(labels: Readonly<Record<string, string>>, selector: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(selector);
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
}
