import { registryOf } from "../../config/facts/image-names";
import { mergeValues, type HelmValue, type HelmValues } from "./helm-values";

/** Where images are pulled from, by the registry that they come from: `docker.io`, or `*` for every one that has no row. */
export type ImageMirrors = Readonly<Record<string, string>>;

/** Every registry without a row of its own. */
export const ANY_REGISTRY = "*";

/** What stands in the place of a registry; null where it stays. */
function mirrorOf(registry: string, mirrors: ImageMirrors): string | null {
  const own = mirrors[registry];
  if (own !== undefined) return own;
  const any = mirrors[ANY_REGISTRY];
  // one place for many registries: each has a folder, so that two images of one name do not meet
  return any === undefined ? null : `${any}/${registry}`;
}

/** An image, or the part of its name that ends before the tag, at its mirror. */
export function mirroredImage(image: string, mirrors: ImageMirrors): string {
  const { registry, path } = registryOf(image);
  const mirror = mirrorOf(registry, mirrors);
  return mirror === null ? image : `${mirror}/${path}`;
}

/** Keys whose value is a whole image. */
export const IMAGE_KEY = /(?:image(?:name)?|sidecar|csidriver)$/i;

/** `host/path`: a name without a host may be anything. */
const WITH_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*(\.[a-z0-9-]+|:\d+)\/\S+$/i;

/**
 * Values, or Kubernetes objects, whose images come from mirrors. In charts an image is `{ registry, repository, tag }`,
 * `{ repository, tag }` with the registry in the repository, `{ repository, image, version }` with the image beside it, or
 * one string, also as any of `images`.
 * @param places what the chart says by itself, which is in no value yet
 */
export function mirroredValues(values: HelmValues, places: HelmValues, mirrors: ImageMirrors): HelmValues {
  return mirrored(mergeValues(places, values), mirrors) as HelmValues;
}

/** @param inImages whether the value is below a key `images`, where each text is a whole image, whatever its key is */
function mirrored(value: HelmValue | undefined, mirrors: ImageMirrors, inImages = false): HelmValue | undefined {
  if (Array.isArray(value)) return (value as readonly HelmValue[]).map((one) => mirrored(one, mirrors) as HelmValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === "string" ? text(inImages ? "image" : key, one, mirrors) : mirrored(one, mirrors, key === "images"),
    ]),
  );
}

function text(key: string, value: string, mirrors: ImageMirrors): string {
  if (/^((image)?registry|baseRepo)$/i.test(key) && value !== "") {
    const { registry } = registryOf(`${value}/image`);
    return mirrorOf(registry, mirrors) ?? value;
  }
  const names = key === "repository" || IMAGE_KEY.test(key);
  return names && WITH_HOST.test(value) ? mirroredImage(value, mirrors) : value;
}
