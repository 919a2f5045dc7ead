import { registryOf } from "../../../config/facts/image-names";
import { mirroredImage, type ImageMirrors } from "../../../constructs/core/image-mirrors";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { PUBLISHED } from "../../../constructs/core/placed-image";
import { recipeBases } from "../../../constructs/verify/check-images";
import { ncclImage } from "../../../constructs/verify/nccl-image";
import type { KubernetesObject } from "./render";

/** An image by host and path, with a tag or a digest: in arguments and settings of operators. */
const NAMED =
  /(?<![\w./@-])[a-z0-9-]+(?:\.[a-z0-9-]+)*(?:\.[a-z]+|:\d+)(?:\/[\w.-]+)+(?::[\w][\w.-]*|@sha256:[0-9a-f]{64})(?![\w/])/g;

/** Whose value is an image, in its short form, too. The name alone is no image, and has no tag. */
const IMAGE_KEY = /^(image|RELATED_IMAGE_(?!\w*_NAME$)\w+)$/;

/** Schemas have examples of images, and no image. */
const NO_PODS = ["CustomResourceDefinition"];

/** Every image that objects name, in order, each once and with its registry. */
export function imagesOf(objects: readonly KubernetesObject[]): string[] {
  const found = new Set<string>();
  for (const object of objects) if (!NO_PODS.includes(object.kind)) collect(object, found);
  return [...found].sort();
}

function collect(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, found);
    return;
  }
  if (typeof value === "string") for (const [image] of value.matchAll(NAMED)) found.add(image);
  if (typeof value !== "object" || value === null) return;
  const map = value as Record<string, unknown>;
  // a part of an operator that is off is never pulled, and may have no registry
  if (map["enabled"] === false && "image" in map) return;
  for (const [key, one] of Object.entries(map)) {
    if (typeof one === "string" && one !== "" && IMAGE_KEY.test(key)) found.add(whole(one, map));
    else collect(one, found);
  }
}

/** Operators of NVIDIA have registry, name and version apart. */
function whole(image: string, { repository, version }: Record<string, unknown>): string {
  if (typeof repository === "string" && repository !== "") return `${repository}/${image}:${String(version)}`;
  const { registry, path } = registryOf(image);
  return `${registry}/${path}`;
}

/** What checks of GPUs run in, and what the recipes of `railyard examples` begin at, as it is published; nothing where there are none. */
export function jobImages({ nodeGroups, cluster }: Pick<SiteEnvironment, "nodeGroups" | "cluster">): string[] {
  const pools = nodeGroups.filter(({ gpus }) => gpus !== null);
  return pools.length === 0
    ? []
    : [...pools.map((pool) => ncclImage(pool, PUBLISHED).name), ...recipeBases(cluster.version)];
}

/** Images that come from a registry of which there is a mirror. */
export function besideMirrors(images: readonly string[], mirrors: ImageMirrors): string[] {
  const places = Object.values(mirrors);
  return images
    .filter(
      (image) => !places.some((place) => image.startsWith(`${place}/`)) && mirroredImage(image, mirrors) !== image,
    )
    .map((image) => `the image ${image} comes from ${registryOf(image).registry}, and not from its mirror`);
}
