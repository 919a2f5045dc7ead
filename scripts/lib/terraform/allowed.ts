import { shellWord } from "../../../constructs/core/shell-word";
import { didYouMean } from "../../../config/kernel/nearest";
import { losses, type StackLoss } from "./losses";
import type { PlanJson } from "./plan-json";
import { isGuarded } from "./protection";
import { readStack, resourcesOf } from "./stack-json";
import { UsageError } from "../errors/usage";

/** A resource as `--allow` names it. */
export const fullAddress = ({ stack, address }: Pick<StackLoss, "stack" | "address">): string => `${stack}.${address}`;

/** Refuses names that can be of no resource. @throws UsageError */
export function assertAddresses(option: string, names: readonly string[], stacks: readonly string[]): void {
  for (const name of names) {
    const [stack = "", ...address] = name.split(".");
    if (stacks.includes(stack) && address.length >= 2) continue;
    const hint = stacks.includes(stack) ? "" : (didYouMean(stack, stacks) ?? "");
    throw new UsageError(
      `${option} takes <stack>.<address>, such as ${stacks[0]}.aws_vpc.vpc, but is "${name}". ${hint}`.trimEnd(),
    );
  }
}

/** What a plan of a stack would lose. */
export function stackLosses(synthFolder: string, stack: string, plan: PlanJson): StackLoss[] {
  const guarded = resourcesOf(readStack(synthFolder, stack)).filter(isGuarded);
  return losses(
    plan,
    guarded.map(({ address }) => address),
  ).map((loss) => ({ ...loss, stack }));
}

/** A change in place that loses or ends something, by the name that allows it. */
export interface NamedDanger {
  readonly name: string;
  readonly title: string;
  readonly details: readonly string[];
  /** The order that loses least. */
  readonly safer: readonly { readonly text: string; readonly command?: string }[];
}

const PLANNED = "The plan deletes or replaces what holds data or runs jobs:";

/** Why a plan is not applied, with what to type when it is meant. @param how what is said of the losses */
export function refusal(refused: readonly StackLoss[], dangers: readonly NamedDanger[] = [], how = PLANNED): string {
  const names = [...new Set([...refused.map(fullAddress), ...dangers.map(({ name }) => name)])];
  return [
    ...(refused.length > 0 ? [how] : []),
    ...refused.flatMap((loss) => {
      const { action, why, reasonPaths } = loss;
      const because = reasonPaths.length ? `, since ${reasonPaths.join(", ")} cannot change in place` : "";
      return [`  ${fullAddress(loss)}`, `    ${action}${because}: ${why}`];
    }),
    ...(dangers.length > 0 ? ["The plan loses data or ends jobs by what it makes or changes:"] : []),
    ...dangers.flatMap(({ name, title, details, safer }) => [
      `  ${name}`,
      ...[title, ...details].map((line) => `    ${line}`),
      ...safer.map(({ text, command = "" }, index) => `      ${index + 1}. ${text}  ${command}`.trimEnd()),
    ]),
    "Nothing of this stack was applied. If it is meant, run it again with:",
    ...names.map((name) => `  --allow ${quoted(name)}`),
  ].join("\n");
}

/** For a shell: keys of instances have quotes. */
export const quoted = shellWord;
