import { GPU_SERIES } from "../alerts/gpu-recordings";
import type { Dashboard, Panel, Query } from "./dashboard";

export interface MoneyProps {
  /** USD for one GPU in an hour at list prices, the mean of the cluster; null: unknown, and everything is in GPU hours. */
  readonly usdPerGpuHour: number | null;
  /** Whether Slurm places jobs. */
  readonly slurm: boolean;
  /** Whether the DCGM exporter runs. */
  readonly gpus: boolean;
}

/** What GPUs cost, who holds them, and how much of it is for nothing. */
export function money({ usdPerGpuHour, slurm, gpus }: MoneyProps): Dashboard {
  const worth = (count: string): string => (usdPerGpuHour === null ? count : `(${count}) * ${usdPerGpuHour}`);
  const unit = usdPerGpuHour === null ? "short" : "currencyUSD";
  const anHour = usdPerGpuHour === null ? "GPUs" : "USD an hour";
  const rests =
    usdPerGpuHour === null
      ? "Prices are not known."
      : `At ${usdPerGpuHour} USD for a GPU in an hour, the mean of list prices.`;
  const number = (title: string, description: string, expr: string): Panel => ({
    kind: "number",
    title,
    description: `${description} ${rests}`,
    unit,
    width: 6,
    queries: [{ expr: worth(expr) }],
  });
  const lines = (title: string, description: string, { expr, ...query }: Query): Panel => ({
    kind: "lines",
    title,
    description: `${description} ${rests}`,
    unit,
    stacked: true,
    queries: [{ ...query, expr: worth(expr) }],
  });
  const held = "max(slurm_jobs_gpus_alloc)";
  const all = `sum(${GPU_SERIES.perNode})`;
  const idle = GPU_SERIES.heldIdle;
  return {
    name: "money",
    title: "Money",
    description: `What GPUs cost, who holds them, and how much of it is for nothing. ${rests}`,
    rows: [
      {
        title: `Now, ${anHour}`,
        panels: [
          ...(gpus ? [number("All GPUs", "Those that report.", all)] : []),
          ...(slurm ? [number("Held by jobs", "Slurm has given them to a job.", held)] : []),
          ...(gpus && slurm
            ? [
                number("Free", "No job holds them.", `clamp_min(${all} - ${held}, 0)`),
                number("Held, and below 5 % active", "In the last 30 minutes.", idle),
              ]
            : []),
        ],
      },
      ...(slurm
        ? [
            {
              title: `Over time, ${anHour}`,
              panels: [
                lines("By account", "Accounts are teams.", {
                  expr: "max by (account) (slurm_account_jobs_gpus_alloc) > 0",
                  legend: "{{account}}",
                }),
                lines("By user", "The twenty who hold the most.", {
                  expr: "topk(20, max by (username) (slurm_user_jobs_gpus_alloc) > 0)",
                  legend: "{{username}}",
                }),
              ],
            },
            {
              title: usdPerGpuHour === null ? "GPU hours in 30 days" : "USD in 30 days",
              panels: [
                {
                  kind: "table" as const,
                  title: "By account",
                  description: `Each hour counts with the GPUs that jobs of the account had in it. ${rests}`,
                  unit: unit as "short" | "currencyUSD",
                  queries: [
                    {
                      expr: worth(
                        "sort_desc(sum_over_time(max by (account) (slurm_account_jobs_gpus_alloc)[30d:1h]) > 0)",
                      ),
                      legend: usdPerGpuHour === null ? "GPU hours" : "USD",
                    },
                  ] as const,
                  columns: { account: "account" },
                },
              ],
            },
          ]
        : []),
    ],
  };
}
