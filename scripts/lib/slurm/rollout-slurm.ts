import { ExpectedError } from "../errors/expected-error";
import { inParts, lines, ON_NODES, type SlurmProgram } from "./controller";
import type { RolloutWorld } from "./rollout-world";
import { restoreKept, SendAway, type KeptLimits } from "./send-away";

export interface SlurmSideProps {
  readonly slurm: SlurmProgram;
  /** Minutes after the drain of a node at which its jobs are told to save. @default - they are waited for */
  readonly requeueAfter?: number | undefined;
  /** Minutes that they have for it. @default SAVE_MINUTES */
  readonly saveMinutes?: number | undefined;
  readonly kept: KeptLimits;
  readonly tell: (text: string) => void;
}

/** What a rollout asks of Slurm. */
export interface SlurmSide extends Pick<RolloutWorld, "drain" | "undrain" | "withoutJobs" | "sendAway"> {
  /** Gives jobs the limits back that somebody had written down, who was killed then. */
  readonly restoreLimits: () => Promise<void>;
  /** Gives all jobs their limits back. It never fails. */
  readonly end: () => Promise<void>;
}

/** The part of a rollout that only Slurm is asked for. */
export function slurmSide({ slurm, requeueAfter, saveMinutes, kept, tell }: SlurmSideProps): SlurmSide {
  const away = new Map<string, SendAway>();
  const jobsOn = async (names: readonly string[], format: string) =>
    lines(
      (
        await inParts(names, (part) =>
          slurm("squeue", "--noheader", "--all", `--states=${ON_NODES}`, `--nodelist=${part}`, `--format=${format}`),
        )
      ).join("\n"),
    );
  return {
    drain: async (names, reason) => {
      await inParts(names, (part) =>
        slurm("scontrol", "update", `NodeName=${part}`, "State=DRAIN", `Reason=${reason}`),
      );
    },
    undrain: async (names) => {
      await inParts(names, (part) => slurm("scontrol", "update", `NodeName=${part}`, "State=UNDRAIN"));
    },
    withoutJobs: async (names) => {
      if ((await jobsOn(names, "%A")).length === 0) return names;
      const empty: string[] = [];
      for (const name of names) if ((await jobsOn([name], "%A")).length === 0) empty.push(name);
      return empty;
    },
    sendAway: async (nodes) => {
      if (requeueAfter === undefined) return;
      for (const [name, since] of Object.entries(nodes))
        if (!away.has(name))
          away.set(name, new SendAway(slurm, (since + requeueAfter * 60) * 1000, tell, saveMinutes, kept));
      for (const [name, one] of away) await one.look(name in nodes ? await jobsOn([name], "%A") : []);
    },
    restoreLimits: () => restoreKept(slurm, kept, tell),
    end: async () => {
      for (const one of away.values()) {
        try {
          await one.end();
        } catch (error) {
          // its limit is given back; that it was is not written down
          if (!(error instanceof ExpectedError)) throw error;
        }
      }
    },
  };
}
