import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { ResolvedVolume } from "../storage/kind";
import { isLinked } from "./link-rules";

/** Folder of runs where config says none. */
const USUAL = "/checkpoints";

/** The volume and the folder, from its root, that the agent of tiers reads; null: config has no agent, or no such volume. */
export function agentFolder(env: AwsEnvironment): { readonly volume: ResolvedVolume; readonly path: string } | null {
  const { checkpoints, lustre, storage } = env;
  const agent = checkpoints?.agent;
  if (!agent) return null;
  if (isLinked(env)) return { volume: lustre!, path: checkpoints.warm!.path };
  const volume = storage.find(({ name }) => name === agent.volume);
  return volume ? { volume, path: agent.path ?? USUAL } : null;
}
