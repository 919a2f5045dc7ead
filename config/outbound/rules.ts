import { registryName, registryOf } from "../facts/image-names";
import type { Rule } from "../kernel/rule";
import { readCertificate } from "./certificate";
import { isLoopback } from "./loopback";

const DAY = 24 * 60 * 60 * 1000;
/** Replacing it takes every node with it: so early one should begin. */
const WARNING_DAYS = 60;

const hostOf = (place: string): string => place.split("/")[0]!;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The registries that one comes to by mirrors of mirrors until it is there again; none where it never is. */
function ringOf(registry: string, mirrors: Readonly<Record<string, string>>): string[] {
  const hosts = new Map(Object.entries(mirrors).map(([from, to]) => [registryName(from), registryName(hostOf(to))]));
  const start = registryName(registry);
  const ring = [start];
  let at = hosts.get(start);
  while (at !== undefined && !ring.includes(at)) {
    ring.push(at);
    at = hosts.get(at);
  }
  return at === start ? ring : [];
}

/** How nodes reach what lies outside, on any site. */
export const OUTBOUND_RULES: readonly Rule[] = [
  {
    id: "outbound/mirror-of-itself",
    title: "The mirror of a registry is another registry.",
    severity: "error",
    why: "containerd asks the mirror alone: it would go to the very place that nodes do not reach.",
    source: "https://github.com/containerd/containerd/blob/main/docs/hosts.md",
    *check({ env }) {
      for (const [registry, mirror] of Object.entries(env.outbound.registryMirrors)) {
        const host = hostOf(mirror);
        if (registryName(host) !== registryName(registry)) continue;
        yield {
          path: ["outbound", "registryMirrors", registry],
          message: `the mirror of ${registry} is at ${registry} itself${host === registry ? "" : `, which ${host} is another name of`}`,
          fix: "write the host of your own registry",
        };
      }
    },
  },
  {
    id: "outbound/mirror-ring",
    title: "Registries are not mirrors of each other.",
    severity: "error",
    why: "containerd asks a mirror itself, and not the mirror of that: nodes would go to each of the registries that they are to be kept from.",
    source: "https://github.com/containerd/containerd/blob/main/docs/hosts.md",
    *check({ env: { outbound } }) {
      const seen = new Set<string>();
      for (const registry of Object.keys(outbound.registryMirrors)) {
        const ring = ringOf(registry, outbound.registryMirrors);
        // at itself is told as that
        if (ring.length < 2 || seen.has(ring[0]!)) continue;
        for (const one of ring) seen.add(one);
        yield {
          path: ["outbound", "registryMirrors", registry],
          message: `registries are mirrors of each other: ${[...ring, ring[0]].join(" → ")}`,
          fix: "write the host of your own registry for each of them",
        };
      }
    },
  },
  {
    id: "outbound/loopback",
    title: "Mirrors and the proxy are on another machine.",
    severity: "error",
    why: "Each node, and each pod that has the proxy, would ask itself, where nothing answers: it pulls nothing and never joins.",
    source: "https://www.rfc-editor.org/rfc/rfc1122#section-3.2.1.3",
    *check({ env: { outbound } }) {
      const fix = "write the host by which nodes find it in their network";
      for (const [registry, mirror] of Object.entries(outbound.registryMirrors)) {
        if (!isLoopback(hostOf(mirror))) continue;
        yield {
          path: ["outbound", "registryMirrors", registry],
          message: `${hostOf(mirror)} is each node itself`,
          fix,
        };
      }
      const host = outbound.proxy?.url.replace(/^https?:\/\//, "");
      if (host === undefined || !isLoopback(host)) return;
      yield { path: ["outbound", "proxy", "url"], message: `${host} is each node, and each pod, itself`, fix };
    },
  },
  {
    id: "outbound/registry-name",
    title: "Registries have the names that images have.",
    severity: "error",
    why: "containerd looks for the name in the image: of another one it reads nothing, and asks the registry itself.",
    source: "https://pkg.go.dev/github.com/distribution/reference#ParseNormalizedNamed",
    *check({ env }) {
      for (const registry of Object.keys(env.outbound.registryMirrors)) {
        if (registry === "*" || registryOf(`${registry}/image`).registry === registry) continue;
        const isHub = registry.endsWith("docker.io");
        yield {
          path: ["outbound", "registryMirrors", registry],
          message: isHub
            ? `images of Docker Hub are called docker.io, not ${registry}`
            : `${registry} has neither a dot nor a port: an image that begins so is one of Docker Hub`,
          fix: isHub ? 'write "docker.io"' : "write the whole host of the registry",
        };
      }
    },
  },
  {
    id: "outbound/authority",
    title: "A certificate that nodes are to trust is that of an authority, and holds today.",
    severity: "error",
    why: 'Nodes would trust nothing by it: every pull ends with "certificate signed by unknown authority".',
    source: "https://datatracker.ietf.org/doc/html/rfc5280#section-4.2.1.9",
    *check({ env, now }) {
      for (const { name, pem } of env.outbound.authorities) {
        const path = ["outbound", "authorities", name];
        const read = readCertificate(pem);
        if (read === null)
          yield {
            path,
            message: "the text has the form of a certificate, but no certificate can be read of it",
            fix: "copy the whole file again: openssl x509 -in FILE -noout -subject must read it",
          };
        else if (!read.isAuthority)
          yield {
            path,
            message: `${read.subject} is no authority: its certificate may sign no others (CA:FALSE, or no basic constraints)`,
            fix: "write the certificate of the authority that signed it, not that of a server",
          };
        else if (read.to <= now)
          yield {
            path,
            message: `${read.subject} has been over since ${dayOf(read.to)}`,
            fix: "write the certificate that replaced it",
          };
        else if (read.from > now)
          yield {
            path,
            message: `${read.subject} holds only from ${dayOf(read.from)}`,
            fix: "write the one that holds today as well, under another name, and this one when it does",
          };
      }
    },
  },
  {
    id: "outbound/authority-ends",
    title: "Certificates of authorities hold for two more months.",
    severity: "warning",
    why: "Nodes take another one only by being replaced, which drains the cluster: begin in time.",
    source: "https://datatracker.ietf.org/doc/html/rfc5280#section-4.1.2.5",
    *check({ env, now }) {
      for (const { name, pem } of env.outbound.authorities) {
        const read = readCertificate(pem);
        if (!read || read.to <= now || read.to.getTime() - now.getTime() > WARNING_DAYS * DAY) continue;
        yield {
          path: ["outbound", "authorities", name],
          message: `${read.subject} ends on ${dayOf(read.to)}, in less than ${WARNING_DAYS} days`,
          fix: "add its successor under another name, and take this one out once everything is signed anew",
        };
      }
    },
  },
  {
    id: "outbound/direct-block",
    title: "What is reached without the proxy is written as programs read it.",
    severity: "error",
    why: "A block or an address out of range matches nothing: the traffic goes to the proxy, in silence.",
    source: "https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config",
    *check({ config }) {
      for (const [index, entry] of (config.outbound.proxy?.direct ?? []).entries()) {
        if (!/^\d/.test(entry) || !/^[\d./]+$/.test(entry)) continue;
        const [address = "", prefix = "32"] = entry.split("/");
        const parts = address.split(".").map(Number);
        const isBlock = parts.length === 4 && parts.every((part) => part <= 255) && Number(prefix) <= 32;
        if (isBlock && Number(prefix) > 0) continue;
        yield {
          path: ["outbound", "proxy", "direct", index],
          message: isBlock
            ? `${entry} is every address: nothing would go through the proxy`
            : `${entry} is neither an IPv4 address nor a block of them`,
          fix: isBlock ? "write blocks of your own network" : "write four numbers up to 255, and a prefix up to 32",
        };
      }
    },
  },
];
