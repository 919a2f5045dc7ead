import type { ChildResult } from "../process/child";
import { NO_CHANGES, type Changes } from "./plan-json";

/** Something that Terraform complains of. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** Resource, data source or output. */
  readonly address?: string;
  /** As in `cdk.tf.json:42`. */
  readonly file?: string;
}

/** Terraform's own form of it. */
interface RawDiagnostic {
  readonly severity?: string;
  readonly summary?: string;
  readonly detail?: string;
  readonly address?: string;
  readonly range?: { readonly filename?: string; readonly start?: { readonly line?: number } };
  readonly snippet?: { readonly context?: string | null };
}

/** A line of `terraform plan -json`. */
interface Line {
  readonly type?: string;
  readonly diagnostic?: RawDiagnostic;
  readonly hook?: { readonly action?: string; readonly resource?: { readonly addr?: string } };
  readonly change?: { readonly resource?: { readonly addr?: string } };
}

/** What a command with `-json` told while it ran. */
export interface StreamResult {
  readonly diagnostics: Diagnostic[];
  /** What was applied. */
  readonly applied: Changes;
  /** Addresses of resources that were changed behind Terraform's back. */
  readonly drift: string[];
}

/** Reads the output of a streaming command; lines that are not JSON are not meant for us. */
export function readStream(stdout: string): StreamResult {
  const lines = stdout.split("\n").flatMap(jsonLine);
  const diagnostics = lines.flatMap(({ diagnostic }) => (diagnostic ? [toDiagnostic(diagnostic)] : []));
  const drifted = lines.filter(({ type }) => type === "resource_drift").map(({ change }) => change?.resource?.addr);
  const done = lines.filter(({ type }) => type === "apply_complete");
  return { diagnostics, applied: countApplied(done), drift: drifted.filter((address) => address !== undefined) };
}

/** Reads the output of `terraform validate -json`: one object. */
export function readValidation(stdout: string): Diagnostic[] {
  try {
    const { diagnostics = [] } = JSON.parse(stdout) as { diagnostics?: RawDiagnostic[] };
    return diagnostics.map(toDiagnostic);
  } catch {
    return [];
  }
}

/** What is told of a command that failed without an error of its own, such as one that crashed. */
export function silentFailure(command: string, { code, stdout, stderr }: ChildResult): Diagnostic {
  const last = (stderr.trim() || stdout.trim()).split("\n").slice(-20).join("\n");
  const how = code === null ? "was killed" : `ended with code ${code}`;
  return { severity: "error", summary: `terraform ${command} ${how}`, detail: last };
}

function jsonLine(line: string): Line[] {
  if (!line.startsWith("{")) return [];
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}

function toDiagnostic({ severity, summary = "", detail = "", address, range, snippet }: RawDiagnostic): Diagnostic {
  const place = address ?? addressIn(snippet?.context) ?? PROTECTED.exec(detail)?.[1];
  const line = range?.start?.line;
  return {
    severity: severity === "warning" ? "warning" : "error",
    summary,
    detail,
    ...(place !== undefined && { address: place }),
    ...(range?.filename !== undefined && { file: line === undefined ? range.filename : `${range.filename}:${line}` }),
  };
}

/** The one error about a resource that gives its address in words only. */
const PROTECTED = /^Resource (\S+) has lifecycle\.prevent_destroy set/;

/** `resource.aws_vpc.network.tags` → `aws_vpc.network`: what is wrong with configuration has a place, and no address. */
function addressIn(context: string | null | undefined): string | undefined {
  const [, kind, type, name] = /^(resource|data|output)\.([^.]+)(?:\.([^.]+))?/.exec(context ?? "") ?? [];
  if (kind === "output") return `output.${type}`;
  if (kind === undefined || name === undefined) return undefined;
  return kind === "data" ? `data.${type}.${name}` : `${type}.${name}`;
}

/** A replacement is told as a deletion and a creation of one address. */
function countApplied(done: readonly Line[]): Changes {
  const actions = new Map<string, Set<string>>();
  for (const { hook } of done) {
    const address = hook?.resource?.addr ?? "";
    actions.set(address, (actions.get(address) ?? new Set()).add(hook?.action ?? ""));
  }
  const count = { ...NO_CHANGES };
  for (const did of actions.values()) {
    if (did.has("create") && did.has("delete")) count.replace += 1;
    else for (const kind of ["create", "update", "delete"] as const) if (did.has(kind)) count[kind] += 1;
  }
  return count;
}
