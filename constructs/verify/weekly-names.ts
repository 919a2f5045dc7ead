/** Namespace of weekly runs: their pods, the Jobs of their checks, and the last evidence. Frozen. */
export const WEEKLY_NAMESPACE = "railyard-verify";
/** Class of all pods there: they push nobody away, and give way to everybody. Frozen. */
export const WEEKLY_PRIORITY = "railyard-verify";
/** Account of weekly runs in their namespace. Frozen. */
export const WEEKLY_ACCOUNT = "verify";
/** CronJob of weekly runs. Frozen: an alert names it. */
export const WEEKLY_CRON_JOB = "weekly";
/** ConfigMap with the last evidence. */
export const WEEKLY_EVIDENCE = "weekly-evidence";

/** Environment and suite, by which jobs of dead starts are found; the name of the lease, too: who starts the suite by hand waits for it. */
export const startOf = (environment: string, suite: string): string => `railyard-verify-${environment}-${suite}`;
