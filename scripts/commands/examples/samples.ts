import { stringify } from "yaml";
import { topologyLevels } from "../../../config/kueue/resolve";
import { imagesFolderOf } from "../../../config/slurm/images-folder";
import { gpusOfPod, poolsForPods } from "../../../config/datasets/retrain";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { clusterOf } from "../../../config/sites/kubernetes/environment";
import { cufileOf } from "../../../config/storage/cufile";
import { driftPodFiles } from "./drift-pods";
import { machineFiles } from "./machines";
import { skyFiles } from "./skypilot";
import { tierImage } from "../../../constructs/storage/tier-image";
import { restorePods } from "../../../constructs/storage/preload-job";
import { gangSamples } from "../../../constructs/platform/kueue/gang-samples";
import { podSamples, type PodSamplesProps, type SampleNodes } from "../../../constructs/platform/pod-samples";
import { trainingJobs } from "../../../constructs/training/training-jobs";
import { ncclImage } from "../../../constructs/verify/nccl-image";
import { checkImages } from "../../../constructs/verify/check-images";
import { SAMPLES_WRITTEN, slurmSamples } from "../../../constructs/slurm/samples";
import { sharedClaims, sharedMounts } from "../../../constructs/slurm/slurm-types";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { JOBS_NAMESPACE } from "../../../stacks/storage-stack";
import { linkedFolder } from "../../../stacks/checkpoint-tiers";
import { driftFiles } from "../../../stacks/drift-files";
import { datasetVersions } from "../../../stacks/dataset-versions";
import { preloadFiles } from "../../../stacks/preload-files";
import { tierFiles } from "../../../stacks/tier-files";
import { trainingGpu } from "../../../stacks/training-gpu";

export interface Samples {
  /** Texts by path below the folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Why there is less than somebody may look for. */
  readonly notes: readonly string[];
  /** What is not written since config asks for what cannot be. @default - nothing */
  readonly refused?: readonly string[];
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
  const pods = podFiles(env, images);
  const machines = machineFiles(env);
  return {
    files: { ...slurm.files, ...pods.files, ...imageFiles(env), ...machines.files },
    notes: [...slurm.notes, ...pods.notes, ...machines.notes],
    refused: pods.refused ?? [],
  };
}

function slurmFiles(env: SiteEnvironment, { asked, usual, nccl }: SampleImages): Samples {
  if (!env.slurm) return { files: {}, notes: [`${env.name} has no Slurm: there are no jobs for it.`] };
  const layout = slurmLayout(env, env.slurm);
  const containerImage = asked ?? importedImage(env) ?? usual;
  const files = slurmSamples({ layout, ncclImage: nccl, containerImage });
  const hasGpus = "one-gpu.sbatch" in files;
  const training = trainingJobs({ layout, gpuOf: (group) => trainingGpu(env, group), image: containerImage });
  const preload = preloadFiles(env, layout);
  const drift = driftFiles(env, layout);
  return {
    files: {
      ...below("slurm", files),
      ...below("training", training),
      ...(Object.keys(training).length > 0 ? below("training", datasetVersions(env)) : {}),
      ...below("checkpoints", tierFiles(env, layout)),
      ...below("preload", preload.files),
      ...below("drift", drift.files),
    },
    notes: [
      ...(hasGpus ? [] : [`No partition of ${env.name} has GPUs: there are no samples for them.`]),
      ...(hasGpus && env.slurm.containers.kind === "none"
        ? ["slurm.containers is none: there is no sample with a container, and none with nccl-tests."]
        : []),
      ...preload.notes,
      ...drift.notes,
    ],
  };
}

/** Recipes of images that checks of GPUs run in, whether Slurm has the nodes or not, and that of the agent of tiers. */
const imageFiles = ({ nodeGroups, platform, cluster, checkpoints }: SiteEnvironment): Record<string, string> =>
  below("images", {
    ...(nodeGroups.some(({ gpus }) => gpus !== null) && checkImages(platform.images, cluster.version)),
    ...(checkpoints && tierImage(platform.images.mirrors)),
  });

const below = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

/** The first that the environment imports onto a volume. */
function importedImage(env: SiteEnvironment): string | null {
  const found = imagesFolderOf(env);
  if (!found || env.slurm?.containers.kind !== "pyxis") return null;
  return `${found.folder}/${Object.keys(env.slurm.containers.images)[0]}.sqsh`;
}

/** Where Slurm has the nodes, its pods hold all GPUs, and others would stay pending. */
function podFiles(env: SiteEnvironment, images: SampleImages): Samples {
  const pools = env.nodeGroups.filter(({ gpus, sharing }) => gpus && sharing.workload === "container");
  const [found] = poolsForPods(env).flatMap((pool) => {
    const nodes = sampleNodes(pool);
    return nodes ? [{ pool, nodes }] : [];
  });
  if (!found) {
    const why =
      pools.length === 0
        ? `${env.name} has no GPUs for containers: there are no pods for them.`
        : `Slurm has all GPUs for containers of ${env.name}: pods that ask for one would stay pending, so there are none.`;
    return { files: {}, notes: [why] };
  }
  const props = { nodes: found.nodes, image: images.asked ?? images.usual, ...placeOf(env) };
  const folder = linkedFolder(env);
  const isMounted = props.volumeMounts?.some(({ mountPath }) => mountPath === env.lustre?.mount.mountPath) === true;
  const samples = {
    ...podSamples(props),
    ...(folder !== null && isMounted && { "preload.yaml": restorePods(props, folder) }),
    ...queuedSamples(env, found.pool, { ...props, nccl: images.nccl }),
  };
  const drift = driftPodFiles(env, props, Object.keys(env.teams)[0], samples);
  const sky = skyFiles(env, found.pool, props);
  return {
    files: {
      ...Object.fromEntries(
        Object.entries({ ...samples, ...drift.files }).map(([name, objects]) => [
          `kubernetes/${name}`,
          `# ${SAMPLES_WRITTEN}\n${objects.map((object) => stringify(object)).join("---\n")}`,
        ]),
      ),
      ...sky.files,
    },
    notes: [...drift.notes, ...sky.notes],
    refused: drift.refused,
  };
}

/** Where pods run, with the volumes that are there: a team's namespace, or, where volumes need one and there is no team, that of Slurm. */
function placeOf(env: SiteEnvironment): Omit<PodSamplesProps, "nodes" | "image"> {
  const [team] = Object.keys(env.teams);
  const there = env.storage.filter(({ mount }) => (team === undefined ? !env.kueue : mount.teams));
  const shared = there.map(({ name, mount: { claimName, mountPath, files } }) => ({
    name: `storage-${name}`,
    claimName,
    mountPath,
    ...(files && { files }),
  }));
  return {
    namespace: team ?? (there.length > 0 ? JOBS_NAMESPACE : "default"),
    volumes: sharedClaims(shared),
    volumeMounts: sharedMounts(shared),
    gpuDirect: cufileOf(there) !== null,
  };
}

/** Jobs of several pods, where Kueue holds their kinds in queues. */
function queuedSamples(
  env: SiteEnvironment,
  pool: ResolvedPool,
  { nccl, ...props }: PodSamplesProps & { readonly nccl: string | null },
): ReturnType<typeof podSamples> {
  if (!env.kueue) return {};
  // the last level is the node itself
  const near = topologyLevels(pool, clusterOf(env)?.cluster.layersFrom)?.at(-2) ?? null;
  return gangSamples({
    ...props,
    operators: env.kueue.operators,
    rayClusters: env.kueue.jobs.includes("raycluster"),
    near,
    podAnnotations: pool.fabric.podAnnotations,
    mpiImage: nccl ?? ncclImage(pool, env.platform.images).name,
  });
}

/** Null where containers get no GPU of the pool. */
function sampleNodes(pool: ResolvedPool): SampleNodes | null {
  const { allocation, sharing, deviceClaims } = pool;
  const gpus = gpusOfPod(pool);
  const claimed = deviceClaims.find(({ name }) => name === "gpus")?.deviceClass ?? null;
  const resource = sharing.offers[0]?.resource;
  const gpu =
    allocation === "dra"
      ? claimed !== null && ({ kind: "claim", deviceClass: claimed } as const)
      : resource !== undefined && ({ kind: "resource", resource } as const);
  if (gpus === null || !gpu) return null;
  return {
    nodeSelector: pool.nodeSelector,
    taints: pool.taints,
    gpus,
    gpu,
    podResources: pool.podResources,
    deviceClaims,
    maxNodes: pool.count.max,
  };
}
