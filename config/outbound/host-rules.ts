import { endpointHost, isOneMachine } from "../kernel/host";
import type { ConfigPath } from "../kernel/issues";
import type { Rule } from "../kernel/rule";
import { isLoopback } from "./loopback";
import { isPublicSuffix } from "./public-suffix";

/** A host, and where it is written. */
export interface NamedHost {
  readonly path: ConfigPath;
  readonly host: string;
}

/** Hosts that nodes are told to ask. */
export function outboundHosts({
  proxy,
  registryMirrors,
}: Parameters<Rule["check"]>[0]["env"]["outbound"]): NamedHost[] {
  return [
    ...Object.entries(registryMirrors).flatMap(([registry, mirror]) => {
      const path = ["outbound", "registryMirrors", registry];
      const named = registry === "*" ? [] : [registry];
      return [...named, mirror.split("/")[0]!].map((host) => ({ path, host: endpointHost(host) }));
    }),
    ...(proxy ? [{ path: ["outbound", "proxy", "url"], host: endpointHost(proxy.url) }] : []),
  ];
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** What keeps a text from being another machine's host; null for nothing. */
function fault(host: string): { readonly is: string; readonly fix: string } | null {
  const label = host.split(".").find((one) => !LABEL.test(one));
  if (label !== undefined)
    return {
      is: `no host: its part "${label}" begins or ends with a dash, or is longer than 63`,
      fix: "write the host as DNS has it: parts of letters, digits and dashes within, such as registry.example.com",
    };
  // that it is the node itself is told as that
  if (isLoopback(host)) return null;
  if (!isOneMachine(host))
    return {
      is: "no address of one machine in a network",
      fix: "write a name, or four numbers of 0 to 255; 169.254.0.0/16 is of each link alone, and 224.0.0.0 and above of no machine",
    };
  if (/\.svc(?:\.cluster\.local)?$/.test(host))
    return {
      is: "a name of the cluster's own DNS, which nodes do not ask",
      fix: "write a name that the DNS of the network knows, or the address of its load balancer",
    };
  return null;
}

/** What hosts are called that nodes are to ask, or to leave to themselves. */
export const OUTBOUND_HOST_RULES: readonly Rule[] = [
  {
    id: "outbound/host",
    title: "Registries, mirrors and the proxy have hosts that nodes can find.",
    severity: "error",
    why: "Nodes look for them before the cluster is there: with a host that nobody can have, they pull nothing and never join.",
    source:
      "https://www.rfc-editor.org/rfc/rfc1123#section-2.1; https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/",
    *check({ env }) {
      for (const { path, host } of outboundHosts(env.outbound)) {
        const found = fault(host);
        if (found) yield { path, message: `${host} is ${found.is}`, fix: found.fix };
      }
    },
  },
  {
    id: "outbound/direct-suffix",
    title: "What goes past the proxy is a domain of one's own, not all of the internet's.",
    severity: "error",
    why: "Every host under a domain in which anybody may have a name would be asked without the proxy, registries among them, and nodes have no other way out.",
    source:
      "https://publicsuffix.org/list/; https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config (com is .com as well)",
    *check({ config }) {
      for (const [index, entry] of (config.outbound.proxy?.direct ?? []).entries()) {
        const domain = entry.replace(/^\./, "");
        // blocks and addresses are no domains
        if (/^[\d./]+$/.test(entry) || !isPublicSuffix(domain)) continue;
        yield {
          path: ["outbound", "proxy", "direct", index],
          message: `${entry} is every host under .${domain}, where anybody may have a name`,
          fix: `write the domain of your own under it, such as ".corp.example.${domain}"`,
        };
      }
    },
  },
];
