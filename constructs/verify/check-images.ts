import { type ImageMirrors, mirroredImage } from "../core/image-mirrors";
import { scriptFile } from "../core/script-file";

/** What images of checks begin with. */
const BASE = "docker.io/library/ubuntu:24.04";

/** Commits by which what is built is fixed: a tag can be moved, and a commit cannot. */
const COMMITS = {
  // 4.0.0
  ior: "967a9f65109760db8a3ac14a7fdd007f337d2960",
  // 2.1.0
  libfabric: "cf173800a23505a0c6ec9ad42b935bde60a57da2",
} as const;

/**
 * Recipes of images with programs of checks for which nobody publishes an image, by file name. What an image has is told in
 * `/usr/share/railyard/packages.txt` of it.
 * @param mirrors where images are pulled from
 */
export function checkImages(mirrors: ImageMirrors): Record<string, string> {
  const base = mirroredImage(BASE, mirrors);
  return {
    "storage/Dockerfile": scriptFile("verify/images/storage.Dockerfile", { values: { base, ior: COMMITS.ior } }),
    "fabric/Dockerfile": scriptFile("verify/images/fabric.Dockerfile", {
      values: { base, libfabric: COMMITS.libfabric },
    }),
  };
}
