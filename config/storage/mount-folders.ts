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
