import { AMI_RELEASES } from "../../../../config/facts/versions";

/** Release of the image that EKS picks for nodes of a Kubernetes version: `1.36.4-20261003`. */
export function releaseOf(amiType: string, version: string): string {
  if (amiType.startsWith("BOTTLEROCKET")) return `${AMI_RELEASES.bottlerocket.tag.slice(1)}-00000000`;
  const releases: Readonly<Record<string, { readonly release: string }>> = AMI_RELEASES.al2023;
  return releases[version]?.release ?? `${version}.0-20260101`;
}
