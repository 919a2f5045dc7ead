import { UsageError } from "../../lib/errors/usage";

const SCALES = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 } as const;

/** 70B → 70 000 000 000; `T` is a million million. @throws UsageError */
export function quantity(text: string, option: string): number {
  const [, number, scale] = /^(\d+(?:\.\d+)?(?:e\d{1,2})?)([KMBT]?)$/.exec(text) ?? [];
  const value = Number(number) * (scale ? SCALES[scale as keyof typeof SCALES] : 1);
  if (!(value >= 1) || !Number.isFinite(value))
    throw new UsageError(`${option} must be a number such as 70B, 1.5T or 405e9, but is ${JSON.stringify(text)}`);
  return value;
}
