import { inRange } from "../kernel/version-order";
import { brought, describes, judge, type Fit, type Versioned } from "./compatible";

/** Programs of an image and of the images of jobs, of which each may be said in its version. */
export const STACK_PARTS = [
  "nvidia-driver",
  "doca-ofed",
  "efa-installer",
  "libfabric",
  "aws-ofi-nccl",
  "cuda",
  "nccl",
  "slurm",
] as const;

export type StackPart = (typeof STACK_PARTS)[number];

/** What documents say of two programs of a stack. */
export interface StackFinding {
  /** `unknown`: no document that was read says anything of it and any other. */
  readonly fit: Exclude<Fit, "fits">;
  readonly text: string;
  readonly source: string | null;
}

/**
 * Everything that does not fit, or that nobody vouches for, in the order of the parts.
 * @param around what they must fit besides, and that is no part of the stack
 */
export function judgeStack(stack: readonly Versioned[], around: readonly Versioned[] = []): StackFinding[] {
  const parts = [...stack, ...around];
  const known = new Set<string>();
  const found: StackFinding[] = [];
  for (const one of parts)
    for (const other of parts) {
      if (one === other) continue;
      const { fit, text, source } = judge(one, other);
      if (fit !== "unknown") [one, other].forEach(({ component }) => known.add(component));
      if (fit === "refused" || fit === "unproven")
        found.push({ fit, text: `${text}, and it is ${other.version}`, source });
      const version = brought(one, other.component);
      if (version === null) continue;
      [one, other].forEach(({ component }) => known.add(component));
      if (!inRange(other.version, { from: version, to: version }))
        found.push({
          fit: "refused",
          text: `${one.component} ${one.version} brings ${other.component} ${version}, and ${other.version} is asked for`,
          source: null,
        });
    }
  for (const { component, version } of stack)
    // alone it is compared with nothing: then a document at least says something of this version
    if (!known.has(component) && (parts.length > 1 || !describes({ component, version })))
      found.push({ fit: "unknown", text: `no document says what ${component} ${version} fits`, source: null });
  return found;
}
