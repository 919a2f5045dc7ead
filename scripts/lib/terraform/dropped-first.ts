import { DROPPABLE, type DroppableRole } from "../../../stacks/dropped-stack";
import { withDependencies, type StackNode } from "./order";
import { UsageError } from "../errors/usage";

/** Dropped stacks in the order in which they go: that of deployment in reverse. */
export const lastFirst = (dropped: readonly DroppableRole[]): DroppableRole[] =>
  DROPPABLE.filter((role) => dropped.includes(role)).reverse();

/** Names of stacks in their order, those that go before all others. @param gone in the order in which they go */
export const inOrderGoneFirst = (stacks: readonly string[], gone: readonly string[]): string[] => [
  ...gone.filter((name) => stacks.includes(name)),
  ...stacks.filter((name) => !gone.includes(name)),
];

/** Stacks, each after those that it waits for, and all after those that go. */
export function goneFirst(stacks: readonly StackNode[], going: readonly string[]): StackNode[] {
  const gone = going.filter((one) => stacks.some(({ name }) => name === one));
  return stacks.map(({ name, dependencies }) => {
    const turn = gone.indexOf(name);
    return { name, dependencies: turn < 0 ? [...new Set([...dependencies, ...gone])] : gone.slice(0, turn) };
  });
}

/**
 * Refuses to change what a dropped stack stands on while it is there: its pods would lose their kinds, certificates and nodes.
 * @throws UsageError
 */
export function refuseUnderneath(all: readonly StackNode[], gone: readonly string[], meant: readonly string[]): void {
  for (const name of gone.filter((one) => !meant.includes(one))) {
    const under = withDependencies(all, [name]).filter((one) => one.name !== name && meant.includes(one.name));
    if (under.length === 0) continue;
    throw new UsageError(
      `${name} is not in the config any more, but what it made is still there, and stands on ` +
        `${under.map((one) => one.name).join(", ")}: it goes first. Add --stack ${name}, or leave --stack out.`,
    );
  }
}
