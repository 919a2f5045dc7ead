import type { ResolvedOutbound } from "../../config/outbound/outbound";
import { scriptFile } from "../core/script-file";
import { hostsFile } from "./containerd-hosts";
import { proxyVariables } from "./outbound-boot";

/** By this line a later run knows its own files. */
export const NODE_FILES_WRITTEN = "Written by railyard node-files";

/**
 * What whoever looks after nodes puts on them, by path: mirrors as containerd reads them, authorities, the proxy as systemd hands it
 * to services, and a script that puts all of it in place. Empty where nodes are as they should be.
 */
export function nodeFiles({ registryMirrors, authorities, proxy }: ResolvedOutbound): Record<string, string> {
  const mirrors = Object.entries(registryMirrors).map(([registry, mirror]) => {
    const { folder, text } = hostsFile(registry, mirror);
    return [`certs.d/${folder}/hosts.toml`, `# ${NODE_FILES_WRITTEN}\n${text}`] as const;
  });
  const files = {
    ...Object.fromEntries(mirrors),
    ...Object.fromEntries(authorities.map(({ name, pem }) => [`authorities/${name}.crt`, pem])),
    ...(proxy && { "proxy.conf": proxyUnit(proxyVariables(proxy)) }),
  };
  if (Object.keys(files).length === 0) return {};
  return {
    ...files,
    "install.sh": scriptFile("nodes/files/outbound-install.sh", { values: { written: NODE_FILES_WRITTEN } }),
  };
}

/** In a unit a percent sign begins a word of systemd. None of the values has one, nor quotes: the schema takes neither. */
const proxyUnit = (variables: Readonly<Record<string, string>>): string =>
  [
    `# ${NODE_FILES_WRITTEN}`,
    "[Service]",
    ...Object.entries(variables).map(([name, value]) => `Environment="${name}=${value}"`),
    "",
  ].join("\n");
