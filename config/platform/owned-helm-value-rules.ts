import { absence } from "../components/charts";
import { OWNED_VALUES } from "./owned-values/all";
import type { Rule } from "../kernel/rule";

/** What stands at a path of values, once for every name that `*` stands for; null on the way takes away what is below. */
function* places(
  values: unknown,
  path: readonly string[],
  at: readonly string[] = [],
): Iterable<readonly [readonly string[], unknown]> {
  const [key, ...rest] = path;
  if (key === undefined || (values === null && at.length > 0)) {
    yield [at, values];
    return;
  }
  if (typeof values !== "object" || values === null || Array.isArray(values)) return;
  for (const name of key === "*" ? Object.keys(values) : [key]) {
    if (!Object.hasOwn(values, name)) continue;
    yield* places((values as Record<string, unknown>)[name], rest, [...at, name]);
  }
}

/** What config says instead; where it says nothing, what is to be done, or why nothing need be. */
function fixOf(instead: string): string {
  const [, nothing] = /^nothing: (.*)$/s.exec(instead) ?? [];
  if (nothing === undefined) return `take it out; config says it: ${instead}`;
  return nothing === "take it out" ? nothing : `take it out (${nothing})`;
}

/** `helmValues` go over everything that Railyard says: what must agree with the rest of config is said there. */
export const OWNED_HELM_VALUE_RULES: readonly Rule[] = [
  {
    id: "platform/owned-helm-value",
    title: "Helm values leave alone what follows from config.",
    severity: "error",
    why: "Helm values are merged last and win in silence: what config, rules and reviews say of the environment would no longer be true of it.",
    source:
      "https://helm.sh/docs/chart_template_guide/values_files/; Railyard's own design: values of users are merged over those that follow from config",
    *check({ env }) {
      const taken = new Set<string>();
      for (const { chart, path, because, instead, fine } of OWNED_VALUES) {
        if (absence(env, chart) !== null) continue;
        for (const [at, value] of places(env.platform.helmValues[chart], path)) {
          if (at.length < path.length) {
            const place = ["platform", "helmValues", chart, ...at];
            if (taken.has(place.join("\n"))) continue;
            taken.add(place.join("\n"));
            yield {
              path: place,
              message: `null takes away all of ${at.join(".")} of ${chart}, and with it ${path.join(".")}, which is Railyard's to say: ${because}`,
              fix: "write null for the keys below it that are meant",
            };
            continue;
          }
          if (fine?.(value, env)) continue;
          yield {
            path: ["platform", "helmValues", chart, ...at],
            message: `${at.join(".")} of ${chart} is Railyard's to say: ${because}`,
            fix: fixOf(instead),
          };
        }
      }
    },
  },
];
