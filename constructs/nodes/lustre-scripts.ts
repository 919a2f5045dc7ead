import { quotedWord } from "../core/shell-word";
import { bootScript, RETRY, type BootScript } from "./boot-scripts";

/** LNet over EFA, for clients of an EFA-enabled FSx for Lustre file system. */
export interface LustreEfa {
  /**
   * EFA interfaces that LNet uses. A file system takes 1024 connections from all its clients together: fewer per
   * client for more clients. @default - AWS's number for the instance type (8 on p5, p5e, p5en, p6-b200, p6e-gb200)
   */
  readonly interfaces?: number;
  /** Where the setup package of AWS comes from, e.g. a copy of your own. @default - the FSx documentation site */
  readonly packageUrl?: string;
  /** SHA-256 of the package, in hex. @default - not checked: AWS publishes no digest */
  readonly packageSha256?: string;
}

const AWS_PACKAGE = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/samples/configure-efa-fsx-lustre-client.zip";

/**
 * The Lustre client, which no EKS image carries. Its modules stay unloaded: {@link lustreOverEfa} must be the one that
 * loads them, and the first mount does otherwise.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html
 */
export function lustreClient(order: number): BootScript {
  return bootScript(
    order,
    "lustre-client",
    `${RETRY}
if command -v mount.lustre > /dev/null; then
  log "present in the image"
else
  retry dnf install -y lustre-client
fi
modinfo lustre > /dev/null
`,
  );
}

/**
 * Runs AWS's setup for this boot and enables it for later ones. The two steps are apart because `systemctl enable --now`
 * may report a cancelled job while the machine still boots.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/configure-efa-clients.html
 */
export function lustreOverEfa(order: number, props: LustreEfa): BootScript {
  const { interfaces, packageSha256 } = props;
  if (interfaces !== undefined && !(Number.isInteger(interfaces) && interfaces > 0))
    throw new Error(`Lustre over EFA: ${interfaces} interfaces; give a whole number from 1, or leave it out`);
  return bootScript(
    order,
    "lustre-efa",
    `${RETRY}
mkdir -p /opt/railyard/lustre-efa
cd /opt/railyard/lustre-efa
retry curl --fail --silent --show-error --location --max-time 120 --output client.zip ${quotedWord(props.packageUrl ?? AWS_PACKAGE)}
${packageSha256 ? `echo ${quotedWord(`${packageSha256}  client.zip`)} | sha256sum --check --quiet` : 'log "package $(sha256sum client.zip)"'}
python3 -m zipfile --extract client.zip .
# The CPU partitions that spread EFA devices take effect only when libcfs is loaded with them.
if [ -d /sys/module/libcfs ]; then lustre_rmmod; fi
bash configure-efa-fsx-lustre-client/setup.sh --configure-once
bash configure-efa-fsx-lustre-client/setup.sh --systemd-only
${interfaces === undefined ? "" : setInterfaces(interfaces)}
count=$(lnetctl net show --net efa | grep -c '@efa' || true)
log "LNet has $count EFA interfaces"
[ "$count" -ge ${interfaces ?? 1} ] || { log "FAILED: Lustre will use TCP"; exit 1; }
`,
  );
}

/** Brings LNet to a number of EFA interfaces, now and after AWS's service has run on a later boot. */
function setInterfaces(count: number): string {
  return `
cat > /usr/local/sbin/railyard-lnet-efa << 'SCRIPT'
#!/bin/bash
set -euo pipefail
want=$1
mapfile -t used < <(lnetctl net show --net efa | awk '$1 ~ /^[0-9]+:$/ { print $2 }')
have=\${#used[@]}
# Those that stay are spread evenly over the list, and so over the NUMA nodes.
declare -A keep=()
for ((i = 0; i < want && have > want; i++)); do keep[\${used[i * have / want]}]=1; done
for device in "\${used[@]}"; do
  if [ "$have" -gt "$want" ] && [ -z "\${keep[$device]:-}" ]; then lnetctl net del --net efa --if "$device"; fi
done
for path in /sys/class/infiniband/*; do
  device=$(basename "$path")
  [ "$have" -lt "$want" ] || break
  [ "$(basename "$(realpath "$path/device/driver")")" = efa ] || continue
  [[ " \${used[*]} " != *" $device "* ]] || continue
  lnetctl net add --net efa --if "$device" --peer-credits 32
  have=$((have + 1))
done
SCRIPT
chmod 0755 /usr/local/sbin/railyard-lnet-efa
service=/etc/systemd/system/configure-efa-fsx-lustre-client.service.d
mkdir -p "$service"
printf '[Service]\\nExecStartPost=/usr/local/sbin/railyard-lnet-efa ${count}\\n' > "$service/10-railyard.conf"
systemctl daemon-reload
/usr/local/sbin/railyard-lnet-efa ${count}`.trim();
}
