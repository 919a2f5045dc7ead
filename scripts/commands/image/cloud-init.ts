import { stringify } from "yaml";
import type { ResolvedPool } from "../../../config/pools/pool";
import { imageUnits, type ImageFile } from "../../../constructs/nodes/image-files";
import { shellWord } from "../../../constructs/core/shell-word";
import { writtenBy } from "../../lib/files/output-kinds";

/** Grub of Debian and Ubuntu reads it; grubby of others is told. */
const GRUB = "/etc/default/grub.d/90-railyard.cfg";

/** User data of cloud-init: the files, their units, and one boot more where the kernel needs arguments. */
export function userDataText(files: readonly ImageFile[], kernel: readonly string[], checks: boolean): string {
  const words = kernel.join(" ");
  const grub: ImageFile[] =
    kernel.length === 0
      ? []
      : [
          {
            path: GRUB,
            mode: "0644",
            text: `GRUB_CMDLINE_LINUX_DEFAULT="\${GRUB_CMDLINE_LINUX_DEFAULT} ${words}"\n`,
          },
        ];
  const config = {
    packages: ["pciutils"],
    write_files: [...files, ...grub].map(({ path, mode, text }) => ({ path, permissions: mode, content: text })),
    runcmd: [
      ["systemctl", "daemon-reload"],
      ["systemctl", "enable", ...imageUnits(files)],
      ...(kernel.length > 0
        ? [
            `if command -v grubby > /dev/null; then grubby --update-kernel=ALL --args=${shellWord(words)}; else update-grub; fi`,
          ]
        : []),
      ...(checks ? [["/usr/local/sbin/railyard-stack-check"]] : []),
      ...(kernel.length > 0 ? [] : [["systemctl", "start", ...imageUnits(files)]]),
    ],
    ...(kernel.length > 0 && {
      power_state: { mode: "reboot", message: "Booting with the kernel arguments of the profile", timeout: 30 },
    }),
  };
  return `#cloud-config\n# ${writtenBy("image")}\n${stringify(config, { lineWidth: 0 })}`;
}

/**
 * Interfaces of the rails with the size of their packets, where their names are known; null: there is nothing to say. Addresses
 * are given to pods, and none to the host.
 */
export function netplanText({ fabric: { rdma } }: Pick<ResolvedPool, "fabric">): string | null {
  const named = rdma?.link === "ethernet" ? rdma.rails.flatMap(({ netdev }) => netdev ?? []) : [];
  if (named.length === 0) return null;
  const ethernets = Object.fromEntries(
    named.map((netdev) => [netdev, { mtu: rdma!.mtu, dhcp4: false, dhcp6: false, optional: true }]),
  );
  return `# ${writtenBy("image")}\n${stringify({ network: { version: 2, ethernets } })}`;
}
