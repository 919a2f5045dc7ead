/** Where AWS keeps an EKS image: its parameters in Systems Manager, and its public name. */
export interface ImagePlace {
  /** Parameter whose value is the release that EKS recommends. */
  readonly recommended: string;
  /** Parameter whose value is the release itself, where the Region has it. */
  readonly pinned: (release: string) => string;
  readonly imageName: (release: string) => string;
}

/**
 * Place of the images of an AMI type for a Kubernetes minor; null for a type that is not made that way.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html
 * @see https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id-bottlerocket.html
 */
export function imagePlace(amiType: string, minor: string): ImagePlace | null {
  const [, family, machine, , kind] =
    /^(AL2023|BOTTLEROCKET)_(x86_64|ARM_64)(_(STANDARD|NVIDIA|NEURON))?$/.exec(amiType) ?? [];
  if (!family || !machine) return null;
  const arch = machine === "ARM_64" ? "arm64" : "x86_64";
  return family === "AL2023"
    ? amazonLinux(minor, arch, (kind ?? "standard").toLowerCase())
    : bottlerocket(minor, arch, kind);
}

function amazonLinux(minor: string, arch: string, kind: string): ImagePlace {
  const base = `/aws/service/eks/optimized-ami/${minor}/amazon-linux-2023/${arch}/${kind}`;
  // `1.36.4-20261003` is called v20261003
  const imageName = (release: string) => `amazon-eks-node-al2023-${arch}-${kind}-${minor}-v${release.split("-")[1]}`;
  return {
    recommended: `${base}/recommended/release_version`,
    pinned: (release) => `${base}/${imageName(release)}/release_version`,
    imageName,
  };
}

function bottlerocket(minor: string, arch: string, kind: string | undefined): ImagePlace {
  const variant = `aws-k8s-${minor}${kind === "NVIDIA" ? "-nvidia" : ""}`;
  const base = `/aws/service/bottlerocket/${variant}/${arch}`;
  return {
    recommended: `${base}/latest/image_version`,
    pinned: (release) => `${base}/${release}/image_version`,
    imageName: (release) => `bottlerocket-${variant}-${arch === "arm64" ? "aarch64" : arch}-v${release}`,
  };
}
