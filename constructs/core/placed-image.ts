import { type ImageDigests, pinnedImage } from "./image-digests";
import { type ImageMirrors, mirroredImage } from "./image-mirrors";

/** Where images are pulled from, and which of them are named by their digest, as `platform.images` has both. */
export interface ImagePlaces {
  readonly mirrors: ImageMirrors;
  readonly digests: ImageDigests;
}

/** Images as they are published. */
export const PUBLISHED: ImagePlaces = { mirrors: {}, digests: {} };

/** An image that is no part of a chart, by its digest where config has it, from its mirror where there is one. */
export const placedImage = (image: string, { mirrors, digests }: ImagePlaces): string =>
  // digests first: their rows have the names under which images are published
  mirroredImage(pinnedImage(image, digests), mirrors);
