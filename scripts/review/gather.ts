import type { LoadedEnvironment } from "../../config";
import { asJson } from "../lib/files/read-json";
import { configChanges } from "./config-changes";
import type { EnvironmentAt } from "./environments-at";
import type { Acknowledgement, Review, ReviewInput } from "./model";
import { plansIn, rehearsedPlans, type Plans } from "./plans";
import { review } from "./review";
import { synthesizeBoth } from "./synthesized";

export interface GatherProps {
  readonly root: string;
  /** Environments as they are now. */
  readonly present: readonly LoadedEnvironment[];
  /** Environments as of the base. */
  readonly base: ReadonlyMap<string, EnvironmentAt>;
  /** Commit of the base; null: nothing is compared, everything is new. */
  readonly commit: string | null;
  /** Folder with plans of the real Terraform. @default - plans are rehearsed */
  readonly plans?: string | undefined;
  readonly acknowledgements: readonly Acknowledgement[];
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** Reviews environments by name, those that are gone too. */
export async function reviewAll(names: readonly string[], props: GatherProps): Promise<Review[]> {
  const reviews: Review[] = [];
  for (const name of names) reviews.push(await reviewOne(name, props));
  return reviews;
}

async function reviewOne(name: string, props: GatherProps): Promise<Review> {
  const now = props.present.find(({ resolved }) => resolved.name === name);
  const then = props.base.get(name);
  const { stacks, problems, synthesized } = await plansOf(name, now, then !== undefined, props);
  const input: ReviewInput = {
    environment: name,
    before: then?.resolved ?? null,
    after: now?.resolved ?? null,
    // a commit whose code does not tell what was written has no keys to compare
    // the config of the base came as JSON
    config: then && now && then.config !== null ? configChanges(then.config, asJson(now.config)) : [],
    stacks,
    synthesized,
    asked: props.plans === undefined ? "rehearsal" : "aws",
    acknowledgements: props.acknowledgements,
    now: props.now,
  };
  return withProblems(review(input), problems);
}

/** What went wrong before there was anything to review breaks it too. */
export function withProblems(review: Review, problems: readonly string[]): Review {
  if (problems.length === 0) return review;
  return { ...review, verdict: "broken", problems: [...problems, ...review.problems] };
}

async function plansOf(
  name: string,
  now: LoadedEnvironment | undefined,
  wasThere: boolean,
  { root, plans, commit, signal, tell }: GatherProps,
): Promise<Plans> {
  if (plans !== undefined) {
    const given = plansIn(plans, name);
    if (!now) return given;
    const from = wasThere ? commit : null;
    return { ...given, synthesized: await synthesizeBoth({ root, environment: now.resolved, from, signal }) };
  }
  // a file that is gone plans nothing: what it made stays until somebody destroys it
  if (!now) return { stacks: [], problems: [] };
  return rehearsedPlans({ root, environment: now.resolved, from: wasThere ? commit : null, signal, tell });
}
