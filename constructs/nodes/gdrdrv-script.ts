import { quotedWord } from "../core/shell-word";
import { bootScript, RETRY, type BootScript } from "./boot-scripts";

/** The GDRCopy kernel module. */
export interface Gdrdrv {
  /** Where to build it from when the image has none: a GDRCopy source archive. @default - a missing module is an error */
  readonly source?: {
    /** `.tar.gz` of a GDRCopy release. */
    readonly url: string;
    /** SHA-256 of the archive, in hex. */
    readonly sha256: string;
  };
}

/**
 * Loads gdrdrv and makes /dev/gdrdrv, on this boot and on later ones. The scripts that EKS images are built with can add the
 * module since August 2026, and do not by default (`enable_nvidia_gdrcopy_driver`); an image that has it loads it itself. The operator's
 * `gdrcopy` is a container of its driver DaemonSet, which does not run next to a driver of the image. The build takes
 * the headers of the driver that the image unpacks to /usr/src when it loads it.
 * @see https://github.com/awslabs/amazon-eks-ami/pull/2736
 * @see https://github.com/NVIDIA/gdrcopy/blob/master/insmod.sh
 */
export function gdrdrv(order: number, { source }: Gdrdrv): BootScript {
  return bootScript(
    order,
    "gdrdrv",
    `${source ? RETRY : ""}
if [ -c /dev/gdrdrv ]; then log "present in the image"; exit 0; fi
if systemctl cat nvidia-kmod-load.service > /dev/null 2>&1; then systemctl start nvidia-kmod-load.service; fi
${source ? build(source) : ""}
cat > /usr/local/sbin/railyard-gdrdrv << 'SCRIPT'
#!/bin/bash
set -euo pipefail
modprobe gdrdrv
[ -c /dev/gdrdrv ] || mknod --mode=0666 /dev/gdrdrv c "$(awk '$2 == "gdrdrv" { print $1 }' /proc/devices)" 0
SCRIPT
chmod 0755 /usr/local/sbin/railyard-gdrdrv
cat > /etc/systemd/system/railyard-gdrdrv.service << 'UNIT'
[Unit]
Description=Load the GDRCopy module
After=nvidia-kmod-load.service
[Service]
Type=oneshot
ExecStart=/usr/local/sbin/railyard-gdrdrv
RemainAfterExit=true
[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable railyard-gdrdrv.service
/usr/local/sbin/railyard-gdrdrv
`,
  );
}

function build({ url, sha256 }: { readonly url: string; readonly sha256: string }): string {
  return `
if ! modinfo gdrdrv > /dev/null 2>&1; then
  if ! command -v gcc > /dev/null || ! command -v make > /dev/null; then retry dnf install -y gcc make; fi
  [ -n "$(find /usr/src -name nv-p2p.c -print -quit)" ] || { log "FAILED: no NVIDIA driver source in /usr/src"; exit 1; }
  mkdir -p /opt/railyard/gdrcopy
  cd /opt/railyard/gdrcopy
  retry curl --fail --silent --show-error --location --max-time 120 --output source.tar.gz ${quotedWord(url)}
  echo ${quotedWord(`${sha256}  source.tar.gz`)} | sha256sum --check --quiet
  tar --extract --gzip --strip-components=1 --file source.tar.gz
  cd src/gdrdrv
  make install
fi`.trim();
}
