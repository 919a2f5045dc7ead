import { readFileSync } from "node:fs";
import type { ClientRequest } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { rootCertificates } from "node:tls";
import { Agent, type AgentConnectOpts } from "agent-base";
import { HttpsProxyAgent } from "https-proxy-agent";
import { getProxyForUrl } from "proxy-from-env";
import { ExpectedError } from "../errors/expected-error";
import { proxyVariable, type Env } from "./proxy";

const OPTIONS = { keepAlive: true, maxSockets: 50 } as const;

/**
 * The way to AWS, as the AWS CLI and Terraform find it: through the proxy of HTTPS_PROXY, but for the hosts of NO_PROXY, and with
 * the certificates of AWS_CA_BUNDLE and NODE_EXTRA_CA_CERTS beside those that Node trusts. The SDK itself knows none of them but the last.
 * @see https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/node-configuring-proxies.html
 * @throws ExpectedError when a variable leads nowhere
 */
export function wayToAws(env: Env): Agent {
  const ca = trusted(env);
  return new RoutedAgent(ca === undefined ? OPTIONS : { ...OPTIONS, ca });
}

/** Address of the proxy for a host; null: it is asked directly. */
export function proxyFor(host: string, port: number, env: Env): string | null {
  const proxy = getProxyForUrl(`https://${host.includes(":") ? `[${host}]` : host}:${port}`);
  if (proxy === "") return null;
  const name = proxyVariable(env);
  const written = name === null ? proxy : (env[name] ?? proxy);
  // without a scheme it is HTTP, as for curl; the library takes that of the host
  const address = written.includes("://") ? proxy : `http://${written}`;
  if (!URL.canParse(address))
    throw new ExpectedError(`${name ?? "The variable of the proxy"} is no address of a proxy.`);
  return address;
}

class RoutedAgent extends Agent {
  readonly #direct: HttpsAgent;
  readonly #proxied = new Map<string, HttpsProxyAgent<string>>();
  readonly #options: typeof OPTIONS & { readonly ca?: string[] };

  constructor(options: typeof OPTIONS & { readonly ca?: string[] }) {
    super(options);
    this.#options = options;
    this.#direct = new HttpsAgent(options);
  }

  connect(_request: ClientRequest, { host = "", port = 443 }: AgentConnectOpts & { host?: string; port?: number }) {
    const proxy = proxyFor(host, port, process.env);
    if (proxy === null) return this.#direct;
    const agent = this.#proxied.get(proxy) ?? new HttpsProxyAgent(proxy, this.#options);
    this.#proxied.set(proxy, agent);
    return agent;
  }

  override destroy(): void {
    this.#direct.destroy();
    for (const agent of this.#proxied.values()) agent.destroy();
    super.destroy();
  }
}

/** Undefined: those that Node trusts by itself, NODE_EXTRA_CA_CERTS among them. */
function trusted(env: Env): string[] | undefined {
  const bundle = env["AWS_CA_BUNDLE"];
  if (!bundle) return undefined;
  const extra = env["NODE_EXTRA_CA_CERTS"];
  return [read("AWS_CA_BUNDLE", bundle), ...(extra ? [read("NODE_EXTRA_CA_CERTS", extra)] : []), ...rootCertificates];
}

function read(name: string, file: string): string {
  try {
    const text = readFileSync(file, "utf8");
    if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  } catch (error) {
    throw new ExpectedError(`${name} names ${file}, which cannot be read: ${(error as Error).message}`);
  }
  throw new ExpectedError(`${name} names ${file}, which has no certificate in it (-----BEGIN CERTIFICATE-----)`);
}
