import type { StackRole } from "../config/names/resolve";
import type { SiteEnvironment } from "../config/sites/environment";

/** Key of a stack's state in a bucket: the environment's own, or one that it shares with others. */
export const backendKey = ({ state }: Pick<SiteEnvironment, "state">, role: StackRole): string =>
  `${state.kind === "local" ? "" : (state.folder ?? "")}${role}.tfstate`;

/**
 * Where a stack with local state keeps it. Terraform runs in `cdktf.out/stacks/<stack>`, which synth empties,
 * so the path leads out of it to the repository root.
 */
export function localStatePath(env: Pick<SiteEnvironment, "state" | "names">, role: StackRole): string {
  const directory = env.state.kind === "local" ? env.state.directory : "state";
  const path = `${directory}/${env.names.stack(role)}.tfstate`;
  return path.startsWith("/") ? path : `../../../${path}`;
}
