import { parseNcclLog } from "../parse/nccl-log";
import { parseNcclTests } from "../parse/nccl-tests";
import { parseNvlinkLog } from "../parse/nvlink-log";
import { type Finding, type Floor, type Verdict, verdict } from "../verdict";
import { judgeCollective } from "./collective";

/** What an all-reduce over the nodes of one NVLink domain should look like. */
export interface ExpectedDomain {
  readonly ranks: number;
  readonly nodes: number;
  /** Message whose bandwidth is judged, bytes. */
  readonly bytes: number;
  /** Null: nobody has published a figure. */
  readonly floor: Floor | null;
}

/**
 * Judges an all-reduce that must not leave NVLink: what is fast enough and went over network cards all the same fails.
 * @throws UnreadableOutputError
 */
export function judgeNvlink(output: string, expected: ExpectedDomain): Verdict {
  const log = parseNvlinkLog(output);
  const because = log.causes.length > 0 ? ` ${log.causes.join("; ")}.` : "";
  // NCCL ends the run then, since it is told to use NVLink
  if (/MNNVL .*is available but not working/.test(output))
    return verdict([], [{ text: `NVLink between the nodes is there and does not work.${because}`, fix: FIX }], "");
  const run = parseNcclTests(output);
  const judged = judgeCollective(run, parseNcclLog(output), {
    ...expected,
    collective: "all_reduce",
    ceiling: null,
    fabric: null,
  });
  const found = joined(log, expected, because);
  return found.length === 0 ? judged : { ...judged, status: "failed", findings: [...found, ...judged.findings] };
}

const FIX =
  "look at the ComputeDomain of the run, at nvidia-imex-ctl -N on its nodes, and whether nvidia-imex of the host is masked; then run it on halves of the nodes";

type Log = ReturnType<typeof parseNvlinkLog>;

function joined({ cliqueSize, cliques, overNetwork }: Log, { ranks }: ExpectedDomain, because: string): Finding[] {
  if (cliqueSize === null) return [{ text: `NCCL does not use NVLink between the nodes.${because}`, fix: FIX }];
  const findings: Finding[] = [];
  if (cliques.length > 1)
    findings.push({
      text: `The GPUs are in ${cliques.length} domains of NVLink (${cliques.join(", ")}), and not in one.`,
      fix: "compare the labels nvidia.com/gpu.clique of the nodes: a pool has the nodes of one domain",
    });
  else if (cliqueSize < ranks)
    findings.push({ text: `NVLink joins ${cliqueSize} of the ${ranks} GPUs.${because}`, fix: FIX });
  if (overNetwork > 0)
    findings.push({
      text: `${overNetwork} channels go over network cards, and not over NVLink.`,
      fix: FIX,
    });
  return findings;
}
