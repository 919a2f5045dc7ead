import type { Authority, ResolvedOutbound, ResolvedProxy } from "../../config/outbound/outbound";
import { scriptFile } from "../core/script-file";
import { shellWord } from "../core/shell-word";
import { bootScript, type BootScript } from "./boot-scripts";
import { hostsFile } from "./containerd-hosts";
import type { SettingTable } from "./settings";

/** Variables by which programs find a proxy. curl reads the lower case alone for HTTP, and others the upper. */
export function proxyVariables({ url, direct }: ResolvedProxy): Readonly<Record<string, string>> {
  const without = direct.join(",");
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    NO_PROXY: without,
    http_proxy: url,
    https_proxy: url,
    no_proxy: without,
  };
}

/**
 * nodeadm's own calls, and the services that it starts. `default` alone would do for services only once systemd has read its
 * configuration anew, so both that pull and register are named.
 * @see https://github.com/awslabs/amazon-eks-ami/blob/main/nodeadm/internal/system/environment.go
 */
export function proxyEnvironment(proxy: ResolvedProxy): SettingTable {
  const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY } = proxyVariables(proxy);
  const variables = { HTTP_PROXY, HTTPS_PROXY, NO_PROXY };
  return { default: variables, containerd: variables, kubelet: variables };
}

/** First of the scripts: those after it fetch packages. @returns null where there is nothing to write */
export function outboundBoot(order: string, { registryMirrors, authorities }: ResolvedOutbound): BootScript | null {
  const parts = [
    ...authorities.map(authorityPart),
    ...(authorities.length > 0 ? ["update-ca-trust extract"] : []),
    ...Object.entries(registryMirrors).map(([registry, mirror]) => mirrorPart(registry, mirror)),
  ];
  if (parts.length === 0) return null;
  return bootScript(order, "outbound", parts.join("\n"));
}

const authorityPart = ({ name, pem }: Authority): string =>
  scriptFile("nodes/files/outbound-authority.sh", { values: { name }, insert: { pem: pem.trimEnd() } }).trim();

function mirrorPart(registry: string, mirror: string): string {
  const { folder, text } = hostsFile(registry, mirror);
  return scriptFile("nodes/files/outbound-mirror.sh", {
    values: { folder },
    insert: { hosts: text.trimEnd() },
  }).trim();
}

/** The script with the variables of a proxy; one for another program than a shell stays as it is. */
export function proxied(script: BootScript, proxy: ResolvedProxy): BootScript {
  const [first = "", ...rest] = script.text.split("\n");
  if (!/^#!\s*(\/bin\/|\/usr\/bin\/|\/usr\/bin\/env )(ba)?sh\b/.test(first)) return script;
  const set = Object.entries(proxyVariables(proxy)).map(([name, value]) => `export ${name}=${shellWord(value)}`);
  return { ...script, text: [first, ...set, ...rest].join("\n") };
}

/**
 * The same as settings of Bottlerocket, which asks the registry itself where its mirror fails.
 * @see https://bottlerocket.dev/en/os/latest/#/api/settings/container-registry/
 * @see https://bottlerocket.dev/en/os/latest/#/api/settings/pki/
 */
export function outboundSettings({ registryMirrors, authorities, proxy }: ResolvedOutbound): SettingTable {
  const mirrors = Object.entries(registryMirrors).map(([registry, mirror]) => {
    const [host = "", ...path] = mirror.split("/");
    return { registry, endpoint: [`https://${host}${path.length > 0 ? `/v2/${path.join("/")}` : ""}`] };
  });
  return {
    "container-registry": { mirrors: mirrors.length > 0 ? mirrors : undefined },
    pki: Object.fromEntries(
      authorities.map(({ name, pem }) => [name, { data: Buffer.from(pem, "utf8").toString("base64"), trusted: true }]),
    ),
    network: proxy ? { "https-proxy": proxy.url, "no-proxy": proxy.direct } : undefined,
  };
}
