import { keyLines } from "./key-lines";
import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "the trial of scheduling";

/** A QOS as Slurm has it. */
export interface SlurmQos {
  readonly name: string;
  readonly preempts: readonly string[];
  /** Most GPUs of all its jobs; null: no limit. */
  readonly gpus: number | null;
  readonly deniesOnLimit: boolean;
}

/** What Slurm is, and what it did with jobs on one reserved node. */
export interface SchedulingRun {
  readonly config: ReadonlyMap<string, string>;
  readonly qos: readonly SlurmQos[];
  readonly partitions: readonly { readonly name: string; readonly state: string; readonly nodes: number }[];
  readonly preempted: {
    readonly low: string;
    readonly restarts: number;
    readonly high: string;
    readonly seconds: number;
  };
  readonly drained: { readonly running: string; readonly waiting: string; readonly node: string };
}

/** @throws UnreadableOutputError where Slurm refused the trial */
export function parseScheduling(text: string): SchedulingRun {
  const refused = /^refused=(.*)$/m.exec(text)?.[1];
  if (refused !== undefined) throw new UnreadableOutputError(PROGRAM, `says: Slurm refused a ${refused}`);
  const [preempted] = keyLines(text.replace(/^preempted /m, "preempted=1 "), "preempted");
  const [drained] = keyLines(text.replace(/^drained /m, "drained=1 "), "drained");
  if (!preempted || !drained) throw new UnreadableOutputError(PROGRAM, "does not tell of both of its parts: it is cut");
  return {
    config: new Map([...text.matchAll(/^config (\w+)=(.*)$/gm)].map(([, key, value]) => [key!, value!.trim()])),
    qos: [...text.matchAll(/^qos ([^|\n]+)\|[^|\n]*\|([^|\n]*)\|([^|\n]*)\|([^|\n]*)$/gm)].map(
      ([, name, preempts, tres, flags]) => {
        const gpus = /(?:^|,)gres\/gpu=(\d+)/.exec(tres!)?.[1];
        return {
          name: name!,
          preempts: preempts!.split(",").filter(Boolean),
          gpus: gpus === undefined ? null : Number(gpus),
          deniesOnLimit: flags!.split(",").includes("DenyOnLimit"),
        };
      },
    ),
    partitions: [...text.matchAll(/^partition (\S+)=(\S+) (\d+)$/gm)].map(([, name, state, nodes]) => ({
      name: name!,
      state: state!,
      nodes: Number(nodes),
    })),
    preempted: {
      low: preempted["low"] ?? "",
      restarts: numberIn(PROGRAM, preempted["restarts"], "restarts"),
      high: preempted["high"] ?? "",
      seconds: numberIn(PROGRAM, preempted["seconds"], "a time"),
    },
    drained: {
      running: drained["running"] ?? "",
      waiting: drained["waiting"] ?? "",
      node: drained["node"] ?? "",
    },
  };
}
