import { existsSync } from "node:fs";
import { join } from "node:path";
import { listed } from "../../../../config/kernel/listed";
import { parseJson, readText } from "../../../lib/files/read-json";
import { parseEvidence, type EarlierEvidence } from "../../../verify/evidence";
import { SUITES, type Suite } from "../../../verify/check";
import { evidenceStore } from "../../../verify/store";
import { momentText, spanText } from "../moments";
import type { StatusPart } from "../part";

interface LastRun {
  readonly suite: Suite;
  readonly finishedAt: string;
  /** As `verify` says it; null: evidence of an older form. */
  readonly outcome: string | null;
  /** Checks that did not pass, with their nodes. */
  readonly failed: readonly string[];
}

/** A run that opens nodes for their first job is no proof of the cluster. */
const PROVING: readonly Suite[] = SUITES.filter((suite) => suite !== "join");

/** What the last whole run of each suite of `verify` found: of the bucket beside the states, or of this machine. */
export const VERIFIED: StatusPart = {
  id: "verified",
  title: "Verified",
  absent: () => null,
  ask: async ({ environment, aws, root }) => {
    const runs: LastRun[] = [];
    for (const suite of PROVING) {
      const kept = await evidenceStore(environment, suite, aws)?.before();
      const here = localEvidence(join(root, "cdktf.out", "verify", environment.name, suite, "evidence.json"));
      const last = [kept, here]
        .filter((one) => one !== null && one !== undefined)
        .toSorted((one, other) => Date.parse(other.finishedAt) - Date.parse(one.finishedAt))[0];
      if (last) runs.push(runOf(suite, last));
    }
    return JSON.stringify(runs);
  },
  read: (answer, { environment, now }) => {
    const runs = parseJson(answer, { name: "What is kept of verify" }) as LastRun[];
    if (runs.length === 0)
      return { state: "attention", line: `never: npx railyard verify ${environment.name} does it`, details: [] };
    const last = runs.toSorted((one, other) => Date.parse(other.finishedAt) - Date.parse(one.finishedAt))[0]!;
    const text = ({ suite, finishedAt, outcome }: LastRun) =>
      `${suite}: ${outcome ?? "unknown"}, ${momentText(finishedAt)}, ${spanText(now.getTime() - Date.parse(finishedAt))} ago`;
    return {
      state: last.outcome === null ? "unknown" : isGood(last) ? "well" : "attention",
      line: text(last),
      details: [...last.failed, ...runs.filter((run) => run !== last).map(text)],
    };
  },
};

const isGood = ({ outcome }: LastRun): boolean => outcome === "passed" || outcome === "measured";

function localEvidence(file: string): EarlierEvidence | null {
  if (!existsSync(file)) return null;
  return parseEvidence(parseJson(readText(file, { name: file }), { name: file }));
}

function runOf(suite: Suite, { finishedAt, outcome, pools }: EarlierEvidence): LastRun {
  const failed = pools.flatMap(({ pool, runs }) =>
    runs
      .filter(({ status }) => status !== "passed" && status !== "measured")
      .map(
        ({ check, nodes, status }) =>
          `${check} of ${pool}: ${status}${nodes.length > 0 ? ` on ${listed(nodes, 4)}` : ""}`,
      ),
  );
  return { suite, finishedAt, outcome: typeof outcome === "string" ? outcome : null, failed };
}
