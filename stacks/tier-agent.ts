import { agentFolder } from "../config/checkpoints/agent-folder";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { TierAgent } from "../constructs/platform/checkpoint-tiers";
import { isTierLinked, tierLimits } from "./checkpoint-tiers";

/** What copies checkpoints in the cluster; null where config has none of it. */
export function tierAgent(env: AwsEnvironment): TierAgent | null {
  const { checkpoints } = env;
  const folder = agentFolder(env);
  if (!checkpoints?.agent || !folder) return null;
  const { agent, bucket, prefix, cold, archive } = checkpoints;
  if (agent.image === null) throw new Error("checkpoints.agent has no image, which a rule refuses");
  return {
    image: agent.image,
    everySeconds: agent.everySeconds,
    whole: agent.whole,
    claimName: folder.volume.mount.claimName,
    folder: folder.path,
    // S3 deletes what the pruner tags
    cold: {
      bucket: bucket.name,
      prefix,
      linked: isTierLinked(env),
      prune: false,
      checksums: true,
      ...tierLimits(cold),
    },
    archive: archive && archive.every !== null ? { prefix: archive.prefix, every: archive.every } : null,
  };
}
