import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { DROPPABLE, type DroppableRole } from "../../../stacks/dropped-stack";
import { ExpectedError } from "../errors/expected-error";
import { recordedObjects, type RecordedStateProps } from "./recorded-states";

/** Whether config asks for a stack that some environments do without. */
const WANTED: Readonly<Record<DroppableRole, (env: SiteEnvironment) => boolean>> = {
  governance: (env) => awsOf(env)?.governance != null,
  slurm: (env) => env.slurm !== null,
};

/** Stacks that an environment does not have: some may be there of an earlier config. */
export const absentRoles = (env: SiteEnvironment): DroppableRole[] => DROPPABLE.filter((role) => !WANTED[role](env));

/**
 * Stacks that config has no more, though their states have resources: what they made is there, and is paid for. The states
 * themselves are asked; the folders of earlier runs prove nothing.
 * @throws ExpectedError when a state cannot be read, and when the stack that holds the states is not in config
 */
export async function droppedRoles(props: RecordedStateProps): Promise<DroppableRole[]> {
  const { environment } = props;
  const dropped: DroppableRole[] = [];
  for (const role of absentRoles(environment)) if (await resourcesIn(role, props)) dropped.push(role);
  const bootstrap = environment.names.stack("bootstrap");
  const left = environment.state.kind === "s3" ? 0 : await resourcesIn("bootstrap", props);
  if (left === 0) return dropped;
  throw new ExpectedError(
    `${bootstrap} is not in the config any more, but its state has ${left} resource${left === 1 ? "" : "s"}: the bucket with the ` +
      "states of all other stacks, which are looked for elsewhere now and would all be made again. Put `state` back into the " +
      "config as it was, and run the same command again. Nothing was done.",
  );
}

const resourcesIn = async (role: DroppableRole | "bootstrap", props: RecordedStateProps): Promise<number> =>
  (await recordedObjects(role, props))?.length ?? 0;
