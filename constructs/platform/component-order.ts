import type { PlatformComponent } from "./component";

type Ordered = Pick<PlatformComponent, "id" | "after">;

/**
 * Components in an order in which each comes after those that it waits for, and else in that of the list.
 * @param elsewhere ids of components that other sites have: nothing waits for them here
 * @throws Error for an id that the list does not have or has twice, and for components that wait for each other
 */
export function inOrder<T extends Ordered>(components: readonly T[], elsewhere: readonly string[] = []): readonly T[] {
  const byId = new Map(components.map((component) => [component.id, component]));
  const twice = components.find((component) => byId.get(component.id) !== component);
  if (twice) throw new Error(`two platform components have the id "${twice.id}"`);
  const ordered = new Set<T>();
  const add = (component: T, path: readonly string[]): void => {
    if (ordered.has(component)) return;
    const { id, after = [] } = component;
    if (path.includes(id)) throw new Error(`platform components wait for each other: ${[...path, id].join(" → ")}`);
    for (const other of after) {
      const before = byId.get(other);
      if (!before && elsewhere.includes(other)) continue;
      if (!before) throw new Error(`platform component "${id}" comes after "${other}", which is none`);
      add(before, [...path, id]);
    }
    ordered.add(component);
  };
  for (const component of components) add(component, []);
  return [...ordered];
}
