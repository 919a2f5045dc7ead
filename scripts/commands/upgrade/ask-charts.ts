import { CHARTS, type ChartName } from "../../../config/facts/versions";
import type { Answers } from "../../lib/aws/answers";
import { NotRecordedError } from "../../lib/aws/answers";
import { unreachedFix } from "../../lib/aws/proxy";
import type { ChartRelease } from "../../lib/charts/chart-release";
import type { Read, Unanswered } from "./model";
import { Repositories, RepositoryError, type Fetch } from "../../lib/charts/repositories";

export interface ChartAnswers {
  readonly charts: ReadonlyMap<ChartName, Read<readonly ChartRelease[]>>;
  readonly unanswered: readonly Unanswered[];
}

export interface AskChartsProps {
  readonly charts: readonly ChartName[];
  /** @default - the repositories are asked, and nothing is recorded */
  readonly answers?: Answers | undefined;
  readonly fetch: Fetch;
}

/** What stands for a Region in a recording: repositories have none. */
const NOWHERE = "internet";

/** Published releases of charts. Answers stand in the same recording as those of AWS. */
export async function askCharts({ charts, answers, fetch }: AskChartsProps): Promise<ChartAnswers> {
  const repositories = new Repositories(fetch);
  const found = new Map<ChartName, Read<readonly ChartRelease[]>>();
  const unanswered: Unanswered[] = [];
  await Promise.all(
    charts.map(async (chart) => {
      const { repository } = CHARTS[chart];
      const list = async () => ({
        output: { releases: await repositories.releases(repository, chart) },
        response: null,
      });
      const context = { clientName: "ChartsClient", commandName: "ListReleasesCommand" };
      const ask = answers ? answers.middleware(NOWHERE)(list, context) : list;
      try {
        const { output } = await ask({ input: { repository, chart } });
        const { releases } = output as { releases: readonly ChartRelease[] };
        found.set(chart, { value: releases, source: sourceOf(repository) });
      } catch (error) {
        unanswered.push({ subject: chart, ...failureOf(error) });
      }
    }),
  );
  // the order in which answers come is nobody's business
  const order = ({ subject }: Unanswered) => charts.indexOf(subject as ChartName);
  return {
    charts: new Map(charts.flatMap((chart) => (found.has(chart) ? [[chart, found.get(chart)!] as const] : []))),
    unanswered: unanswered.sort((a, b) => order(a) - order(b)),
  };
}

const sourceOf = (repository: string): string =>
  repository.startsWith("oci://") ? `tags of ${repository}` : `${repository.replace(/\/$/, "")}/index.yaml`;

function failureOf(error: unknown): Omit<Unanswered, "subject"> {
  if (error instanceof NotRecordedError) return { text: error.message, fix: "Record again with --record." };
  // a recorded failure has the name of the first
  if (!(error instanceof Error) || error.name !== RepositoryError.prototype.constructor.name) throw error;
  return { text: error.message, fix: unreachedFix(error.message) };
}
