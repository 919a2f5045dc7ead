import type { KubernetesMinor } from "./kubernetes";

/** What EKS lets a control plane do. */
export interface ControlPlaneLimits {
  /** Requests to the API at a time, counted in seats; null: no document says it, and EKS moves it by itself. */
  readonly seats: number | null;
  /** Pods that the scheduler places in a second; null as above. */
  readonly podsPerSecond: number | null;
  /** What etcd holds, in GB (10^9 bytes): beyond it nothing can be written. */
  readonly databaseGB: number;
}

/** Since this minor a tier has more seats. */
const MORE_SEATS_SINCE = 34;

const provisioned = (before: number, since: number, podsPerSecond: number) => ({
  databaseGB: 16,
  podsPerSecond,
  seats: { before, since },
});

/** @see https://docs.aws.amazon.com/eks/latest/userguide/eks-provisioned-control-plane.html */
const TIERS = {
  standard: { databaseGB: 8, podsPerSecond: null, seats: null },
  "tier-xl": provisioned(1700, 2000, 167),
  "tier-2xl": provisioned(3400, 4000, 283),
  "tier-4xl": provisioned(6800, 8000, 400),
} as const;

export type ControlPlaneTier = keyof typeof TIERS;

/** Names of the tiers, the smallest first. */
export const CONTROL_PLANE_TIERS = Object.keys(TIERS) as [ControlPlaneTier, ...ControlPlaneTier[]];

/** What a tier may do with a minor of Kubernetes. */
export function controlPlaneLimits(tier: ControlPlaneTier, version: KubernetesMinor): ControlPlaneLimits {
  const { databaseGB, podsPerSecond, seats } = TIERS[tier];
  const isNew = Number(version.split(".")[1]) >= MORE_SEATS_SINCE;
  return { databaseGB, podsPerSecond, seats: seats && (isNew ? seats.since : seats.before) };
}
