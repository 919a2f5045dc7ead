import { bootScript, extraScript, type BootScript } from "./boot-scripts";
import { scriptFile } from "../core/script-file";
import { scriptsUserData } from "./user-data";

/** What a node with an image of Canonical is told at its first boot. */
export interface UbuntuBoot {
  readonly clusterName: string;
  /** Address of cluster DNS. */
  readonly clusterDns: string;
  /** Most pods on the node. @default - the image's own figure */
  readonly maxPods?: number;
  /** Let programs without root make containers, as jobs do: AppArmor keeps them from it else. @default false */
  readonly userNamespaces?: boolean;
  /** Runs before the node joins. Must be ASCII. @default - none */
  readonly extraScript?: string;
}

/**
 * User data as text. cloud-init runs scripts in the order of their names; the last one joins the cluster, by the script of the image.
 * @see https://github.com/eksctl-io/eksctl/blob/99984adb/pkg/nodebootstrap/assets/scripts/bootstrap.ubuntu.sh
 */
export function ubuntuUserData(boot: UbuntuBoot): string {
  const scripts: BootScript[] = [];
  if (boot.userNamespaces) scripts.push(userNamespaces(80));
  if (boot.extraScript !== undefined) scripts.push(extraScript(90, boot.extraScript));
  scripts.push(join(99, boot));
  return scriptsUserData(scripts);
}

/** @see https://ubuntu.com/blog/ubuntu-23-10-restricted-unprivileged-user-namespaces, https://github.com/NVIDIA/enroot/issues/201 */
const userNamespaces = (order: number): BootScript =>
  bootScript(order, "namespaces", scriptFile("nodes/files/ubuntu-namespaces.sh"));

function join(order: number, { clusterName, clusterDns, maxPods }: UbuntuBoot): BootScript {
  const values = {
    cluster: clusterName,
    dns: clusterDns,
    kubeletArguments: { quoted: maxPods === undefined ? "" : `--max-pods=${maxPods}` },
  };
  return bootScript(order, "join", scriptFile("nodes/files/ubuntu-join.sh", { values }));
}
