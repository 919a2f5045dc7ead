import { HARDWARE_XIDS } from "../../config/facts/xids";
import { HARDWARE_SXIDS, findingParts } from "./driver-findings";
import { shellWord } from "../core/shell-word";
import { scriptFile } from "../core/script-file";
import type { CheckedFabric } from "./slurm-types";

/** Node facts that the checks compare with, as a file beside the scripts. */
export interface NodeExpectations {
  readonly gpus: number;
  /** Devices of each fabric on the node; 0 is none. */
  readonly fabrics: readonly { readonly key: string; readonly devices: number }[];
  /** Mount points of volumes; empty: there is none. */
  readonly sharedPaths: readonly string[];
}

/** Variable of the devices of a fabric: `EXPECTED_EFA_DEVICES`. */
const expectedDevices = (key: string): string => `EXPECTED_${key.toUpperCase().replaceAll("-", "_")}_DEVICES`;

/** `node.env`, which the scripts read. */
export function nodeExpectations({ gpus, fabrics, sharedPaths }: NodeExpectations): string {
  return [
    `EXPECTED_GPUS=${gpus}`,
    ...fabrics.map(({ key, devices }) => `${expectedDevices(key)}=${devices}`),
    `SHARED_PATH=${shellWord(sharedPaths.join(":"))}`,
    "",
  ].join("\n");
}

/**
 * HealthCheckProgram: looks at a node every five minutes and drains it when something is broken, with a reason that begins
 * with `railyard:`. It never resumes a node and never overwrites another reason. Each look is bounded, for slurmd waits:
 * a hung driver or file system is itself a finding.
 * @param sharedPaths mount points of volumes; with one at most the script is what it was before there could be several
 */
export function healthCheckScript(fabrics: readonly CheckedFabric[], sharedPaths: readonly string[]): string {
  const unset = fabrics.map(({ health }) => `${expectedDevices(health.key)}=0`);
  return scriptFile("slurm/files/health-check.sh", {
    values: { xids: HARDWARE_XIDS.join(" "), sxids: HARDWARE_SXIDS },
    insert: {
      unset: ["EXPECTED_GPUS=0", ...unset, "SHARED_PATH="].join(" "),
      fabric_checks: fabrics.length === 0 ? null : fabrics.map(fabricCheck).join("\n"),
      ...findingParts(),
      shared_paths: scriptFile(`slurm/files/health-check-${sharedPaths.length > 1 ? "paths" : "path"}.sh`).trimEnd(),
      fabric_calls: fabrics.length === 0 ? null : fabrics.map(checkName).join("\n"),
    },
  });
}

const checkName = ({ health }: CheckedFabric): string => `check_${health.key.replaceAll("-", "_")}`;

/** Bash function that drains a node which lacks devices of a fabric. */
function fabricCheck(fabric: CheckedFabric): string {
  const expected = expectedDevices(fabric.health.key);
  return `${checkName(fabric)}() {
  local found
  [ "$${expected}" -gt 0 ] || return 0
  found=$(find "$SYSFS/${fabric.health.sysfs}" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)
  [ "$found" -ge "$${expected}" ] || drain "$found of $${expected} ${fabric.title} devices are there"
}
`;
}
