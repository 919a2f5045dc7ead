import { HOMES_FOLDER } from "../facts/slurm-mounts";
import { foldersOverlap } from "../storage/folders";
import { lustresOf } from "../storage/fsx-lustre/per-file-system";
import { homesOf } from "../storage/homes";
import type { Rule } from "../kernel/rule";

const warmHomes: Rule = {
  id: "checkpoints/warm-homes",
  title: "The warm tier has no homes of users in it.",
  severity: "error",
  why: "The pruner would take every user for a run and delete folders that end in a number; and the link copies keys and files of everybody into the bucket.",
  source:
    "https://docs.aws.amazon.com/fsx/latest/LustreGuide/create-dra-linked-data-repo.html; Railyard's own design: the pruner takes each folder of the warm tier for a run",
  *check({ env }) {
    const { checkpoints, lustre, slurm } = env;
    const warm = checkpoints?.warm;
    if (!warm || !lustre || !slurm || Object.keys(slurm.users).length === 0) return;
    if (homesOf(env).volume?.name !== lustre.name || !foldersOverlap(warm.path, HOMES_FOLDER)) return;
    const does =
      warm.keepLast === null
        ? "would be copied to the bucket"
        : `would lose all but the last ${warm.keepLast} of their folders that end in a number`;
    yield {
      path: ["checkpoints", "warm", "path"],
      message: `homes of slurm.users are in ${lustre.config.mountPath}${HOMES_FOLDER}, ${HOMES_FOLDER} of the file system: with ${warm.path} they ${does}`,
      fix: 'write path: "/checkpoints", or another folder outside of /home',
    };
  },
};

const homesSquashed: Rule = {
  id: "slurm/homes-squashed",
  title: "Homes of users can be made on the file system.",
  severity: "error",
  why: "Root of a pod makes them and gives them to their users. With root squash it is somebody else on Lustre, who may do neither: nobody has a home.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/root-squash.html",
  *check({ env }) {
    const { slurm } = env;
    const { volume, folder } = homesOf(env);
    const lustre = lustresOf(env).find(({ name }) => name === volume?.name);
    const squash = lustre?.config.rootSquash;
    if (!lustre || !squash?.uid || !slurm || Object.keys(slurm.users).length === 0) return;
    yield {
      path: [...lustre.path, "rootSquash"],
      message: `root becomes ${squash.uid}:${squash.gid} on Lustre, and cannot make the homes of slurm.users in ${folder}`,
      fix: 'leave rootSquash out, or give homes a volume of their own: storage: { homes: { kind: "efs" } }',
    };
  },
};

/** Homes of users on the shared file system. */
export const SLURM_HOME_RULES: readonly Rule[] = [warmHomes, homesSquashed];
