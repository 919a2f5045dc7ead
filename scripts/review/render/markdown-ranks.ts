/** Order in which parts of a comment are given up: the highest first. */
export const RANKS = {
  environment: 0,
  problem: 1,
  danger: { finding: 2, explanation: 3 },
  warning: { finding: 4, explanation: 6 },
  acknowledged: { finding: 4, explanation: 7 },
  changedRow: 5,
  safeEnvironment: 5,
  nothing: 8,
  info: { finding: 8, explanation: 10 },
  configKey: 9,
  restGroup: 11,
  unchangedRow: 12,
} as const;
