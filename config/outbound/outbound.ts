import type { OutboundConfig } from "./schema";

/** A certificate authority that nodes trust. */
export interface Authority {
  readonly name: string;
  /** One certificate in PEM, which ends with a line break. */
  readonly pem: string;
}

/** How nodes and pods reach what lies outside of the cluster. */
export interface ResolvedOutbound {
  /** Registry, or `*`, → host and path of the mirror. */
  readonly registryMirrors: Readonly<Record<string, string>>;
  readonly authorities: readonly Authority[];
  readonly proxy: ResolvedProxy | null;
}

export interface ResolvedProxy {
  readonly url: string;
  /** Hosts, domains with a dot before them, and blocks that are reached without the proxy, each once. */
  readonly direct: readonly string[];
}

/**
 * What nothing on a node may ask a proxy for: itself, the metadata of its instance (also that of pods' identities), and
 * names of the cluster.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/pod-id-agent-setup.html
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html
 */
const NEVER = ["localhost", "127.0.0.1", "169.254.169.254", "169.254.170.23", ".svc", ".cluster.local"];

/** @param near what the site knows to be in its own network: blocks, domains, hosts */
export function resolveOutbound(
  { registryMirrors, authorities, proxy }: OutboundConfig,
  near: readonly string[],
): ResolvedOutbound {
  return {
    registryMirrors,
    // what a file has is in its place by now; where it could not be read, that is told
    authorities: Object.entries(authorities).flatMap(([name, pem]) =>
      typeof pem === "string" ? [{ name, pem: `${pem.trimEnd()}\n` }] : [],
    ),
    proxy: proxy ? { url: proxy.url, direct: [...new Set([...NEVER, ...near, ...proxy.direct])] } : null,
  };
}

/** Whether nodes are as their image makes them. */
export const isOpen = ({ registryMirrors, authorities, proxy }: ResolvedOutbound): boolean =>
  Object.keys(registryMirrors).length === 0 && authorities.length === 0 && proxy === null;
