import { hostNcclEnvOf } from "../../../config/gpu/nvlink";
import type { Versioned } from "../../../config/compatibility/compatible";
import { isNodeGroup, type ResolvedPool } from "../../../config/pools/pool";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { profileOf } from "../../../config/tuning/profile";
import { imageFiles, kernelArguments } from "../../../constructs/nodes/image-files";
import { ExpectedError } from "../../lib/errors/expected-error";
import { netplanText, userDataText } from "./cloud-init";
import { tunedText } from "./tuned";
import { componentText, nameOf, recipeText } from "./image-builder";

/** What is written for a pool. */
export interface Recipe {
  /** Texts by the name of their file. */
  readonly files: Readonly<Record<string, string>>;
  /** What to do with them. */
  next(folder: string): string[];
}

/**
 * The recipe of an image for a pool: of EC2 Image Builder for a node group of EKS, of cloud-init for servers that exist.
 * @throws ExpectedError where nobody can change the image, or two would load drivers of cards
 */
export function recipeFiles(
  env: SiteEnvironment,
  pool: ResolvedPool,
  stack: readonly Versioned[],
  version: string,
): Recipe {
  const { settings } = profileOf(pool);
  const nccl = hostNcclEnvOf(pool);
  const kernel = kernelArguments(settings);
  const cards = pool.fabric.rdma?.rails.flatMap(({ pci }) => pci ?? []) ?? [];
  if (!isNodeGroup(pool)) {
    if (pool.fabric.rdma?.ofed === "container" && stack.some(({ component }) => component === "doca-ofed"))
      throw new ExpectedError(
        `fabric.ofed of ${pool.name} is "container": the Network Operator loads its own DOCA-OFED over that of the image; leave doca-ofed out, or write ofed: "host"`,
      );
    const files = imageFiles({ settings, cards, stack, nccl });
    const netplan = netplanText(pool);
    const profile = `railyard-${pool.name}`;
    return {
      files: {
        "tuned.conf": tunedText(profile, settings, kernel),
        "user-data": userDataText(files, kernel, stack.length > 0),
        ...(netplan !== null && { "60-railyard-rails.yaml": netplan }),
      },
      next: (folder) => [
        `cloud-init schema --config-file ${folder}/user-data`,
        `${folder}/tuned.conf is for hosts with TuneD, in its place: /etc/tuned/${profile}/tuned.conf`,
        ...(netplan === null ? [] : [`${folder}/60-railyard-rails.yaml belongs into /etc/netplan of each server`]),
      ],
    };
  }
  const aws = awsOf(env);
  if (aws === null || pool.machines.image.kind === "bottlerocket")
    throw new ExpectedError(
      `${pool.name} boots Bottlerocket, whose images nobody changes: its settings are in user data; take image: { kind: "al2023" } first`,
    );
  if (pool.machines.image.kind === "ubuntu")
    throw new ExpectedError(
      `${pool.name} boots Ubuntu, and recipes are for images that are built on Amazon Linux 2023; take image: { kind: "al2023" } first`,
    );
  // huge pages and pinned memory are set by user data, which nodes of each image have
  const baked = settings.filter(({ kind, at }) => kind !== "hugepages" && at !== "LimitMEMLOCK");
  const props = {
    env: aws,
    group: pool,
    files: imageFiles({ settings: baked, cards, stack, nccl }),
    kernel,
    efa: stack.find(({ component }) => component === "efa-installer")?.version ?? null,
    version,
  };
  return {
    files: { "component.yaml": componentText(props), "recipe.json": recipeText(props) },
    next: (folder) => [
      `aws imagebuilder create-component --region ${aws.region} --name ${nameOf(aws, pool)} --semantic-version ${version} --platform Linux --data file://${folder}/component.yaml`,
      `aws imagebuilder create-image-recipe --region ${aws.region} --cli-input-json file://${folder}/recipe.json`,
    ],
  };
}
