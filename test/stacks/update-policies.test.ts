import { loadEnvironments } from "../../config";
import { ENVIRONMENTS } from "../../config/environments";
import { ConfigError } from "../../config/kernel/issues";
import { awsOf, type AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { configChanges } from "../../scripts/review/config-changes";
import { schemasAlong } from "../../scripts/lib/environments/schema-path";
import { NOW } from "../helpers/environment";
import { impliedUpdate } from "../helpers/implied-update";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";
import { isPlain } from "../../config/kernel/plain";

function resolved(input: Json): AwsEnvironment | null {
  try {
    return awsOf(loadEnvironments({ [input.name]: () => input }, [], NOW)[0]?.resolved);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

function* leaves(value: unknown, path: readonly string[] = []): Iterable<{ path: readonly string[]; value: Json }> {
  if (!isPlain(value)) yield { path, value };
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, key]);
}

const withValue = (at: Json, [key = "", ...rest]: readonly string[], value: Json): Json => ({
  ...at,
  [key]: rest.length > 0 ? withValue(at[key] ?? {}, rest, value) : value,
});

/** Other values of a key, of which the first legal one is tried. */
function others(path: readonly string[], value: Json, config: Json): Json[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 1, value * 2, value - 1, Math.floor(value / 2)];
  if (Array.isArray(value)) return [value.slice(0, -1)];
  const named = (schemasAlong(path, config).at(-1) ?? []).flatMap(({ enum: names = [] }: Json) => names as string[]);
  if (typeof value !== "string") return [];
  return named.length > 0 ? named.filter((name) => name !== value) : [`${value}x`];
}

interface Tried {
  readonly key: string;
  readonly policy: string | null;
  readonly replaced: readonly string[];
  readonly rolled: readonly string[];
}

/** Every key of an environment that has another legal value, with its policy and what that value would do. */
function tryAll(
  name: keyof typeof ENVIRONMENTS,
  belongs: (key: string) => boolean,
  more: readonly Json[] = [],
): Tried[] {
  const [loaded] = loadEnvironments({ [name]: () => ENVIRONMENTS[name]?.() }, [], NOW);
  const config: Json = JSON.parse(JSON.stringify(loaded?.config));
  const before = synthStacks(resolved(config)!);
  const candidates = [...leaves(config)].flatMap(({ path, value }) => {
    if (path[0] === "name" || !belongs(path.join("."))) return [];
    const next = others(path, value, config)
      .filter((other) => JSON.stringify(other) !== JSON.stringify(value))
      .map((other) => withValue(config, path, other))
      .find((one) => resolved(one) !== null);
    return next ? [next] : [];
  });
  const asked = more.map(({ path, value }) => withValue(config, path.split("."), value));
  return [...candidates, ...asked].flatMap((next: Json): Tried[] => {
    const [change] = configChanges(config, next);
    const env = resolved(next);
    if (!change || !env) throw new Error(`no legal change: ${JSON.stringify(configChanges(config, next))}`);
    return [{ key: change.path, policy: change.policy, ...impliedUpdate(before, synthStacks(env)) }];
  });
}

const quiet = (policy: string | null) => policy === "none" || policy === "in-place";

function assertAgree(tried: readonly Tried[]): void {
  const differing = tried.filter(({ policy, replaced, rolled }) => {
    if (quiet(policy)) return replaced.length + rolled.length > 0;
    return policy === "rolling"
      ? rolled.length === 0 && replaced.length > 0
      : policy === "replaces" && replaced.length === 0;
  });
  expect(differing).toEqual([]);
}

describe("what a key says of its change is what the synthesized change would do", () => {
  test("for every key of machines and network of dev that has another legal value", () => {
    const tried = tryAll("dev", (key) => /^(nodeGroups|network|cluster)\b/.test(key), [
      { path: "nodeGroups.l40s.instanceType", value: "g6e.24xlarge" },
      { path: "nodeGroups.l40s.capacity", value: { kind: "on-demand", placementGroup: false } },
      { path: "nodeGroups.l40s.image", value: { kind: "custom", imageId: "ami-0123456789abcdef0" } },
      { path: "nodeGroups.l40s.tuning", value: { purpose: "training" } },
    ]);
    expect(tried.length).toBeGreaterThan(12);
    expect(tried.some(({ replaced }) => replaced.length > 0)).toBe(true);
    expect(tried.some(({ rolled }) => rolled.length > 0)).toBe(true);
    expect(tried.at(-1)).toMatchObject({ policy: "rolling", rolled: ["group-l40s_launch-template_DA9A51AA"] });
    assertAgree(tried);
  });

  test("for every key of the storage of research", () => {
    const tried = tryAll("research", (key) => /^(lustre|checkpoints)\b/.test(key));
    expect(tried.length).toBeGreaterThan(8);
    assertAgree(tried);
  });
});
