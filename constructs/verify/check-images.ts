import { type ImagePlaces, placedImage } from "../core/placed-image";
import { scriptFile } from "../core/script-file";

/** What images of checks begin with. */
const BASE = "docker.io/library/ubuntu:24.04";

/** What the image of Railyard begins with: its Node and AWS CLI are packages of Debian. */
const RAILYARD_BASE = "docker.io/library/debian:13-slim";

/**
 * Image that has syft as `/syft`, which lists what is in an image as CycloneDX.
 * @see https://github.com/anchore/syft/blob/v1.57.1/Dockerfile
 */
const SYFT = "docker.io/anchore/syft:v1.57.1";

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

/** Images that recipes begin at, as they are published: what config may pin by its digest. */
export const recipeBases = (kubernetes: string): string[] => [BASE, RAILYARD_BASE, SYFT, kubectlImage(kubernetes)];

/**
 * Recipes of images for which nobody publishes one, by file name: with programs of checks, and with Railyard itself. What an image
 * has is told in `/usr/share/railyard/bom.cdx.json` of it.
 * @param places where images are pulled from, and their digests
 * @param kubernetes minor version of the cluster's, such as 1.36
 */
export function checkImages(places: ImagePlaces, kubernetes: string): Record<string, string> {
  const [base, railyardBase, syft, kubectl] = recipeBases(kubernetes).map((image) => placedImage(image, places)) as [
    string,
    string,
    string,
    string,
  ];
  const { ior, libfabric } = COMMITS;
  return {
    "storage/Dockerfile": scriptFile("verify/images/storage.Dockerfile", {
      values: { base, syft, ior },
      insert: { bom: bom("storage", `pkg:github/hpc/ior@${ior}`) },
    }),
    "fabric/Dockerfile": scriptFile("verify/images/fabric.Dockerfile", {
      values: { base, syft, libfabric },
      insert: { bom: bom("fabric", `pkg:github/ofiwg/libfabric@${libfabric}`) },
    }),
    "railyard/Dockerfile": scriptFile("verify/images/railyard.Dockerfile", {
      values: { base: railyardBase, syft, kubectl },
      // what Kubernetes publishes of its own is a module of Go in kubectl
      insert: { bom: bom("railyard", "pkg:golang/k8s.io/") },
    }),
  };
}

/** The stages that write the list of what is in an image, and put it there. @param must how an entry begins that must be in it */
const bom = (name: string, must: string): string =>
  scriptFile("verify/images/bom.Dockerfile", { values: { name, must } });
