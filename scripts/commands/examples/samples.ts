import { stringify } from "yaml";
import { imagesFolderOf } from "../../../config/slurm/images-folder";
import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { machineFiles } from "./machines";
import { podSamples, type SampleNodes } from "../../../constructs/platform/pod-samples";
import { SAMPLES_WRITTEN, slurmSamples } from "../../../constructs/slurm/samples";
import { slurmLayout } from "../../../stacks/slurm-layout";

export interface Samples {
  /** Texts by path below the folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Why there is less than somebody may look for. */
  readonly notes: readonly string[];
}

export interface SampleImages {
  /** With PyTorch; null: nobody has asked for one. */
  readonly asked: string | null;
  /** Where neither somebody asks, nor the environment imports one. */
  readonly usual: string;
  /** With nccl-tests; null: that of the fabric. */
  readonly nccl: string | null;
}

/** Samples of an environment. */
export function samplesOf(env: SiteEnvironment, images: SampleImages): Samples {
  const slurm = slurmFiles(env, images);
  const pods = podFiles(env, images.asked ?? images.usual);
  const machines = machineFiles(env);
  return {
    files: { ...slurm.files, ...pods.files, ...machines.files },
    notes: [...slurm.notes, ...pods.notes, ...machines.notes],
  };
}

function slurmFiles(env: SiteEnvironment, { asked, usual, nccl }: SampleImages): Samples {
  if (!env.slurm) return { files: {}, notes: [`${env.name} has no Slurm: there are no jobs for it.`] };
  const layout = slurmLayout(env, env.slurm);
  const containerImage = asked ?? importedImage(env) ?? usual;
  const files = slurmSamples({ layout, ncclImage: nccl, containerImage });
  const hasGpus = "one-gpu.sbatch" in files;
  return {
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`slurm/${name}`, text])),
    notes: [
      ...(hasGpus ? [] : [`No partition of ${env.name} has GPUs: there are no samples for them.`]),
      ...(hasGpus && env.slurm.containers.kind === "none"
        ? ["slurm.containers is none: there is no sample with a container, and none with nccl-tests."]
        : []),
    ],
  };
}

/** The first that the environment imports onto a volume. */
function importedImage(env: SiteEnvironment): string | null {
  const found = imagesFolderOf(env);
  if (!found || env.slurm?.containers.kind !== "pyxis") return null;
  return `${found.folder}/${Object.keys(env.slurm.containers.images)[0]}.sqsh`;
}

/** Where Slurm has the nodes, its pods hold all GPUs, and others would stay pending. */
function podFiles(env: SiteEnvironment, image: string): Samples {
  const inSlurm = groupNamesInPartitions(env);
  const pools = env.nodeGroups.filter(({ gpus, sharing }) => gpus && sharing.workload === "container");
  const [nodes] = pools.filter(({ name }) => !inSlurm.has(name)).flatMap((pool) => sampleNodes(pool) ?? []);
  if (!nodes) {
    const why =
      pools.length === 0
        ? `${env.name} has no GPUs for containers: there are no pods for them.`
        : `Slurm has all GPUs for containers of ${env.name}: pods that ask for one would stay pending, so there are none.`;
    return { files: {}, notes: [why] };
  }
  const [team = "default"] = Object.keys(env.teams);
  const samples = podSamples({ nodes, namespace: team, image });
  return {
    files: Object.fromEntries(
      Object.entries(samples).map(([name, objects]) => [
        `kubernetes/${name}`,
        `# ${SAMPLES_WRITTEN}\n${objects.map((object) => stringify(object)).join("---\n")}`,
      ]),
    ),
    notes: [],
  };
}

/** Null where containers get no GPU of the pool. */
function sampleNodes(pool: ResolvedPool): SampleNodes | null {
  const { gpus, allocation, sharing, deviceClaims } = pool;
  const claimed = deviceClaims.find(({ name }) => name === "gpus")?.deviceClass ?? null;
  const resource = sharing.offers[0]?.resource;
  const gpu =
    allocation === "dra"
      ? claimed !== null && ({ kind: "claim", deviceClass: claimed } as const)
      : resource !== undefined && ({ kind: "resource", resource } as const);
  if (!gpus || !gpu) return null;
  return {
    nodeSelector: pool.nodeSelector,
    taints: pool.taints,
    gpus: gpus.count,
    gpu,
    podResources: pool.podResources,
    deviceClaims,
    maxNodes: pool.count.max,
  };
}
