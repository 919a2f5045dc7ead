import type { SiteEnvironment } from "../../../config/sites/environment";
import type { PartState, StatusPart } from "./part";
import { PARTS } from "./parts";
import type { StatusRecording } from "./recording";

/** A part for people and programs. */
export interface StatusRow {
  readonly id: string;
  readonly title: string;
  /** `absent`: the environment has no such thing. */
  readonly state: PartState["state"] | "absent";
  readonly line: string;
  readonly details: readonly string[];
}

export interface StatusReport {
  readonly environment: string;
  readonly takenAt: string;
  /** The worst of its parts: `attention` before `unknown` before `well`. */
  readonly state: PartState["state"];
  readonly parts: readonly StatusRow[];
}

/** What a recording says of an environment. */
export function statusReport(environment: SiteEnvironment, recording: StatusRecording): StatusReport {
  const parts = PARTS.map((part) => rowOf(part, environment, recording));
  const has = (state: StatusRow["state"]) => parts.some((part) => part.state === state);
  return {
    environment: environment.name,
    takenAt: recording.takenAt,
    state: has("attention") ? "attention" : has("unknown") ? "unknown" : "well",
    parts,
  };
}

/** Whether anything was answered at all. */
export const isAnswered = ({ parts }: StatusRecording): boolean =>
  Object.values(parts).some(({ kind }) => kind === "asked");

function rowOf(part: StatusPart, environment: SiteEnvironment, recording: StatusRecording): StatusRow {
  const { id, title } = part;
  const absent = part.absent(environment);
  if (absent !== null) return { id, title, state: "absent", line: absent, details: [] };
  const asked = recording.parts[id] ?? { kind: "none", why: "it is not in the recording" };
  if (asked.kind === "none") return { id, title, state: "unknown", line: "unknown", details: [asked.why] };
  try {
    return { id, title, ...part.read(asked.answer, { environment, now: new Date(recording.takenAt) }) };
  } catch (error) {
    // whatever has answered: what nobody understands proves nothing
    const why = `its answer is not understood: ${(error as Error).message}`;
    return { id, title, state: "unknown", line: "unknown", details: [why] };
  }
}
