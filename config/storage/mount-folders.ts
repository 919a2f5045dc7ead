/** A mount there, or below, would hide what the system needs. */
const SYSTEM_FOLDERS = [
  "bin",
  "boot",
  "dev",
  "etc",
  "lib",
  "lib64",
  "proc",
  "root",
  "run",
  "sbin",
  "sys",
  "usr",
  "var",
];
/** A mount there, or above, would hide it; below it does no harm. */
const SHARED_FOLDERS = ["home", "mnt/k8s-disks", "opt", "tmp"];

/** The folder of the system that a path is in, such as `/etc`; undefined where it is in none. */
export function systemFolder(path: string): string | undefined {
  const found = SYSTEM_FOLDERS.find((folder) => folderText(path).startsWith(`/${folder}/`));
  return found && `/${found}`;
}

/** What a host and its containers run from, and never a file system for jobs: whoever writes there owns the host. */
const HOST_OWN_FOLDERS = [
  "bin",
  "boot",
  "dev",
  "etc",
  "proc",
  "root",
  "run",
  "sbin",
  "sys",
  "usr",
  "var/run",
  "var/lib/containerd",
  "var/lib/containers",
  "var/lib/docker",
  "var/lib/etcd",
  "var/lib/kubelet",
  "var/lib/rancher",
];

/** The folder of the host's own that a path is, lies in or holds, such as `/etc` or `/var/lib/kubelet`; undefined where it is apart from all. */
export function hostOwnFolder(path: string): string | undefined {
  const at = folderText(path);
  // lib64, lib32 and others of one's architecture
  const library = /^\/(lib[^/]*)\//.exec(at)?.[1];
  const found =
    library ?? HOST_OWN_FOLDERS.find((folder) => at.startsWith(`/${folder}/`) || `/${folder}/`.startsWith(at));
  return found && `/${found}`;
}

/** What of a node or an image a mount would hide, such as `/etc`; undefined where it hides nothing. */
export function hiddenBy(mountPath: string): string | undefined {
  const at = folderText(mountPath);
  const hidden =
    systemFolder(mountPath)?.slice(1) ??
    SHARED_FOLDERS.find((folder) => `/${folder}/`.startsWith(at)) ??
    (at.startsWith("/mnt/k8s-disks/") ? "mnt/k8s-disks" : undefined);
  return hidden && `/${hidden}`;
}

/** A path with one slash between names and at its end, so that one is below another where it begins with it. */
export const folderText = (path: string): string => `${path}/`.replace(/\/+/g, "/");
