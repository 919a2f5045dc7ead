/** Settings of a Slurm file, in the order in which they are written. */
export type SlurmSettings = Readonly<Record<string, string>>;

/**
 * `Key=Value` lines. Every value is text: Helm writes large numbers as `2e+06` and drops `0` and `false`.
 */
export function settingLines(settings: SlurmSettings): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}\n`)
    .join("");
}

/** `Key=Value` pairs on one line, as partitions and nodes have them. */
export function settingPairs(settings: SlurmSettings): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}`)
    .join(" ");
}

/** Hours as Slurm writes a time limit: `14-00:00:00`. Parts of a minute are lost, as Slurm counts in minutes. */
export function timeLimit(hours: number): string {
  const minutes = Math.max(1, Math.round(hours * 60));
  const two = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(minutes / 1440)}-${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}:00`;
}
