import { UnreadableOutputError } from "./parse/unreadable";
import { fourDigits } from "./four-digits";

/** A lowest value that is right, and who says so. */
export interface Floor {
  readonly value: number;
  /**
   * - `published`: a share of what somebody measured on the same machines, or a floor that somebody publishes.
   * - `computed`: a share of what the hardware is sold with.
   * - `baseline`: a share of what these very machines did before.
   */
  readonly basis: "published" | "computed" | "baseline";
  /** Page, or the formula with its numbers. */
  readonly source: string;
}

/** One number of a check. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `GB/s`, `Gbps`, `MiB/s`, `1/s` */
  readonly unit: string;
  /** Null: nobody has published one, and nothing was measured before. */
  readonly floor: Floor | null;
}

/** Bandwidth over the size of messages, for people to look at; what is judged are figures. */
export interface Curve {
  /** Unit of its values: `GB/s`. */
  readonly unit: string;
  /** By growing size. */
  readonly points: readonly { readonly bytes: number; readonly value: number }[];
  /** What the hardware is sold with; null: no document says. */
  readonly ceiling: number | null;
}

/** Begins the name of what is the id of a node's machine: `Machine of h100-0`. */
export const MACHINE = "Machine of ";

/** What is wrong, and what to do. */
export interface Finding {
  readonly text: string;
  readonly fix: string;
}

export interface Verdict {
  /**
   * - `passed`: nothing is wrong, and every figure is held against a floor.
   * - `measured`: nothing is wrong, and a figure has no floor, or something is unknown: it proves nothing yet.
   * - `failed`: something is wrong.
   */
  readonly status: "passed" | "measured" | "failed";
  readonly figures: readonly Figure[];
  readonly findings: readonly Finding[];
  /** Sentences on what is not proved: what nobody could tell, or asks for. @default - nothing */
  readonly unknown?: readonly string[];
  /** @default - the check measures one size */
  readonly curve?: Curve | undefined;
  /** What outputs tell of what ran, by what it is: `NCCL` is `2.30.4`. @default - nothing */
  readonly seen?: Readonly<Record<string, string>> | undefined;
}

/**
 * Adds what figures below their floors say to the findings.
 * @param slow what to do about a figure that is too low
 * @param unknown sentences on what is not proved
 * @throws UnreadableOutputError where a figure is no number: it is below no floor
 */
export function verdict(
  figures: readonly Figure[],
  findings: readonly Finding[],
  slow: string,
  unknown: readonly string[] = [],
): Verdict {
  const none = figures.find(({ value }) => !Number.isFinite(value));
  if (none) throw new UnreadableOutputError(none.name, "gives no number");
  const low = figures.flatMap(({ name, value, unit, floor }) =>
    floor !== null && value < floor.value
      ? [
          {
            text: `${name} is ${fourDigits(value)} ${unit}, below the floor of ${fourDigits(floor.value)} ${unit} (${floor.source}).`,
            fix: slow,
          },
        ]
      : [],
  );
  const all = [...findings, ...low];
  const isHeld = figures.length > 0 && unknown.length === 0 && figures.every(({ floor }) => floor !== null);
  return {
    status: all.length > 0 ? "failed" : isHeld ? "passed" : "measured",
    figures,
    findings: all,
    ...(unknown.length > 0 && { unknown }),
  };
}

/** The verdict over several: the worst of them. */
export function together(verdicts: readonly Verdict[]): Verdict {
  const statuses = ["failed", "measured", "passed"] as const;
  const unknown = verdicts.flatMap((verdict) => verdict.unknown ?? []);
  return {
    status: statuses.find((status) => verdicts.some((verdict) => verdict.status === status)) ?? "measured",
    figures: verdicts.flatMap(({ figures }) => figures),
    findings: verdicts.flatMap(({ findings }) => findings),
    ...(unknown.length > 0 && { unknown }),
  };
}
