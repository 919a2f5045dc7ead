import { orList } from "../kernel/nearest";
import type { Retention } from "./resolve";
import type { ResolvedNodeGroup } from "../sites/aws-eks/nodes/node-group";
import { isLinked } from "./link-rules";
import { gpuGroups, groupPath } from "../pools/written-groups";
import type { AwsRule } from "../sites/aws-eks/rule";
import { ec2Groups } from "../sites/aws-eks/nodes/ec2-groups";

const DISKS = "https://github.com/awslabs/amazon-eks-ami/blob/main/templates/al2023/runtime/bin/setup-local-disks";
const RETENTION =
  "https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html (nothing counts how many are kept); Railyard's own design: a pruner does";
const PRUNER =
  "https://docs.aws.amazon.com/fsx/latest/APIReference/API_ReleaseConfiguration.html (files are there until a task releases them); Railyard's own design: a pruner deletes old checkpoints";

const NVME = "/mnt/k8s-disks/0/checkpoints";

const hasNvme = (g: ResolvedNodeGroup) => (g.hardware.nvme.count ?? 0) > 0 && g.localStorage !== "none";
const nameAndDisks = (g: ResolvedNodeGroup) =>
  `${g.name} (${g.machines.instanceType}, ${g.hardware.nvme.count} NVMe disks, localStorage ${g.localStorage})`;

const hotNeedsNvme: AwsRule = {
  id: "checkpoints/hot-needs-nvme",
  title: "A hot tier has NVMe disks to lie on.",
  severity: "error",
  why: "The folder would lie on the root volume, which is slow, and which a checkpoint or two fill: the kubelet then evicts the job.",
  source: DISKS,
  *check({ config, env }) {
    if (!config.checkpoints?.hot || gpuGroups({ nodeGroups: ec2Groups(env) }).some(hasNvme)) return;
    const groups = gpuGroups({ nodeGroups: ec2Groups(env) }).map(nameAndDisks);
    yield {
      path: ["checkpoints", "hot"],
      message: `no GPU group has a local NVMe disk in use: ${groups.join(", ") || "there is no GPU group"}`,
      fix: 'take hot out, or give a group with NVMe localStorage: "raid0"',
    };
  },
};

const hotMissingOnGroup: AwsRule = {
  id: "checkpoints/hot-missing-on-group",
  title: "Every GPU group has the disks of the hot tier.",
  severity: "warning",
  why: "On a group without them the folder of the hot tier lies on the root volume.",
  source: DISKS,
  *check({ env }) {
    if (!env.checkpoints?.hot || !gpuGroups({ nodeGroups: ec2Groups(env) }).some(hasNvme)) return;
    for (const group of gpuGroups({ nodeGroups: ec2Groups(env) }).filter((g) => !hasNvme(g))) {
      yield {
        path: groupPath(group, "localStorage"),
        message: `the hot tier ${env.checkpoints.hot.path} is not on NVMe in ${nameAndDisks(group)}`,
        fix: "leave localStorage out (raid0), or have jobs of the group save to Lustre alone",
      };
    }
  },
};

const hotPath: AwsRule = {
  id: "checkpoints/hot-path",
  title: "The folder of the hot tier is where the NVMe disks are mounted.",
  severity: "error",
  why: "EKS mounts a RAID at /mnt/k8s-disks/0 and single disks at /mnt/k8s-disks/1 and on: any other folder is on the root volume.",
  source: DISKS,
  *check({ config, env }) {
    const { checkpoints, storage } = env;
    if (!checkpoints?.hot) return;
    const { path } = checkpoints.hot;
    const written = config.checkpoints?.hot !== undefined;
    const groups = gpuGroups({ nodeGroups: ec2Groups(env) }).filter(
      (g) => hasNvme(g) && g.machines.image.kind === "al2023",
    );
    const wrong = groups.filter((g) => !mounts(g).some((mount) => `${path}/`.startsWith(`${mount}/`)));
    const over = storage.find(({ mount }) => `${path}/`.startsWith(`${mount.mountPath}/`));
    if (over) {
      const { title, mount } = over;
      yield {
        path: ["checkpoints", "hot", "path"],
        message: `${path} lies on ${title}, which is mounted at ${mount.mountPath}, not on NVMe`,
        fix: NVME.startsWith(`${mount.mountPath}/`)
          ? `mount ${title} elsewhere, such as mountPath: "/fsx"`
          : `write path: "${NVME}"`,
      };
      return;
    }
    const [first] = wrong;
    if (!first) return;
    yield {
      path: written ? ["checkpoints", "hot", "path"] : groupPath(first, "localStorage"),
      message: `${path} is on the root volume of ${wrong.map((g) => `${g.name} (localStorage ${g.localStorage})`).join(", ")}; NVMe is at ${orList(mounts(first))}`,
      fix: `write checkpoints: { hot: { path: "${mounts(first)[0]}/checkpoints" } }`,
    };
  },
};

function mounts({ localStorage, hardware }: ResolvedNodeGroup): string[] {
  if (localStorage !== "mount") return ["/mnt/k8s-disks/0"];
  return Array.from({ length: hardware.nvme.count ?? 0 }, (_, i) => `/mnt/k8s-disks/${i + 1}`);
}

type Tier = "hot" | "warm" | "cold";
const TIERS: readonly Tier[] = ["hot", "warm", "cold"];

const keepEveryAlone: AwsRule = {
  id: "checkpoints/keep-every-alone",
  title: "A tier that keeps checkpoints by their step keeps the last ones, too.",
  severity: "error",
  why: "With keepEvery alone the newest checkpoint, the one to resume from, could be deleted.",
  source: RETENTION,
  *check({ env: { checkpoints } }) {
    for (const tier of TIERS) {
      const kept: Retention | null | undefined = checkpoints?.[tier];
      if (!kept || kept.keepEvery === null || kept.keepLast !== null) continue;
      yield {
        path: ["checkpoints", tier, "keepEvery"],
        message: `${tier} keeps every checkpoint whose number ${kept.keepEvery} divides, and says nothing of the newest`,
        fix: "write keepLast as well, such as keepLast: 3",
      };
    }
  },
};

const keepEveryReached: AwsRule = {
  id: "checkpoints/keep-every-reached",
  title: "Trainings come to a checkpoint that a tier keeps by its step.",
  severity: "warning",
  why: "A number beyond the last step of every training keeps nothing: the last ones are all that there is.",
  source: RETENTION,
  *check({ env: { checkpoints, workloads } }) {
    const steps = workloads.flatMap(({ tokens, batch }) => (tokens === null ? [] : [Math.ceil(tokens / batch)]));
    // of one whose tokens nobody says nobody knows the steps
    if (steps.length === 0 || steps.length < workloads.length) return;
    const most = Math.max(...steps);
    for (const tier of TIERS) {
      const every = checkpoints?.[tier]?.keepEvery ?? null;
      if (every === null || every <= most) continue;
      yield {
        path: ["checkpoints", tier, "keepEvery"],
        message: `${tier} keeps every checkpoint whose number ${every.toLocaleString("en-US")} divides, and workloads have ${most.toLocaleString("en-US")} steps at the most`,
        fix: `write keepEvery: ${Math.max(1, Math.round(most / 20))} or another part of the steps, or leave it out`,
      };
    }
  },
};

const tierGrows: AwsRule = {
  id: "checkpoints/tier-grows",
  title: "Tiers on disks delete old checkpoints.",
  severity: "warning",
  why: "NVMe and Lustre have an end: when they are full, saving fails and the job with it.",
  source: PRUNER,
  *check({ env: { checkpoints } }) {
    for (const tier of ["hot", "warm"] as const) {
      const kept = checkpoints?.[tier];
      if (!kept || kept.keepLast !== null || kept.keepEvery !== null) continue;
      yield {
        path: ["checkpoints", tier],
        message: `${tier} has no keepLast: every checkpoint stays at ${kept.path} until the disk is full`,
        fix: `write keepLast: ${tier === "hot" ? 2 : 24}, or what fits`,
      };
    }
  },
};

const prunedRoot: AwsRule = {
  id: "checkpoints/pruned-root",
  title: "The pruner has a folder of its own on Lustre.",
  severity: "error",
  why: "On the whole file system every folder would be a run, and data/v1 a checkpoint that is deleted when v2 and v3 are there.",
  source: PRUNER,
  *check({ env: { checkpoints } }) {
    const warm = checkpoints?.warm;
    if (!warm || warm.keepLast === null || !/^\/+$/.test(warm.path)) return;
    yield {
      path: ["checkpoints", "warm", "path"],
      message: `warm keeps the last ${warm.keepLast} checkpoints of each folder of the whole file system, ${warm.path}`,
      fix: 'write path: "/checkpoints", or take keepLast out',
    };
  },
};

const prunerSquashed: AwsRule = {
  id: "checkpoints/pruner-squashed",
  title: "The pruner may delete what jobs wrote to Lustre.",
  severity: "warning",
  why: "It runs as root in a pod; with root squash it is a user to whom no checkpoint belongs, deletes nothing, and Lustre fills up.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/root-squash.html",
  *check({ env: { checkpoints, lustre } }) {
    const squash = lustre?.config.rootSquash;
    if (!squash?.uid || !checkpoints?.warm || checkpoints.warm.keepLast === null) return;
    yield {
      path: [...(lustre?.path ?? []), "rootSquash"],
      message: `root becomes ${squash.uid}:${squash.gid} on Lustre, where the pruner is to keep the last ${checkpoints.warm.keepLast} checkpoints`,
      fix: "leave rootSquash out; or let that user own or write all runs, and name this rule in ignoreRules",
    };
  },
};

const retentionNarrows: AwsRule = {
  id: "checkpoints/retention-narrows",
  title: "A cheaper tier keeps at least as many checkpoints as the dearer one above it.",
  severity: "warning",
  why: "Tiers are copies of one another: what only the fast tier still has is lost with its disk, and Lustre lists files whose objects are gone.",
  source: PRUNER,
  *check({ env }) {
    const { checkpoints } = env;
    if (!checkpoints || !isLinked(env)) return;
    const pairs: readonly (readonly [Tier, Tier])[] = [
      ["hot", "warm"],
      ["warm", "cold"],
    ];
    for (const [above, below] of pairs) {
      const least = checkpoints[below]?.keepLast ?? null;
      const upper = checkpoints[above];
      if (!upper || least === null) continue;
      const every = checkpoints[below]?.keepEvery ?? null;
      if (upper.keepEvery !== null && (every === null || upper.keepEvery % every !== 0)) {
        yield {
          path: ["checkpoints", below, "keepEvery"],
          message: `${above} keeps every ${upper.keepEvery} steps, ${below} ${every === null ? "only the last ones" : `every ${every}`}`,
          fix: `write keepEvery: ${upper.keepEvery}, or a number that divides it, in ${below}`,
        };
      }
      const most = upper.keepLast;
      if (most !== null && most <= least) continue;
      yield {
        path: ["checkpoints", below, "keepLast"],
        message: `${below} keeps the last ${least} checkpoints, ${above} ${most === null ? "all" : `the last ${most}`}`,
        fix:
          most === null
            ? `take keepLast out of ${below}, or write one of at most ${least} in ${above}`
            : `write keepLast: ${most} or more in ${below}, or ${least} or fewer in ${above}`,
      };
    }
  },
};

const milestonesGo: AwsRule = {
  id: "checkpoints/milestones-go",
  title: "The bucket keeps milestones until they are in the archive.",
  severity: "error",
  why: "The pruner tags what cold does not keep, and S3 deletes it, whether the agent that copies milestones ran or not.",
  source: RETENTION,
  *check({ env: { checkpoints } }) {
    const every = checkpoints?.archive?.every ?? null;
    const { keepLast, keepEvery } = checkpoints?.cold ?? { keepLast: null, keepEvery: null };
    if (every === null || keepLast === null || (keepEvery !== null && every % keepEvery === 0)) return;
    yield {
      path: ["checkpoints", "archive", "every"],
      message: `every ${every} steps a checkpoint goes to the archive, and cold keeps the last ${keepLast}${keepEvery === null ? "" : ` and every ${keepEvery}`} alone`,
      fix: `write keepEvery: ${every} in cold, or take keepLast out there`,
    };
  },
};

const milestonesExpire: AwsRule = {
  id: "checkpoints/milestones-expire",
  title: "S3 deletes no milestone that may not be in the archive yet.",
  severity: "warning",
  why: "A lifecycle rule asks nobody: where the agent that copies milestones has not run, the bucket had the only copy, and it is gone.",
  source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-expire-general-considerations.html",
  *check({ env: { checkpoints } }) {
    const every = checkpoints?.archive?.every ?? null;
    const days = checkpoints?.cold?.expireAfterDays ?? null;
    if (every === null || days === null) return;
    yield {
      path: ["checkpoints", "cold", "expireAfterDays"],
      message: `${days === 1 ? "a day" : `${days} days`} after it was written S3 deletes every object of the bucket, a milestone too (archive.every: ${every}), whether it has been copied to the archive or not`,
      fix: "take expireAfterDays out of cold, which keepLast and keepEvery thin out, too; or see to it that tiers.sbatch ends well within those days",
    };
  },
};

export const CHECKPOINTS_TIERS_RULES: readonly AwsRule[] = [
  hotNeedsNvme,
  hotMissingOnGroup,
  hotPath,
  keepEveryAlone,
  keepEveryReached,
  tierGrows,
  prunedRoot,
  prunerSquashed,
  retentionNarrows,
  milestonesGo,
  milestonesExpire,
];
