import { rmSync } from "node:fs";
import { join } from "node:path";
import type { LoadedEnvironment } from "../../config";
import { asJson } from "../lib/files/read-json";
import type { SiteEnvironment } from "../../config/sites/environment";
import { STACKS } from "../../config/names/resolve";
import { readStacks } from "../lib/terraform/order";
import { readStack, resourcesOf } from "../lib/terraform/stack-json";
import { synthesizeInto } from "../lib/synth/synthesize";
import { configChanges } from "./config-changes";
import type { ConfigChange, Table } from "./model";
import { review } from "./review";
import { temporaryFolder } from "../lib/process/temporary-folder";

/** Resources of one type in one stack of two environments. */
export interface ResourceRow {
  /** `nodes` */
  readonly stack: string;
  readonly type: string;
  readonly first: number;
  readonly second: number;
}

/** What tells two environments apart. */
export interface EnvironmentDiff {
  readonly first: string;
  readonly second: string;
  readonly keys: readonly ConfigChange[];
  /** Types of which one has more than the other. */
  readonly resources: readonly ResourceRow[];
  /** Capacity and speed, then money. */
  readonly tables: readonly Table[];
}

/** Compares two environments by what is written, what is made of it, what it costs and how fast it is. */
export function diffEnvironments(first: LoadedEnvironment, second: LoadedEnvironment, now: Date): EnvironmentDiff {
  const { config, tables } = review({
    environment: first.resolved.name,
    before: first.resolved,
    after: second.resolved,
    config: configChanges(asJson(first.config), asJson(second.config)),
    stacks: [],
    asked: "rehearsal",
    acknowledgements: [],
    now,
  });
  return {
    first: first.resolved.name,
    second: second.resolved.name,
    keys: config,
    resources: resourceRows(first.resolved, second.resolved),
    tables,
  };
}

function resourceRows(first: SiteEnvironment, second: SiteEnvironment): ResourceRow[] {
  const folder = temporaryFolder("diff");
  try {
    // one at a time: both may be called the same in their states, and stacks are called after environments
    const counts = [first, second].map((env) => {
      const into = join(folder, env.name);
      synthesizeInto([env], into);
      return countsOf(into, env);
    });
    const keys = [...new Set(counts.flatMap((count) => [...count.keys()]))];
    return keys
      .map((key) => {
        const [stack = "", type = ""] = key.split(" ");
        return { stack, type, first: counts[0]?.get(key) ?? 0, second: counts[1]?.get(key) ?? 0 };
      })
      .filter((row) => row.first !== row.second);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Number of resources by `<stack> <type>`. */
function countsOf(folder: string, env: SiteEnvironment): Map<string, number> {
  const counts = new Map<string, number>();
  const made = readStacks(folder).map(({ name }) => name);
  for (const role of STACKS.filter((one) => made.includes(env.names.stack(one))))
    for (const { type } of resourcesOf(readStack(folder, env.names.stack(role)))) {
      const key = `${role} ${type}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}
