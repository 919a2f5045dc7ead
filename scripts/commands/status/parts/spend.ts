import { awsOf } from "../../../../config/sites/aws-eks/environment";
import type { ResolvedBudget } from "../../../../config/money/governance";
import type { SiteEnvironment } from "../../../../config/sites/environment";
import { askAws } from "../../../lib/aws/ask-aws";
import { BudgetsClient, DescribeBudgetCommand } from "../../../lib/aws/budgets";
import { parseJson } from "../../../lib/files/read-json";
import { number } from "../../../lib/terminal/table";
import type { StatusPart } from "../part";

interface Spent {
  readonly name: string;
  /** USD; null: AWS has not counted. */
  readonly actual: number | null;
  /** USD of the whole month; null: AWS has too few days to say. */
  readonly forecast: number | null;
}

/** What the month has cost, by the budgets of config; AWS counts some hours late. */
export const SPEND: StatusPart = {
  id: "spend",
  title: "Money",
  absent: (environment) => (budgetsOf(environment).length > 0 ? null : "no budget is in config"),
  ask: async ({ environment, aws }) => {
    const account = awsOf(environment)!.account;
    const spent: Spent[] = [];
    for (const { name } of budgetsOf(environment)) {
      const { Budget } = await askAws("budgets:ViewBudget", () =>
        aws.client(BudgetsClient).send(new DescribeBudgetCommand({ AccountId: account, BudgetName: name })),
      );
      const { ActualSpend, ForecastedSpend } = Budget?.CalculatedSpend ?? {};
      spent.push({ name, actual: amount(ActualSpend?.Amount), forecast: amount(ForecastedSpend?.Amount) });
    }
    return JSON.stringify(spent);
  },
  read: (answer, { environment }) => {
    const spent = parseJson(answer, { name: "What AWS says of budgets" }) as Spent[];
    const rows = budgetsOf(environment).map((budget) => rowOf(budget, spent));
    const texts = rows.map(({ text }) => text);
    return {
      state: rows.some(({ state }) => state === "attention")
        ? "attention"
        : rows.some(({ state }) => state === "unknown")
          ? "unknown"
          : "well",
      line: texts[0]!,
      details: texts.slice(1),
    };
  },
};

const budgetsOf = (environment: SiteEnvironment): readonly ResolvedBudget[] =>
  awsOf(environment)?.governance?.budgets ?? [];

const amount = (text: string | undefined): number | null =>
  text === undefined || text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text);

function rowOf({ id, name, monthlyUsd }: ResolvedBudget, spent: readonly Spent[]) {
  const found = spent.find((one) => one.name === name);
  const [actual, forecast] = [found?.actual ?? null, found?.forecast ?? null];
  const limit = `of ${number(monthlyUsd)} USD a month`;
  const whole = forecast === null ? "" : `; ${number(forecast)} USD are expected`;
  if (actual === null)
    return { state: "unknown" as const, text: `${id}: what has been spent ${limit} is unknown${whole}` };
  const over = actual > monthlyUsd || (forecast ?? 0) > monthlyUsd;
  const share = Math.round((actual / monthlyUsd) * 100);
  return {
    state: over ? ("attention" as const) : ("well" as const),
    text: `${id}: ${number(actual)} ${limit} (${share} %)${whole}`,
  };
}
