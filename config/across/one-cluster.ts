import { record } from "../kernel/plain";
import type { Issue } from "../kernel/issues";
import type { Outline } from "./outline";

/** Two environments in one cluster that exists: what they install has the same names, so each would take the other's. */
export function oneCluster(subject: Outline, other: Outline): Issue[] {
  const [own, another] = [reached(subject), reached(other)];
  if (!own || own.place !== another?.place) return [];
  return [
    {
      path: ["cluster", "access", own.key],
      message: `${own.title} is the cluster of the environment ${JSON.stringify(other.table)} as well`,
      hint: "name another cluster, or write both as one environment: pools, partitions and teams tell apart who has which nodes",
    },
  ];
}

interface Reached {
  readonly key: "context" | "host";
  readonly title: string;
  /** The same text means the same cluster. Different ones may still be one, which config cannot show. */
  readonly place: string;
}

/** How an environment reaches a cluster that exists; undefined for any other one. Other files may be wrong. */
function reached({ input }: Outline): Reached | undefined {
  const { kind, access } = record(record(input).cluster);
  if (kind !== "existing") return undefined;
  const { context, path, host } = record(access);
  if (typeof host === "string") {
    const address = addressOf(host);
    return address === undefined ? undefined : { key: "host", title: host, place: address };
  }
  if (typeof context !== "string") return undefined;
  // every cluster that kubeadm makes has a context of the same name: it says which one in its own file alone
  const file = typeof path === "string" ? path : "~/.kube/config";
  return {
    key: "context",
    title: `context ${JSON.stringify(context)} of ${file}`,
    place: JSON.stringify([file, context]),
  };
}

/** One text for all ways to write an address: in capitals, with the port that https has, with a slash at the end. */
function addressOf(host: string): string | undefined {
  return URL.canParse(host) ? new URL(host).href.replace(/\/+$/, "") : undefined;
}
