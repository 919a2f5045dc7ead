import type { CheckpointRun } from "../parse/checkpoint";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";

const MIB = 2 ** 20;

/** What a checkpoint of all nodes should look like. */
export interface ExpectedCheckpoint {
  readonly processes: number;
  readonly read: Floor | null;
  /** What its nodes read of the volume at the most, MiB/s; null: unknown. */
  readonly mostMiBps: number | null;
}

/** Judges a checkpoint that was written and read. */
export function judgeCheckpoint(run: CheckpointRun, { processes, read, mostMiBps }: ExpectedCheckpoint): Verdict {
  const [written, restored] = [run.bytes / MIB / run.writeSeconds, run.bytes / MIB / run.restoreSeconds];
  const findings: Finding[] = [];
  if (run.processes !== processes)
    findings.push({
      text: `${run.processes} processes took part, and not ${processes}.`,
      fix: "look at the job's nodes, and at the GPUs of each",
    });
  if (!run.same)
    findings.push({
      text: "What was read is not what was written.",
      fix: "train nothing on this volume until it is known why: look at its health, and at the log of its clients",
    });
  if (mostMiBps !== null && restored > mostMiBps)
    findings.push({
      text: "It was read faster than the nodes' network carries: it came from their memory.",
      fix: "look at it as measured on a warm cache: a restart on other nodes takes longer",
    });
  return verdict(
    [
      { name: "Checkpoint read", value: restored, unit: "MiB/s", floor: read },
      { name: "Checkpoint written", value: written, unit: "MiB/s", floor: null },
      { name: "Training stood still", value: run.stallSeconds, unit: "s", floor: null },
    ],
    findings,
    "look at stripes of the folder, at the load of others, and at the clients' network: each restart waits for this",
  );
}
