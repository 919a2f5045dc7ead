import { goesDirect } from "../../../config/outbound/direct";
import type { ResolvedOutbound } from "../../../config/outbound/outbound";
import type { CheckResult } from "../check";
import type { AskHost, HostQuestion, HostReply } from "./host-question";

/** The part of an environment that says how it reaches what lies outside. */
export interface WayOutSubject {
  readonly outbound?: ResolvedOutbound;
  readonly platform?: { readonly images: { readonly mirrors: Readonly<Record<string, string>> } };
}

/** A registry that everybody reaches: whether the proxy leads out at all. */
const OUTSIDE = "registry.k8s.io:443";
const REGISTRY = "https://github.com/opencontainers/distribution-spec/blob/main/spec.md#determining-support";

export const WAY_OUT_TITLE = "Mirrors and the proxy answer, asked from this machine.";

/**
 * Asks every mirror and the proxy from where this runs. Nodes may stand in another network: what is not reached from here is
 * unknown, and what answers here is no promise there.
 */
export async function askWayOut(env: WayOutSubject, ask: AskHost | undefined): Promise<CheckResult[]> {
  const { registryMirrors = {}, proxy = null } = env.outbound ?? {};
  const mirrors = [...Object.values(registryMirrors), ...Object.values(env.platform?.images.mirrors ?? {})];
  const hosts = [...new Set(mirrors.map((mirror) => withPort(mirror.split("/")[0]!)))];
  const isProxied = (host: string) => proxy !== null && !goesDirect(new URL(`https://${host}`).hostname, proxy.direct);
  const asked = hosts.map((host): Asked => {
    const question = isProxied(host) ? { host, proxy: proxy!.url } : { host };
    return { subject: `mirror ${host}`, question };
  });
  if (proxy) asked.push({ subject: `proxy ${proxy.url}`, question: { host: OUTSIDE, proxy: proxy.url } });
  return Promise.all(asked.map(async ({ subject, question }) => judge(subject, question, await ask?.(question))));
}

interface Asked {
  readonly subject: string;
  readonly question: HostQuestion;
}

const withPort = (host: string): string => (/:\d+$/.test(host) ? host : `${host}:443`);

function judge(subject: string, { host, proxy }: HostQuestion, reply: HostReply | null | undefined): CheckResult {
  const through = proxy === undefined ? "" : ` through ${proxy}`;
  if (!reply)
    return {
      verdict: "unknown",
      subject,
      text: "the recording has no answer to it",
      fix: "Record again with --record.",
    };
  switch (reply.kind) {
    case "answered":
      return answered(subject, `${host} answers${through}, asked from this machine`, reply.status);
    case "refused-by-proxy":
      return {
        verdict: "warning",
        subject,
        text: `the proxy lets this machine not through to ${host}: ${reply.status}${reply.status === 407 ? ", it asks for a password, which nodes have none of" : ""}`,
        fix: "Let nodes through by their addresses, and ask again from one of their network.",
      };
    case "not-trusted":
      return {
        verdict: "failed",
        subject,
        text: `${host} answers${through} with a certificate that is refused: ${reply.code}. Nodes would refuse it as well`,
        fix: "Put the certificate of the authority that signed it in outbound.authorities, or a certificate of that host on it.",
      };
    case "silent":
      return {
        verdict: "unknown",
        subject,
        text: `${reply.atProxy ? (proxy ?? host) : host} was not reached from this machine (${reply.code}): whether nodes reach it is not known`,
        fix: `Ask from a machine in the network of the nodes: curl -sS -o /dev/null -w '%{http_code}' ${proxy === undefined ? "" : `-x ${proxy} `}https://${host}/v2/`,
      };
  }
}

/** A registry says 200, or 401 where it gives tokens to whoever asks for them. */
function answered(subject: string, text: string, status: number): CheckResult {
  if (status === 200) return { verdict: "ok", subject, text: `${text}: a registry` };
  if (status === 401)
    return {
      verdict: "ok",
      subject,
      text: `${text}: a registry with tokens; whether it gives images without a password was not asked`,
    };
  // the host behind the proxy is asked for its sake alone
  if (subject.startsWith("proxy ")) return { verdict: "ok", subject, text };
  return {
    verdict: "warning",
    subject,
    text: `${text}, with ${status} at /v2/, which no registry says`,
    fix: "Look whether the host and its port are those of the registry.",
    source: REGISTRY,
  };
}
