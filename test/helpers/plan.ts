import type { StackPlan } from "../../scripts/review/model";

type Values = Readonly<Record<string, unknown>>;

/** What a resource in a plan can have beside its values. */
export interface Extra {
  /** What is known after apply only. */
  readonly unknown?: unknown;
  readonly beforeSensitive?: unknown;
  readonly afterSensitive?: unknown;
  readonly replacePaths?: readonly (readonly (string | number)[])[];
  readonly reason?: string;
  readonly previousAddress?: string;
  readonly deposed?: string;
}

/** A resource in a plan as `terraform show -json` writes it. */
export type Planned = Readonly<Record<string, unknown>>;

function planned(
  address: string,
  actions: readonly string[],
  before: Values | null,
  after: Values | null,
  extra: Extra = {},
): Planned {
  const [type = "", name = ""] = address.split(".");
  return {
    address,
    mode: "managed",
    type,
    name: name.replace(/\[.*/, ""),
    provider_name:
      type === "terraform_data"
        ? "terraform.io/builtin/terraform"
        : `registry.terraform.io/hashicorp/${type.split("_")[0] ?? ""}`,
    ...(extra.previousAddress !== undefined && { previous_address: extra.previousAddress }),
    ...(extra.deposed !== undefined && { deposed: extra.deposed }),
    ...(extra.reason !== undefined && { action_reason: extra.reason }),
    change: {
      actions,
      before,
      after,
      after_unknown: extra.unknown ?? {},
      before_sensitive: extra.beforeSensitive ?? (before === null ? false : {}),
      after_sensitive: extra.afterSensitive ?? (after === null ? false : {}),
      ...(extra.replacePaths && { replace_paths: extra.replacePaths }),
    },
  };
}

export const created = (address: string, after: Values, extra?: Extra): Planned =>
  planned(address, ["create"], null, after, extra);

export const deleted = (address: string, before: Values, extra?: Extra): Planned =>
  planned(address, ["delete"], before, null, { reason: "delete_because_no_resource_config", ...extra });

/** An update in place: the values before, and what is another value after. */
export const updated = (address: string, before: Values, change: Values, extra?: Extra): Planned =>
  planned(address, ["update"], before, { ...before, ...change }, extra);

export const replaced = (address: string, before: Values, change: Values, extra?: Extra): Planned =>
  planned(
    address,
    ["delete", "create"],
    before,
    { ...before, ...change },
    {
      reason: "replace_because_cannot_update",
      replacePaths: Object.keys(change).map((key) => [key]),
      ...extra,
    },
  );

/** Replaced, and the new one is made first. */
export const replacedLate = (address: string, before: Values, change: Values, extra?: Extra): Planned => {
  const one = replaced(address, before, change, extra);
  return { ...one, change: { ...(one["change"] as Values), actions: ["create", "delete"] } };
};

export const unchanged = (address: string, values: Values, extra?: Extra): Planned =>
  planned(address, ["no-op"], values, values, extra);

export const forgotten = (address: string, before: Values): Planned => planned(address, ["forget"], before, null);

/** What is in every plan of the sample environment, beside what changes. */
export const PLAN = {
  format_version: "1.2",
  terraform_version: "1.11.4",
  configuration: {
    provider_config: {
      aws: {
        name: "aws",
        full_name: "registry.terraform.io/hashicorp/aws",
        expressions: {
          allowed_account_ids: { constant_value: ["111122223333"] },
          region: { constant_value: "us-east-1" },
        },
      },
    },
    root_module: {},
  },
  timestamp: "2026-11-21T00:00:00Z",
  applyable: true,
  complete: true,
  errored: false,
} as const;

/** The plan of a stack of another environment. */
export function planIn(
  { account, region }: { readonly account: string; readonly region: string },
  stack: string,
  ...resources: readonly Planned[]
): StackPlan {
  const { aws } = PLAN.configuration.provider_config;
  const expressions = { allowed_account_ids: { constant_value: [account] }, region: { constant_value: region } };
  const configuration = { ...PLAN.configuration, provider_config: { aws: { ...aws, expressions } } };
  return { stack, plan: { ...PLAN, configuration, resource_changes: resources } as object };
}

/** The plan of a stack. */
export function planOf(stack: string, ...resources: readonly Planned[]): StackPlan {
  return { stack, plan: { ...PLAN, resource_changes: resources } as object };
}
