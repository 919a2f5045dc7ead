import { shellWord } from "../core/shell-word";
import type { CheckedFabric } from "./slurm-types";

/**
 * XIDs after which a GPU or its node needs a reset, a reboot or replacement. Those that a program of a user causes (13,
 * 31, 43, 94, …) are not here: they say nothing of the node.
 * @see https://docs.nvidia.com/deploy/xid-errors/
 */
export const DRAINING_XIDS = [
  48, 54, 64, 74, 79, 95, 109, 110, 119, 120, 136, 140, 143, 151, 154, 155, 156, 158, 168,
] as const;

/** Node facts that the checks compare with, as a file beside the scripts. */
export interface NodeExpectations {
  readonly gpus: number;
  /** Devices of each fabric on the node; 0 is none. */
  readonly fabrics: readonly { readonly kind: string; readonly devices: number }[];
  /** Mount points of volumes; empty: there is none. */
  readonly sharedPaths: readonly string[];
}

/** Variable of the devices of a fabric: `EXPECTED_EFA_DEVICES`. */
const expectedDevices = (kind: string): string => `EXPECTED_${kind.toUpperCase().replaceAll("-", "_")}_DEVICES`;

/** `node.env`, which the scripts read. */
export function nodeExpectations({ gpus, fabrics, sharedPaths }: NodeExpectations): string {
  return [
    `EXPECTED_GPUS=${gpus}`,
    ...fabrics.map(({ kind, devices }) => `${expectedDevices(kind)}=${devices}`),
    `SHARED_PATH=${shellWord(sharedPaths.join(":"))}`,
    "",
  ].join("\n");
}

const ONE_PATH = `check_shared_path() {
  [ -n "$SHARED_PATH" ] || return 0
  timeout -s KILL 20 stat -f "$SHARED_PATH" >/dev/null 2>&1 || drain "$SHARED_PATH does not answer"
}`;

/** No mount path has a colon in it. */
const SEVERAL_PATHS = `check_shared_path() {
  local path paths
  IFS=: read -ra paths <<<"$SHARED_PATH"
  for path in "\${paths[@]}"; do
    timeout -s KILL 20 stat -f "$path" >/dev/null 2>&1 || drain "$path does not answer"
  done
}`;

/**
 * HealthCheckProgram: looks at a node every five minutes and drains it when something is broken, with a reason that begins
 * with `railyard:`. It never resumes a node and never overwrites another reason. Each look is bounded, for slurmd waits:
 * a hung driver or file system is itself a finding.
 * @param sharedPaths mount points of volumes; with one at most the script is what it was before there could be several
 */
export function healthCheckScript(fabrics: readonly CheckedFabric[], sharedPaths: readonly string[]): string {
  const checks = fabrics.map((fabric) => ({ name: checkName(fabric), text: fabricCheck(fabric) }));
  const unset = fabrics.map(({ kind }) => `${expectedDevices(kind)}=0`);
  return `#!/usr/bin/env bash
# Drains this node when its hardware is broken. Exit code 0, whatever is found: slurmd only logs it.
set -u
here=$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)
${["EXPECTED_GPUS=0", ...unset, "SHARED_PATH="].join(" ")}
[ -r "$here/node.env" ] && . "$here/node.env"
SYSFS=\${RAILYARD_SYSFS:-/sys}
UPTIME=\${RAILYARD_UPTIME:-/proc/uptime}
XIDS=" ${DRAINING_XIDS.join(" ")} "
node=\${SLURMD_NODENAME:-$(hostname -s)}

# Two intervals: an XID is seen at least once, and does not drain a node again that was repaired and resumed.
recent_seconds=600

drain() {
  local state
  state=$(timeout 10 scontrol show node "$node" -o 2>/dev/null | sed -nE 's/.* State=([^ ]+).*/\\1/p')
  # not registered yet, or somebody's already
  case $state in "" | *DRAIN*) exit 0 ;; esac
  timeout 10 scontrol update "nodename=$node" state=drain "reason=railyard: $1"
  exit 0
}

check_gpus() {
  local found status failed
  [ "$EXPECTED_GPUS" -gt 0 ] || return 0
  found=$(timeout 30 nvidia-smi -L 2>/dev/null)
  status=$?
  [ "$status" = 124 ] && drain "nvidia-smi hangs"
  found=$(grep -c '^GPU ' <<<"$found")
  [ "$found" -ge "$EXPECTED_GPUS" ] || drain "$found of $EXPECTED_GPUS GPUs answer"
  failed=$(timeout 30 nvidia-smi --query-remapped-rows=gpu_bus_id,remapped_rows.failure --format=csv,noheader 2>/dev/null |
    awk -F', *' '$2 == "1" || tolower($2) == "yes" { print $1; exit }')
  [ -z "$failed" ] || drain "GPU $failed cannot remap a broken memory row"
}

# Reads the kernel's messages of the last minutes: "[ 4242.123456] NVRM: Xid (PCI:0000:53:00): 79, …"
check_xids() {
  local now line xid
  [ "$EXPECTED_GPUS" -gt 0 ] || return 0
  now=$(cut -d. -f1 "$UPTIME" 2>/dev/null) || return 0
  while IFS= read -r line; do
    [[ $line =~ ^\\[\\ *([0-9]+)\\.[0-9]+\\]\\ NVRM:\\ Xid\\ \\(PCI:([0-9A-Fa-f:.]+)\\):\\ ([0-9]+), ]] || continue
    [ "$((now - BASH_REMATCH[1]))" -le "$recent_seconds" ] || continue
    xid=\${BASH_REMATCH[3]}
    [[ $XIDS == *" $xid "* ]] && drain "XID $xid on GPU \${BASH_REMATCH[2]}"
  done < <(timeout 10 dmesg 2>/dev/null | tail -n 5000)
}

${checks.map(({ text }) => `${text}\n`).join("")}${sharedPaths.length > 1 ? SEVERAL_PATHS : ONE_PATH}

check_gpus
check_xids
${checks.map(({ name }) => `${name}\n`).join("")}check_shared_path
exit 0
`;
}

const checkName = ({ kind }: CheckedFabric): string => `check_${kind.replaceAll("-", "_")}`;

/** Bash function that drains a node which lacks devices of a fabric. */
function fabricCheck(fabric: CheckedFabric): string {
  const expected = expectedDevices(fabric.kind);
  return `${checkName(fabric)}() {
  local found
  [ "$${expected}" -gt 0 ] || return 0
  found=$(find "$SYSFS/${fabric.health.sysfs}" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)
  [ "$found" -ge "$${expected}" ] || drain "$found of $${expected} ${fabric.title} devices are there"
}
`;
}
