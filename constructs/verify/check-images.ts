import { type ImageMirrors, mirroredImage } from "../core/image-mirrors";
import { scriptFile } from "../core/script-file";

/** What images of checks begin with. */
const BASE = "docker.io/library/ubuntu:24.04";

/** What the image of Railyard begins with: its Node and AWS CLI are packages of Debian. */
const RAILYARD_BASE = "docker.io/library/debian:13-slim";

/**
 * Image that has kubectl as `/bin/kubectl`, of the first patch of a minor, which every minor has: a newer one is named at the build.
 * One minor more or less than the API server's is supported.
 * @param version minor version of Kubernetes, such as 1.36
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.0/build/server-image/kubectl/Dockerfile
 * @see https://kubernetes.io/releases/version-skew-policy/#kubectl
 */
const kubectlImage = (version: string): string => `registry.k8s.io/kubectl:v${version}.0`;

/** Commits by which what is built is fixed: a tag can be moved, and a commit cannot. */
const COMMITS = {
  // 4.0.0
  ior: "967a9f65109760db8a3ac14a7fdd007f337d2960",
  // 2.1.0
  libfabric: "cf173800a23505a0c6ec9ad42b935bde60a57da2",
} as const;

/**
 * Recipes of images for which nobody publishes one, by file name: with programs of checks, and with Railyard itself. What an image
 * of checks has is told in `/usr/share/railyard/packages.txt` of it.
 * @param mirrors where images are pulled from
 * @param kubernetes minor version of the cluster's, such as 1.36
 */
export function checkImages(mirrors: ImageMirrors, kubernetes: string): Record<string, string> {
  const base = mirroredImage(BASE, mirrors);
  return {
    "storage/Dockerfile": scriptFile("verify/images/storage.Dockerfile", { values: { base, ior: COMMITS.ior } }),
    "fabric/Dockerfile": scriptFile("verify/images/fabric.Dockerfile", {
      values: { base, libfabric: COMMITS.libfabric },
    }),
    "railyard/Dockerfile": scriptFile("verify/images/railyard.Dockerfile", {
      values: {
        base: mirroredImage(RAILYARD_BASE, mirrors),
        kubectl: mirroredImage(kubectlImage(kubernetes), mirrors),
      },
    }),
  };
}
