import type { LoadedEnvironment } from "../../../config";
import { isLoadedOnAws } from "../../lib/environments/on-aws";
import { testedAlone } from "../../../config/fabrics/rdma/operator-rules";
import { compareVersions } from "../../../config/kernel/version-order";
import { ExpectedError } from "../../lib/errors/expected-error";
import { chartMoves, chartsOf, type ChartMove } from "./chart-moves";
import { draftOf, type DraftRow } from "./draft";
import type { LiveAnswers, UpgradePlan } from "./model";
import type { Newest } from "./newest";
import { nextKeys } from "./next-keys";
import { pullRequestText } from "./pull-request";
import { refuseUncommitted, uncommittedOf } from "./uncommitted";
import { placeDraft, tryDraft, type Problem } from "./write";

export interface PlannedEnvironment {
  readonly loaded: LoadedEnvironment;
  readonly live: LiveAnswers | null;
  readonly newest: Newest;
  readonly plan: UpgradePlan;
}

export interface WriteUpgradeProps {
  readonly root: string;
  readonly planned: readonly PlannedEnvironment[];
  /** Every environment there is: facts are for all of them. */
  readonly everyone: readonly LoadedEnvironment[];
  /** Whether one environment was named: then its file gets its next step. */
  readonly isOne: boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Keeps the description, before anything else is written. @returns what takes it away again @default - nobody keeps it */
  readonly keepText?: ((text: string) => () => void) | undefined;
}

export interface Written {
  /** Paths from the root; none: there is nothing newer. */
  readonly files: readonly string[];
  /** Facts with changes that are in no commit: a run that was killed between two files leaves the first ones. */
  readonly before: readonly string[];
  readonly rows: readonly DraftRow[];
  /** Description of the pull request. */
  readonly text: string;
}

const NOTHING_NEXT = { keys: [], step: null } as const;

/** Facts that an upgrade writes. */
const FACTS_FILES = ["config/facts/versions.ts", "config/facts/charts.json"];

/**
 * Writes newer facts and the next step of an environment: all of it, or nothing.
 * @throws ExpectedError when a step is blocked, a file has changes that are not committed, or a rule of any environment fails
 */
export async function writeUpgrade(props: WriteUpgradeProps): Promise<Written> {
  const { root, planned, everyone, isOne, now, signal } = props;
  const [first] = planned;
  if (!first) throw new ExpectedError("There is no environment, and so nothing to upgrade. Nothing was written.");
  // Kubernetes of a cluster that exists is its owner's, and written down when it is there
  const { keys, step } =
    isOne && isLoadedOnAws(first.loaded) ? nextKeys(first.loaded, first.plan, first.newest) : NOTHING_NEXT;
  const blocked = step?.blocked ?? [];
  if (blocked.length > 0)
    throw new ExpectedError(
      [`${step!.title} is blocked. Nothing was written.`, ...blocked.map((text) => `  ${text}`)].join("\n"),
    );
  const draft = draftOf({
    root,
    // what AWS offers is known to those that asked it
    live: (planned.find(({ loaded }) => isLoadedOnAws(loaded)) ?? first).live,
    moves: commonMoves(everyone, first.newest),
    keys,
    loaded: isOne ? first.loaded : null,
  });
  const plans = planned.map(({ plan }) => plan);
  const text = pullRequestText({ root, draft, plans, step });
  const paths = draft.files.map(({ folder, name }) => `${folder}/${name}`);
  const before = uncommittedOf(
    root,
    FACTS_FILES.filter((path) => !paths.includes(path)),
  );
  if (draft.files.length === 0) return { files: [], before, rows: [], text };
  refuseUncommitted(root, paths);
  const problems = await tryDraft(root, draft, now, signal);
  if (problems.length > 0) throw new ExpectedError(problemText(problems));
  signal.throwIfAborted();
  const takeBack = props.keepText?.(text);
  try {
    placeDraft(root, draft);
  } catch (error) {
    takeBack?.();
    throw error;
  }
  return { files: paths, before, rows: draft.rows, text };
}

/**
 * Charts are pinned for all environments: each goes to what the most careful of them can take with the Kubernetes that it
 * has now.
 */
export function commonMoves(everyone: readonly LoadedEnvironment[], newest: Newest): ChartMove[] {
  const found = new Map<string, ChartMove>();
  for (const { resolved } of everyone) {
    const asked = chartsOf(resolved).filter((chart) => newest.chart(chart) !== null);
    for (const move of chartMoves(asked, newest, resolved.cluster.version, testedAlone(resolved.nodeGroups))) {
      const other = found.get(move.chart);
      if (other === undefined || isOlder(move, other)) found.set(move.chart, move);
    }
  }
  return [...found.values()];
}

function isOlder(move: ChartMove, than: ChartMove): boolean {
  if (move.to === null || than.to === null) return move.to === null;
  return compareVersions(move.to.version, than.to.version) < 0;
}

function problemText(problems: readonly Problem[]): string {
  return [
    "With the new versions, rules fail. Nothing was written.",
    ...problems.map(({ environment, path, message, hint }) => `  ${environment} ${path}: ${message}. ${hint}`),
  ].join("\n");
}
