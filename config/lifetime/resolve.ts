import type { AwsConfig } from "../sites/aws-eks/schema";
import { isoMoment } from "../schedule/resolve";

/** How long an environment is meant to live. */
export interface ResolvedLifetime {
  /** Moment in UTC: `2026-12-31T18:00:00Z`. */
  readonly expires: string;
  /** Whether it has passed. */
  readonly over: boolean;
}

const DAY = 24 * 60 * 60_000;

/** A day is meant to its end. */
export function resolveLifetime(lifetime: AwsConfig["lifetime"], now: Date): ResolvedLifetime | null {
  if (!lifetime) return null;
  const { expires } = lifetime;
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(expires) ? Date.parse(expires) + DAY : Date.parse(expires);
  // AWS takes whole seconds
  const whole = Math.floor(moment / 1000) * 1000;
  return { expires: isoMoment(whole), over: now.getTime() >= whole };
}
