const FACTORS: Readonly<Record<string, number>> = {
  m: 1e-3,
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/**
 * An amount as Kubernetes writes it, in its base unit: `2113474860Ki` in bytes, `223500m` in CPUs. Null: it is none.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function quantity(written: string): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(written) ?? [];
  const factor = FACTORS[unit ?? "none"];
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}
