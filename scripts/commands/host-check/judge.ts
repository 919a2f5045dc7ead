import type { ResolvedSetting, ResolvedTuning } from "../../../config/tuning/tuning";
import type { SeenSettings } from "./read-settings";

/**
 * - `holds`: it is as wanted, or more where more is as good.
 * - `differs`: it is not.
 * - `absent`: the host lacks it altogether, which is no fault: the reason is said.
 * - `unknown`: the text does not show it.
 */
export type Verdict = "holds" | "differs" | "absent" | "unknown";

/** One setting of one host. */
export interface Judged {
  /** Place in config below `tuning`; `machines` first: what virtual machines need of the host beside it. */
  readonly path: readonly string[];
  readonly at: string;
  readonly wanted: string;
  /** What the host has, each value once; null: nothing is shown. */
  readonly has: string | null;
  readonly verdict: Verdict;
  /** Why it is absent or unknown; null elsewhere. */
  readonly note: string | null;
  readonly why: string;
  readonly source: string | null;
}

/** What a host shows of one setting: its values, nothing of the kind, or nothing at all. */
type Shown = readonly string[] | "lacks" | "unknown";

/** Every setting of a profile against one host. Pure. */
export function judgeHost({ settings }: ResolvedTuning, seen: SeenSettings, cards: readonly string[]): Judged[] {
  return settings.map((setting) => {
    const shown = shownOf(setting, seen, cards);
    const { path, at, value, compare, why, source } = setting;
    const row = { path, at, wanted: compare === "at-least" ? `${value} or more` : value, why, source };
    if (shown === "unknown") return { ...row, has: null, verdict: "unknown", note: "the text does not show it" };
    if (shown === "lacks")
      return setting.mayLack === null
        ? { ...row, has: null, verdict: "differs", note: "the host has no such setting" }
        : { ...row, has: null, verdict: "absent", note: setting.mayLack };
    const holds = shown.every((one) => isAsWanted(setting, one));
    return { ...row, has: [...new Set(shown)].join(", "), verdict: holds ? "holds" : "differs", note: null };
  });
}

function isAsWanted({ value, compare }: ResolvedSetting, has: string): boolean {
  if (has === value || has.includes(`[${value}]`)) return true;
  if (has === "infinity") return compare === "at-least";
  return compare === "at-least" && /^\d+$/.test(has) && /^\d+$/.test(value) && BigInt(has) >= BigInt(value);
}

/** A value that is there, one that is not, or a part of the text that is missing. */
const inMap = (map: ReadonlyMap<string, string> | null, name: string): Shown => {
  if (map === null) return "unknown";
  const value = map.get(name);
  return value === undefined ? "lacks" : [value];
};

function matching(map: ReadonlyMap<string, string> | null, pattern: string): Shown {
  if (map === null) return "unknown";
  const form = new RegExp(`^${pattern.split("*").map(escaped).join("[^/]*")}$`);
  const found = [...map].flatMap(([name, value]) => (form.test(name) ? [value] : []));
  return found.length > 0 ? found : "lacks";
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function shownOf({ kind, at, value }: ResolvedSetting, seen: SeenSettings, cards: readonly string[]): Shown {
  switch (kind) {
    case "sysctl":
    case "hugepages":
      return inMap(seen.sysctl, at);
    case "sysfs":
      return matching(seen.files, at);
    case "unit-limit":
      return inMap(seen.limits, at);
    case "module":
      return seen.modules === null ? "unknown" : [seen.modules.has(at.replaceAll("-", "_")) ? "loaded" : "not loaded"];
    case "module-option":
      return inMap(seen.options, at);
    case "lustre":
      if (seen.mounted === false) return "lacks";
      // parameters are there while a file system is mounted: none means that nobody could read them
      return seen.mounted === null || matching(seen.lustre, at) === "lacks" ? "unknown" : matching(seen.lustre, at);
    case "service":
      return unit(seen, at);
    case "pci":
      return at === "ACSCtl" ? acs(seen) : reads(seen, cards);
    case "kernel-argument":
      return argument(seen, at, value);
  }
}

function unit({ units }: SeenSettings, name: string): Shown {
  const found = units?.get(name);
  if (found === undefined) return "unknown";
  return found.installed ? [found.active ? "on" : "off"] : "lacks";
}

function acs({ devices }: SeenSettings): Shown {
  const bridges = devices?.filter(({ bridge }) => bridge) ?? [];
  if (bridges.length === 0 || bridges.some(({ readable }) => !readable)) return "unknown";
  const on = bridges.filter((one) => one.acs === true);
  return on.length === 0 ? ["off"] : [`on at ${on.map(({ pci }) => pci).join(" ")}`];
}

function reads({ devices }: SeenSettings, cards: readonly string[]): Shown {
  if (devices === null || cards.length === 0) return "unknown";
  const sizes = cards.map((card) => devices.find(({ pci }) => pci === card));
  if (sizes.some((one) => one !== undefined && !one.readable)) return "unknown";
  return sizes.map((one) => (one === undefined ? "no such card" : String(one.maxReadRequest ?? "unknown")));
}

/** The last of several counts, but for those that the kernel takes each by itself. */
function argument({ cmdline }: SeenSettings, name: string, value: string): Shown {
  if (cmdline === null) return "unknown";
  const found = cmdline.filter(([one]) => one === name).map(([, one]) => one);
  if (found.length === 0) return ["not there"];
  return found.includes(value) && (name === "pci" || found.at(-1) === value) ? [value] : [found.at(-1)!];
}
