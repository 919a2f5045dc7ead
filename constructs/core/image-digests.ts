import { registryOf } from "../../config/facts/image-names";
import type { HelmValue, HelmValues } from "./helm-values";
import { IMAGE_KEY } from "./image-mirrors";

/** Digests by the image that has them: registry, path and tag, as it is published. */
export type ImageDigests = Readonly<Record<string, string>>;

/**
 * Values, or Kubernetes objects, whose images are named by digest as well: `registry/path:tag@sha256:…`, which runtimes take by
 * the digest. An image is one string, or `{ repository, tag }` with a registry in either or beside it. One that a chart names by
 * itself, whose tag is in no value, stays as it is, and so does one with a digest.
 * @see https://pkg.go.dev/github.com/distribution/reference#hdr-Grammar
 */
export function pinnedValues(values: HelmValues, digests: ImageDigests): HelmValues {
  return pinned(values, lookup(digests)) as HelmValues;
}

/** The same of one image. */
export const pinnedImage = (image: string, digests: ImageDigests): string => wholeImage(image, lookup(digests));

function lookup(digests: ImageDigests): Lookup {
  const rows = new Map(Object.entries(digests).map(([image, digest]) => [nameOf(image), digest]));
  return (image) => rows.get(nameOf(image));
}

/** One name for each image: those of Docker Hub have several. */
function nameOf(image: string): string {
  const { registry, path } = registryOf(image);
  return `${registry}/${path}`;
}

type Lookup = (image: string) => string | undefined;

function pinned(value: HelmValue | undefined, digestOf: Lookup, isImage = false): HelmValue | undefined {
  if (typeof value === "string") return isImage ? wholeImage(value, digestOf) : value;
  if (Array.isArray(value)) return (value as readonly HelmValue[]).map((one) => pinned(one, digestOf, isImage)!);
  if (typeof value !== "object" || value === null) return value;
  const values = value as HelmValues;
  const found = Object.fromEntries(
    Object.entries(values).map(([key, one]) => [
      key,
      pinned(one, digestOf, isImage || key === "images" || IMAGE_KEY.test(key)),
    ]),
  );
  const { registry, repository, tag, digest } = values;
  if (typeof repository !== "string" || typeof tag !== "string" || digest !== undefined) return found;
  const asked = digestOf(
    `${typeof registry === "string" && registry !== "" ? `${registry}/` : ""}${repository}:${tag}`,
  );
  return asked === undefined ? found : { ...found, tag: `${tag}@${asked}` };
}

function wholeImage(image: string, digestOf: Lookup): string {
  const digest = digestOf(image);
  return digest === undefined ? image : `${image}@${digest}`;
}
