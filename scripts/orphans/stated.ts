import { STACKS } from "../../config/names/resolve";
import { recordedObjects, type RecordedStateProps } from "../lib/terraform/recorded-states";

export interface Stated {
  /** Every text in the attributes of what the states have: ids, ARNs, names. */
  readonly texts: ReadonlySet<string>;
  /**
   * False where no state was found: with the wrong bucket, or a clone without its local states, everything would look left
   * over. An empty bootstrap state is enough: then the bucket was destroyed on purpose.
   */
  readonly found: boolean;
}

/**
 * What the stacks of an environment know. What is not among it, they do not have.
 * @throws ExpectedError when a state can't be read: then nobody can tell
 */
export async function readStated(props: RecordedStateProps): Promise<Stated> {
  const texts = new Set<string>();
  let found = false;
  for (const role of STACKS) {
    const objects = await recordedObjects(role, props);
    if (objects === null) continue;
    found ||= role !== "bootstrap" || objects.length === 0;
    for (const attributes of objects)
      for (const value of Object.values(attributes)) if (typeof value === "string" && value) texts.add(value);
  }
  return { texts, found };
}
