import { gpuTypes, usedGroups, type SlurmLayout } from "./slurm-types";

/** A quality of service: what a job pays for its rank. */
interface Qos {
  readonly name: string;
  readonly settings: readonly string[];
  readonly description: string;
}

/**
 * Lowest first: a QOS must exist before another names it in `Preempt`. `scavenger` uses what is idle, counts for nothing
 * and gives way to all. `high` preempts the jobs of others, so no team has it until an administrator gives it.
 */
const QOS: readonly Qos[] = [
  {
    name: "scavenger",
    settings: ["Priority=0", "UsageFactor=0"],
    description: "Idle nodes only",
  },
  { name: "normal", settings: ["Priority=100", "Preempt=scavenger"], description: "Everyday jobs" },
  { name: "high", settings: ["Priority=1000", "Preempt=scavenger,normal"], description: "Before everyday jobs" },
];

/** Account of the administrators, for root. */
const ADMIN_ACCOUNT = "railyard";

/**
 * Brings QOS, accounts, limits and users of the teams into slurmdbd. May run again and again: it adds what is missing, sets
 * what config says, and removes nothing; accounts and users that config does not know are told.
 *
 * It waits until slurmctld has registered its GPUs: limits on a TRES that slurmdbd does not know are refused, one by one.
 * @see https://slurm.schedmd.com/sacctmgr.html
 */
export function accountsScript(layout: SlurmLayout): string {
  const types = gpuTypes(usedGroups(layout));
  const lines = [
    ...QOS.flatMap(({ name, settings, description }) => [
      `add_missing qos ${name} "Description=${description}"`,
      `modify qos where name=${name} set ${settings.join(" ")}`,
    ]),
    `add_missing account ${ADMIN_ACCOUNT} "Description=administrators" Organization=railyard`,
    `add_user root ${ADMIN_ACCOUNT}`,
    ...layout.teams.flatMap(({ name, share, gpus, users }) => [
      `add_missing account ${name} "Description=team ${name}" Organization=railyard`,
      `modify account where name=${name} set Fairshare=${share} GrpTRES=gres/gpu=${types.length > 0 ? (gpus ?? -1) : -1} QOS+=scavenger,normal DefaultQOS=normal`,
      ...users.map((user) => `add_user ${user} ${name}`),
      `tell_others ${name} ${users.join(" ")}`.trimEnd(),
    ]),
  ];
  return `#!/usr/bin/env bash
# Sets up accounting for the teams. Safe to run again.
set -euo pipefail
failed=0

have() {
  local column=name
  [ "$1" = account ] && column=account
  sacctmgr -n -P list "$1" where name="$2" format="$column" 2>/dev/null | grep -qxF "$2"
}

run() {
  local text status=0
  text=$(sacctmgr -i "$@" 2>&1) || status=$?
  case $text in *"Nothing new added"* | *"Nothing modified"*) return 0 ;; esac
  if [ "$status" -ne 0 ] || [[ $text == *error:* || $text == *"Unknown option"* ]]; then
    echo "sacctmgr $*: $text" >&2
    failed=1
  fi
}

add_missing() {
  local kind=$1 name=$2
  shift 2
  have "$kind" "$name" || run add "$kind" "$name" "$@"
}
modify() { run modify "$@"; }
add_user() {
  sacctmgr -n -P list associations where user="$1" account="$2" format=user 2>/dev/null | grep -qxF "$1" ||
    run add user "$1" account="$2"
}
tell_others() {
  local account=$1 user
  shift
  while read -r user; do
    [ -z "$user" ] || [[ " $* " == *" $user "* ]] || echo "account $account also has $user, who is not in config"
  done < <(sacctmgr -n -P list associations where account="$account" format=user 2>/dev/null | sort -u)
}

${waitForTres(types)}
${lines.join("\n")}
if [ "$failed" -ne 0 ]; then
  echo "accounting is not as config says" >&2
  exit 1
fi
echo "accounting is as config says"
`;
}

function waitForTres(types: readonly string[]): string {
  const wanted = types.map((type) => `gres|gpu:${type}`);
  const tests = wanted.map((tres) => `grep -qxF '${tres}' <<<"$known"`).join(" && ") || `[ -n "$known" ]`;
  return `for ((waited = 0; ; waited += 5)); do
  known=$(sacctmgr -n -P list tres format=type,name 2>/dev/null || true)
  ${tests} && break
  if [ "$waited" -ge "\${RAILYARD_WAIT:-900}" ]; then
    echo "slurmctld has not registered its resources with slurmdbd: ${wanted.join(", ") || "none"}" >&2
    exit 1
  fi
  sleep 5
done`;
}
