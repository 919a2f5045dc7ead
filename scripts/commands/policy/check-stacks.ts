import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { synthesizeInto } from "../../lib/synth/synthesize";
import { runCheckov } from "./checkov";
import { checkovPlan, type SynthesizedStack } from "./checkov-plan";
import { readReport, type CheckovResult } from "./failures";
import { PLANTED, PLANTED_STACK } from "./planted";
import { resourceLines } from "./resource-lines";
import type { Place } from "./sarif";
import { temporaryFolder } from "../../lib/process/temporary-folder";

export interface CheckedStacks {
  readonly result: CheckovResult;
  readonly stacks: readonly string[];
  readonly placeOf: (failure: { readonly stack: string; readonly address: string }) => Place;
}

/**
 * Synthesizes environments into a folder of their own, since what lies in cdktf.out may be older than the config, and
 * lets Checkov read them.
 */
export function checkStacks(environments: readonly SiteEnvironment[], checkov: string): CheckedStacks {
  const work = temporaryFolder("policy");
  try {
    const stacks = synthesizeInto(environments, join(work, "out")).map(({ name }) => name);
    const texts = new Map(
      stacks.map((name) => [name, readFileSync(join(work, "out", "stacks", name, "cdk.tf.json"), "utf8")]),
    );
    const counts = new Map<string, number>();
    const write = (name: string, stack: SynthesizedStack) => {
      const plan = checkovPlan(stack);
      counts.set(name, plan.planned_values.root_module.resources.length);
      mkdirSync(join(work, "plans", name), { recursive: true });
      writeFileSync(join(work, "plans", name, "plan.json"), JSON.stringify(plan));
    };
    for (const [name, text] of texts) write(name, JSON.parse(text) as SynthesizedStack);
    write(PLANTED_STACK, PLANTED);
    const result = readReport(runCheckov(checkov, join(work, "plans")), counts);
    const lines = new Map([...texts].map(([name, text]) => [name, resourceLines(text)]));
    return {
      result,
      stacks,
      placeOf: ({ stack, address }) => ({
        file: `cdktf.out/stacks/${stack}/cdk.tf.json`,
        line: lines.get(stack)?.get(address) ?? 1,
      }),
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
