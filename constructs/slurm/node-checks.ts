import { NODE_CHECK_NAMES, type NodeCheck, type NodeCheckName } from "../../config/facts/node-checks";
import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import { XIDS, HARDWARE_XIDS } from "../../config/facts/xids";
import { scriptFile, type ScriptParts } from "../core/script-file";
import { shellWord } from "../core/shell-word";
import { findingParts, HARDWARE_SXIDS } from "./driver-findings";
import type { SlurmRepair } from "./node-repair";
import { SCRIPTS_PATH } from "./scripts-path";
import type { SlurmNodeGroupProps } from "./slurm-types";

/** What the nodes of a group are asked. */
export interface GroupHealth {
  readonly checks: readonly NodeCheck[];
  readonly drainsAtOnce: number;
  readonly drainsPerHour: number;
}

/** What nodes are asked, and what becomes of those that answer badly. */
export interface SlurmHealth {
  /** Who takes a node back that a check has drained. */
  readonly resume: "checks" | "people";
  /** Whether nodes with faults are cordoned in Kubernetes. @default false */
  readonly cordon?: boolean;
  /** By the name of the group. */
  readonly groups: Readonly<Record<string, GroupHealth>>;
  /** What becomes of drained nodes. @default - people see to them */
  readonly repair?: SlurmRepair;
}

/** Keys of prolog and epilog with the checks, in whose order Slurm runs them. */
export const CHECKS_PROLOG = "05-railyard-checks.sh";
export const CHECKS_EPILOG = "20-railyard-checks.sh";

/** The file beside the scripts that lists the checks of a node. */
export const CHECKS_FILE = "checks";

/** Its key in the ConfigMap, for a group. */
export const checksKey = (group: string) => `checks-${group}`;

/** Key of the script of a check. */
const scriptKey = (check: string) => `check-${check}.sh`;

/** Keys of the ConfigMap that a slurmd of a group reads, with the names under which it does. */
export function checkItems(group: string, health: SlurmHealth): { readonly key: string; readonly path: string }[] {
  const names = health.groups[group]?.checks.map(({ name }) => scriptKey(name)) ?? [];
  const keys = mends(group, health) ? [...names, MEND_SCRIPT] : names;
  return [{ key: checksKey(group), path: CHECKS_FILE }, ...keys.map((key) => ({ key, path: key }))];
}

/** How old a message of the driver may be: two looks, so that each is seen. */
const XID_SECONDS = 600;

const logged = (xids: readonly number[], sxids: string): ScriptParts => ({
  values: { xids: xids.join(" "), sxids, seconds: XID_SECONDS },
  insert: findingParts(),
});

/** Script of each check, and the values that it takes. */
const SCRIPTS: Readonly<Record<NodeCheckName, { readonly file: string; readonly parts?: ScriptParts }>> = {
  "gpu-count": { file: "slurm/files/checks/gpu-count.sh" },
  xid: { file: "slurm/files/checks/xid.sh", parts: logged(HARDWARE_XIDS, HARDWARE_SXIDS) },
  "xid-program": { file: "slurm/files/checks/xid.sh", parts: logged(XIDS.program, "") },
  ecc: { file: "slurm/files/checks/ecc.sh" },
  "memory-rows": { file: "slurm/files/checks/memory-rows.sh" },
  nvlink: { file: "slurm/files/checks/nvlink.sh" },
  clocks: { file: "slurm/files/checks/clocks.sh" },
  "fabric-devices": { file: "slurm/files/checks/fabric-devices.sh" },
  "fabric-links": { file: "slurm/files/checks/fabric-links.sh" },
  "fabric-counters": { file: "slurm/files/checks/fabric-counters.sh" },
  "huge-pages": { file: "slurm/files/checks/huge-pages.sh" },
  nvme: { file: "slurm/files/checks/nvme.sh" },
  scratch: { file: "slurm/files/checks/scratch.sh", parts: { values: { scratch: SLURM_MOUNTS.scratch } } },
  volumes: { file: "slurm/files/checks/volumes.sh" },
  "shared-memory": { file: "slurm/files/checks/shared-memory.sh" },
  "boot-disk": { file: "slurm/files/checks/boot-disk.sh" },
};

/** The script of one check. */
export function checkScript(name: NodeCheckName): string {
  const { file, parts } = SCRIPTS[name];
  return scriptFile(file, parts);
}

/** The program that asks, in the place of the health check of clusters without a table of checks. */
export const nodeChecksScript = (): string => scriptFile("slurm/files/node-checks.sh");

/** What prolog and epilog run of it. A node whose volume with the scripts is not there yet is not asked. */
export const momentScript = (moment: "prolog" | "epilog"): string =>
  scriptFile("slurm/files/node-checks-moment.sh", {
    values: { program: `${SCRIPTS_PATH}/health-check.sh`, moment },
  });

/** Resets GPUs and starts nodes anew, where that is a step of their repair. */
export const MEND_SCRIPT = "mend.sh";

/** Whether nodes of a group have it. */
const mends = (group: string, { repair }: SlurmHealth): boolean =>
  repair?.mode === "on" && (repair.groups[group]?.steps ?? []).some((step) => step === "reset" || step === "reboot");

/** Files of the ConfigMap: each check once, and a table for each group. */
export function checkFiles(groups: readonly SlurmNodeGroupProps[], health: SlurmHealth): Record<string, string> {
  const used = new Set(groups.flatMap((group) => health.groups[group.name]?.checks.map(({ name }) => name) ?? []));
  return {
    ...Object.fromEntries(
      NODE_CHECK_NAMES.filter((name) => used.has(name)).map((name) => [scriptKey(name), checkScript(name)]),
    ),
    ...(groups.some(({ name }) => mends(name, health)) && { [MEND_SCRIPT]: scriptFile("slurm/files/mend.sh") }),
    ...Object.fromEntries(groups.map(({ name }) => [checksKey(name), checkTable(health.groups[name]?.checks ?? [])])),
  };
}

/** Lines that the script reads: name, seconds, fault, reaction, what mends it, moments. */
export const checkTable = (checks: readonly NodeCheck[]): string =>
  checks
    .map(({ name, limitSeconds, fault, reaction, mends, moments }) =>
      [name, limitSeconds, fault, reaction, mends, moments.join(",")].join(" "),
    )
    .map((line) => `${line}\n`)
    .join("");

const MIB_OF_HUGE_PAGE = 2;

/** What the checks compare with, beside what `nodeExpectations` has. */
export function healthFacts(group: SlurmNodeGroupProps, { resume, groups }: SlurmHealth): string {
  const { drainsAtOnce = 1, drainsPerHour = 1 } = groups[group.name] ?? {};
  const { fabric } = group;
  return Object.entries({
    POOL: group.name,
    RESUME: resume,
    DRAINS_AT_ONCE: drainsAtOnce,
    DRAINS_PER_HOUR: drainsPerHour,
    HUGE_PAGES: Math.ceil(fabric.hugepagesMiB / MIB_OF_HUGE_PAGE),
    FABRIC_DEVICES: fabric.health ? fabric.devices : 0,
    FABRIC_SYSFS: fabric.health?.sysfs ?? "",
    FABRIC_TITLE: fabric.title,
  } satisfies Record<string, string | number>)
    .map(([key, value]) => `${key}=${shellWord(value)}\n`)
    .join("");
}
