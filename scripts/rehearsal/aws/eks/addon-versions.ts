import { ADDON_VERSIONS } from "../../../../config/facts/versions";

/** Version of an add-on that EKS takes when none is given; for one that is not known a plausible one. */
export function defaultAddonVersion(addon: string, kubernetesVersion: string): string {
  const known: Readonly<Record<string, { readonly versions: Readonly<Record<string, string>> }>> = ADDON_VERSIONS;
  const version = known[addon]?.versions[kubernetesVersion];
  if (version !== undefined) return version;
  return addon === "kube-proxy" ? `v${kubernetesVersion}.0-eksbuild.1` : "v1.0.0-eksbuild.1";
}
