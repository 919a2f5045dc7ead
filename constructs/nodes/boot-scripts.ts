/** A shell script that cloud-init runs once, on the first boot. */
export interface BootScript {
  /** File name; cloud-init runs scripts in the order of their names. */
  readonly name: string;
  readonly text: string;
}

/**
 * A script that stops at its first error and says so in the journal and in /var/log/cloud-init-output.log. cloud-init
 * goes on with the next script, and nodeadm starts kubelet after cloud-init has ended in either way: an error shows,
 * but does not keep the node from joining.
 * @see https://github.com/awslabs/amazon-eks-ami/blob/main/templates/al2023/runtime/rootfs/etc/systemd/system/nodeadm-run.service
 */
export function bootScript(order: number, topic: string, body: string): BootScript {
  return {
    name: `${order}-${topic}.sh`,
    text: `#!/bin/bash
set -euo pipefail
log() { logger --stderr --tag railyard-${topic} -- "$*"; }
trap 'log "FAILED at line $LINENO: $BASH_COMMAND"' ERR
${body.trim()}
log done
`,
  };
}

/** For commands that need the network: repositories and mirrors are not always there on the first attempt. */
export const RETRY = `
retry() {
  for pause in 5 15 30 60; do
    "$@" && return 0
    log "retrying in $pause s: $*"
    sleep "$pause"
  done
  "$@"
}`;

/**
 * Reserves huge pages of 2 MiB before kubelet counts them. More pages than asked for stay: an EFA package may have
 * reserved its own.
 * @see https://github.com/ofiwg/libfabric/blob/main/prov/efa/docs/overview.md
 */
export function hugepages(order: number, pages: number): BootScript {
  return bootScript(
    order,
    "hugepages",
    `
pool=/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
grep -q '^Hugepagesize: *2048 kB' /proc/meminfo || { log "FAILED: the default huge page is not 2 MiB"; exit 1; }
want=$(cat "$pool")
[ "$want" -ge ${pages} ] || want=${pages}
echo "vm.nr_hugepages = $want" > /etc/sysctl.d/99-railyard-hugepages.conf
echo 1 > /proc/sys/vm/compact_memory
sysctl --quiet --load=/etc/sysctl.d/99-railyard-hugepages.conf
got=$(cat "$pool")
log "$got of $want huge pages of 2 MiB"
[ "$got" -ge "$want" ] || { log "FAILED: memory is too fragmented or too small"; exit 1; }
`,
  );
}

/**
 * Lifts the limit on locked memory of containerd and so of containers. EFA pins its buffers, and nodeadm's runtime spec
 * sets no such limit of its own.
 * @see https://github.com/awslabs/awsome-distributed-ai/issues/647
 */
export function unlimitedMemlock(order: number): BootScript {
  return bootScript(
    order,
    "memlock",
    `
mkdir -p /etc/systemd/system/containerd.service.d
printf '[Service]\\nLimitMEMLOCK=infinity\\n' > /etc/systemd/system/containerd.service.d/10-railyard-memlock.conf
systemctl daemon-reload
if systemctl is-active --quiet containerd.service; then systemctl restart containerd.service; fi
`,
  );
}

/**
 * Keeps the IMEX daemon of the image from holding the channels that the DRA driver's own daemons need.
 * @see https://github.com/NVIDIA/k8s-dra-driver-gpu/issues/524
 */
export function maskImex(order: number): BootScript {
  return bootScript(
    order,
    "imex",
    `
if systemctl is-active --quiet nvidia-imex.service; then systemctl stop nvidia-imex.service; fi
systemctl mask nvidia-imex.service
`,
  );
}

/** What the caller wants to run last. A text without `#!` becomes the body of a script like the others. */
export function extraScript(order: number, text: string): BootScript {
  return text.startsWith("#!") ? { name: `${order}-extra.sh`, text } : bootScript(order, "extra", text);
}
