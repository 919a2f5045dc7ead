import { stringify } from "yaml";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import { clusterOf } from "../../../config/sites/kubernetes/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ResolvedPool } from "../../../config/pools/pool";
import { trainProgram, type PodSamplesProps } from "../../../constructs/platform/pod-samples";
import { skypilotConfig, skypilotTask } from "../../../constructs/platform/kueue/skypilot";
import { SAMPLES_WRITTEN } from "../../../constructs/slurm/samples";
import type { Samples } from "./samples";

const FOLDER = "skypilot";

const TEXT = { lineWidth: 0, aliasDuplicateObjects: false };

/** What SkyPilot reads to start jobs in the queues; nothing where there are none. */
export function skyFiles(env: SiteEnvironment, pool: ResolvedPool, props: PodSamplesProps): Samples {
  if (!env.kueue || !pool.gpus) return { files: {}, notes: [] };
  if (!env.kueue.jobs.includes("pod"))
    return {
      files: {},
      notes: ['No files for SkyPilot: it makes plain pods, which wait in a queue where kueue.jobs names "pod".'],
    };
  if (pool.sharing.offers.some(({ share }) => share !== 1))
    return {
      files: {},
      notes: [`No files for SkyPilot: it knows whole GPUs alone, and ${pool.name} hands them out in parts.`],
    };
  const context = contextOf(env);
  if (context === null)
    return {
      files: {},
      notes: ["No files for SkyPilot: it reads a kubeconfig, and config names no context of one."],
    };
  const sky = { ...props, context, gpuModel: pool.gpus.model };
  const head = [
    `# ${SAMPLES_WRITTEN}`,
    "# For ~/.sky/config.yaml of SkyPilot 0.14 or newer. Names of GPUs as it sees them: sky gpus list --infra kubernetes",
    "",
  ].join("\n");
  return {
    files: {
      [`${FOLDER}/config.yaml`]: head + stringify(skypilotConfig(sky), TEXT),
      [`${FOLDER}/train.yaml`]: `# ${SAMPLES_WRITTEN}\n# Start it in this folder, which SkyPilot copies to its pods: sky launch train.yaml\n${stringify(skypilotTask(sky), TEXT)}`,
      [`${FOLDER}/train.py`]: trainProgram.text(),
    },
    notes: [],
  };
}

/** The context that `aws eks update-kubeconfig` writes, or that config names; null: a kubeconfig is not how the cluster is reached. */
function contextOf(env: SiteEnvironment): string | null {
  const aws = awsOf(env);
  if (aws) return `arn:${aws.partition}:eks:${aws.region}:${aws.account}:cluster/${aws.names.cluster}`;
  const access = clusterOf(env)?.cluster.access;
  return access?.kind === "kubeconfig" ? access.context : null;
}
