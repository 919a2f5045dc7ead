import { CHART_KINDS, type ChartKinds, type ChartSwitch } from "../../../config/facts/chart-kinds";
import type { ChartName } from "../../../config/facts/versions";
import type { CloudApi, CloudObject } from "../cloud/cloud-api";
import type { Refusal } from "../cloud/resource-kind";
import { textOf, textsOf } from "../attribute-values";
import type { Attributes } from "../value";
import { mergeValues, parseValues, type Values } from "./values";

/** A custom kind that is in the cluster though no release has it any more. */
const CUSTOM_KIND = "custom_kind";

const DEFINED: ReadonlySet<string> = new Set(Object.values(CHART_KINDS).flatMap(({ defines = [] }) => defines));

/** Values of a release as texts, merged; what `set` and its like add is left out. */
export function releaseValues(release: Attributes): Values {
  const all = textsOf(release, "values").map(parseValues);
  return all.reduce((merged: Values, each) => ("values" in each ? mergeValues(merged, each.values) : merged), {});
}

/**
 * Refuses where a manifest has an object of a kind that the cluster does not have. Kinds that no chart of the table defines
 * are not looked at: somebody else may have brought them.
 * @param manifests of which Helm looks every object up: the new one, and of an upgrade the old one, too
 */
export function refuseMissingKinds(manifests: readonly Manifest[], api: CloudApi): Refusal[] {
  const there = new Set([
    ...api.all("helm_release").flatMap(({ attributes }) => kindsOf(attributes)?.defines ?? []),
    ...api.all(CUSTOM_KIND).map(({ id }) => id),
  ]);
  for (const { release, what } of manifests) {
    const missing = objectKinds(release).filter((kind) => DEFINED.has(kind) && !there.has(kind));
    if (missing.length === 0) continue;
    const names = missing.map((kind) => `"${kind.split(".")[0]}" in ${kind.slice(kind.indexOf(".") + 1)}`);
    const message =
      `unable to build kubernetes objects ${what}: no matches for kind ${names.join(", ")}; ` +
      `${textOf(release, "name")} has such objects, and no release defines the kind`;
    return [{ code: "resource mapping not found", message, source: kindsOf(release)?.source ?? OBJECTS }];
  }
  return [];
}

export interface Manifest {
  readonly release: Attributes;
  /** As Helm says it: `from release manifest`. */
  readonly what: string;
}

const OBJECTS = "constructs/platform/objects-chart";

/** Kinds that stay in the cluster when a release is removed. */
export function stayingKinds(release: Attributes): CloudObject[] {
  const { defines = [], stay = false } = kindsOf(release) ?? {};
  return stay ? defines.map((kind) => ({ type: CUSTOM_KIND, id: kind, attributes: { id: kind } })) : [];
}

function kindsOf(release: Attributes): ChartKinds | undefined {
  const chart = textOf(release, "chart")?.split("/").at(-1) ?? "";
  return CHART_KINDS[chart as ChartName];
}

function objectKinds(release: Attributes): string[] {
  const values = releaseValues(release);
  const own = kindsOf(release)?.objects ?? [];
  const kinds = own.filter(({ when = [] }) => when.every((one) => isOn(one, values))).map(({ kind }) => kind);
  return [...new Set([...kinds, ...listedKinds(values)])];
}

/** Objects of the chart that carries what it is told. */
function listedKinds({ objects }: Values): string[] {
  return (Array.isArray(objects) ? (objects as unknown[]) : []).flatMap((object) => {
    const { apiVersion, kind } = (object ?? {}) as { apiVersion?: unknown; kind?: unknown };
    if (typeof apiVersion !== "string" || typeof kind !== "string" || !apiVersion.includes("/")) return [];
    return [`${kind}.${apiVersion.slice(0, apiVersion.lastIndexOf("/"))}`];
  });
}

function isOn({ value, byDefault }: ChartSwitch, values: Values): boolean {
  let at: unknown = values;
  for (const step of value.split(".")) at = (at as Values | null | undefined)?.[step];
  return at === undefined || at === null ? byDefault : at === true;
}
