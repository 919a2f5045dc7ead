import { offHoursScript, PAUSE_FILE, pauseText, type SlurmHours } from "../../../constructs/slurm/off-hours-script";

/** An hour, of which jobs have 45 minutes: what harness.sh asks for. */
const SHORT = { openMinutes: 60, drainMinutes: 15, pausedUntil: undefined };
const ANY = { timeZone: "Etc/UTC", start: "0 8 * * *", drain: "45 8 * * *" };

/** The script of the hours for the sandbox: that of the environment, or one that all its nodes would follow. */
export function offHoursFiles(hours: SlurmHours | undefined, nodeGroups: readonly string[]): Record<string, string> {
  const { pausedUntil: _, ...short } = { ...(hours ?? { ...ANY, nodeGroups }), ...SHORT };
  return { "off-hours.sh": offHoursScript(short), [PAUSE_FILE]: pauseText(short) };
}
