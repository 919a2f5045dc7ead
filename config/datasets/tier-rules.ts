import { agentFolder } from "../checkpoints/agent-folder";
import { foldersOverlap } from "../storage/folders";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule } from "../sites/aws-eks/rule";

interface Tier {
  readonly volume: string;
  readonly path: string;
  /** What is done there to what is taken for checkpoints. */
  readonly does: string;
}

/** Folders of volumes in which programs of Railyard take what they find for runs and checkpoints. */
function tiersOf(env: AwsEnvironment): Tier[] {
  const warm = env.checkpoints?.warm;
  const agent = agentFolder(env);
  return [
    ...(warm && env.lustre
      ? [
          {
            volume: env.lustre.name,
            path: warm.path,
            does:
              warm.keepLast === null
                ? "the link copies all of it into the bucket"
                : `the pruner deletes all but the last ${warm.keepLast} of its folders that end in a number`,
          },
        ]
      : []),
    ...(agent && agent.volume.name !== env.lustre?.name
      ? [{ volume: agent.volume.name, path: agent.path, does: "the agent copies its folders into the bucket" }]
      : []),
  ];
}

/** Datasets on volumes. */
export const DATASET_TIER_RULES: readonly AwsRule[] = [
  {
    id: "datasets/in-tier",
    title: "No dataset lies, or is copied, where checkpoints are kept.",
    severity: "error",
    why: "Whatever is in the folder of a tier is taken for a run: its numbered folders are deleted as old checkpoints, or copied and paid for as such.",
    source:
      "https://docs.aws.amazon.com/fsx/latest/LustreGuide/create-dra-linked-data-repo.html; Railyard's own design: the pruner takes each folder of the warm tier for a run",
    *check({ env }) {
      for (const { name, place, copyTo } of env.datasets) {
        const folders = [
          ...(place.kind === "volume" ? [{ key: "place", ...place }] : []),
          ...(copyTo?.kind === "volume" ? [{ key: "copyTo", ...copyTo }] : []),
        ];
        for (const { key, volume, path } of folders) {
          const tier = tiersOf(env).find((one) => one.volume === volume && foldersOverlap(one.path, path));
          if (!tier) continue;
          yield {
            path: ["datasets", name, key, "path"],
            message: `${path} lies in ${tier.path} of ${volume}, or has it within: checkpoints are there, and ${tier.does}`,
            fix: `write a folder beside it, such as path: "/datasets/${name}"`,
          };
        }
      }
    },
  },
];
