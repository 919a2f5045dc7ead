/** Year and month of a Slurm release: `[24, 11]`. */
export type SlurmVersion = readonly [year: number, month: number];

/** Reads what `slurmctld -V` prints. */
export function parseSlurmVersion(text: string): SlurmVersion {
  const [, year, month] = /(\d+)\.(\d+)/.exec(text) ?? [];
  if (!year || !month) throw new Error(`cannot read the version of Slurm from "${text.trim()}"`);
  return [Number(year), Number(month)];
}

/** Whether a release of Slurm is another one or newer. */
export function isAtLeast([year, month]: SlurmVersion, [leastYear, leastMonth]: SlurmVersion): boolean {
  return year > leastYear || (year === leastYear && month >= leastMonth);
}

/** Releases that learned what the generated files use. */
export const SINCE = {
  /** `AutoDetect=nvidia` in gres.conf. */
  nvidiaDetection: [24, 5],
  /** topology.yaml, and nodes that name their own place in it. */
  topologyYaml: [25, 5],
  /** Limits at submission count the memory of `DefMemPerGPU`: 26.05 does, 22.05 counts a whole node's; none between was tried. */
  defaultMemoryOfGpus: [26, 5],
} as const satisfies Record<string, SlurmVersion>;
