/** A file that containerd reads before it pulls from a registry. */
export interface HostsFile {
  /** Folder below `certs.d`. */
  readonly folder: string;
  readonly text: string;
}

/**
 * What containerd reads of a registry that has a mirror: `certs.d/<registry>/hosts.toml`. The mirror stands as `server`, not
 * as one host of several: containerd then never asks the registry itself. A path in the place of a mirror is where its API
 * begins, after `/v2`. containerd reads the files at each pull, and is not restarted for them.
 * @param registry as images name it; `*` for every one without a file of its own
 * @param mirror host and path
 * @see https://github.com/containerd/containerd/blob/main/docs/hosts.md
 */
export function hostsFile(registry: string, mirror: string): HostsFile {
  const [host = "", ...path] = mirror.split("/");
  for (const part of [registry, mirror])
    if (!/^[\w.:/*-]+$/.test(part)) throw new Error(`containerd: ${JSON.stringify(part)} is no host with a path`);
  const lines = [
    `server = "https://${host}${path.length > 0 ? `/v2/${path.join("/")}` : ""}"`,
    'capabilities = ["pull", "resolve"]',
    ...(path.length > 0 ? ["override_path = true"] : []),
  ];
  return { folder: registry === "*" ? "_default" : registry, text: `${lines.join("\n")}\n` };
}
