/** How pods share the GPUs of a node group. */
export type GpuSharing =
  | { readonly kind: "exclusive" }
  | { readonly kind: "mig"; readonly profile: string; readonly strategy: "single" | "mixed" }
  | { readonly kind: "time-slicing"; readonly replicas: number }
  | { readonly kind: "mps"; readonly replicas: number };

/** Configuration of nodes without a label. */
export const DEFAULT_PROFILE = "exclusive";

/**
 * Labels that a node needs for its sharing: the device plugin reads one, the MIG manager the other.
 * @see https://github.com/NVIDIA/mig-parted/blob/main/deployments/container/README.md
 */
export function sharingLabels(sharing: GpuSharing): Record<string, string> {
  if (sharing.kind === "exclusive") return {};
  return {
    "nvidia.com/device-plugin.config": profileName(sharing),
    // a label value may have no plus sign: profiles with media engines, `1g.10gb+me`, are written with a dot
    ...(sharing.kind === "mig" && { "nvidia.com/mig.config": `all-${sharing.profile.replaceAll("+", ".")}` }),
  };
}

/** Whether any group is cut into MIG slices. */
export function usesMig(sharing: readonly GpuSharing[]): boolean {
  return sharing.some(({ kind }) => kind === "mig");
}

/**
 * Configurations of the device plugin by name; empty where no group shares. One cluster-wide setting cannot serve groups
 * that share differently, so each node names its configuration in a label.
 */
export function sharingProfiles(sharing: readonly GpuSharing[]): Record<string, string> {
  const shared = sharing.filter(({ kind }) => kind !== "exclusive");
  if (shared.length === 0) return {};
  const profiles = [{ kind: "exclusive" } as const, ...shared].map((one): [string, string] => [
    profileName(one),
    profile(one),
  ]);
  return Object.fromEntries(profiles.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function profileName(sharing: GpuSharing): string {
  switch (sharing.kind) {
    case "exclusive":
      return DEFAULT_PROFILE;
    case "mig":
      return `mig-${sharing.strategy}`;
    default:
      return `${sharing.kind}-${sharing.replicas}`;
  }
}

/** @see https://github.com/NVIDIA/k8s-device-plugin#configuration-option-details */
function profile(sharing: GpuSharing): string {
  const migStrategy = sharing.kind === "mig" ? sharing.strategy : "none";
  return `version: v1\nflags:\n  migStrategy: ${migStrategy}\n${"replicas" in sharing ? replicas(sharing) : ""}`;
}

/** A second replica for one pod would be a share of the same GPU and no more of it, so such pods are refused. */
function replicas({ kind, replicas }: { readonly kind: "time-slicing" | "mps"; readonly replicas: number }): string {
  const key = kind === "mps" ? "mps" : "timeSlicing";
  return `sharing:
  ${key}:
    renameByDefault: false
    failRequestsGreaterThanOne: true
    resources:
      - name: nvidia.com/gpu
        replicas: ${replicas}
`;
}
