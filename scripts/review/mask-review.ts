import type { SiteEnvironment } from "../../config/sites/environment";
import { maskText } from "../../config/kernel/secret-text";
import { maskValue } from "./changes/mask-value";
import type { ConfigChange, Finding } from "./model";

/** What is resolved is frozen, and is masked once. */
const masked = new WeakMap<SiteEnvironment, SiteEnvironment>();

/** An environment without what looks like a secret: escape hatches hold whatever people write. */
export function maskEnvironment(env: SiteEnvironment | null): SiteEnvironment | null {
  if (!env) return null;
  const known = masked.get(env) ?? withoutSecrets(env);
  if (Object.isFrozen(env)) masked.set(env, known);
  return known;
}

function withoutSecrets(env: SiteEnvironment): SiteEnvironment {
  // names are functions, and origins a map: neither holds what people write as a value
  const { names, origins, ...values } = env;
  return { ...(maskValue(values) as Omit<SiteEnvironment, "names" | "origins">), names, origins };
}

/** Values of keys: JSON in which a key says as much as its path. */
export function maskConfig(changes: readonly ConfigChange[]): ConfigChange[] {
  return changes.map((change) => {
    const [before, after] = [change.before, change.after].map((json) => maskJson(json, change.path));
    return { ...change, path: maskText(change.path), before: before ?? null, after: after ?? null };
  });
}

function maskJson(json: string | null, path: string): string | null {
  if (json === null) return null;
  try {
    const key = /([\w-]+)\W*$/.exec(path.replace(/\[\d+\]/g, ""))?.[1] ?? "";
    const { [key]: masked } = maskValue({ [key]: JSON.parse(json) as unknown }) as Record<string, unknown>;
    return JSON.stringify(masked);
  } catch {
    return maskText(json);
  }
}

/** Texts are made of masked values; this is the second wall. Addresses stay: acknowledgements name them. */
export function maskFinding(finding: Finding): Finding {
  const { title, details, safer } = finding;
  return {
    ...finding,
    title: maskText(title),
    details: details.map(maskText),
    ...(safer && {
      safer: safer.map(({ text, command }) => ({
        text: maskText(text),
        ...(command !== undefined && { command: maskText(command) }),
      })),
    }),
  };
}

/** What people wrote to acknowledge it, too. */
export function maskReason(finding: Finding): Finding {
  const { acknowledged } = finding;
  return acknowledged
    ? { ...finding, acknowledged: { ...acknowledged, reason: maskText(acknowledged.reason) } }
    : finding;
}
