import { SXIDS } from "../../config/facts/sxids";
import { scriptFile } from "../core/script-file";
import { kernelLine } from "../nodes/kernel-line";

/** SXids after which no job should begin on the node, as scripts read them. */
export const HARDWARE_SXIDS = `${SXIDS.reset.join(" ")} fatal`;

/** What finds words of the driver in the kernel's log, by the names of their insertions. */
export const findingParts = () => ({
  kernel_line: kernelLine(),
  finding: scriptFile("slurm/files/driver-finding.awk").trimEnd(),
});
