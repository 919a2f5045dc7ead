interface Copies {
  readonly bucket: string;
  readonly region: string;
  /** Empty, or an empty one: the whole bucket. */
  readonly prefixes: readonly string[];
  readonly uncopied: readonly string[];
}

/** Where the second copy of the bucket of the checkpoints is, and what has none. */
export function copiesText({ bucket, region, prefixes, uncopied }: Copies): string {
  const some = prefixes.filter((prefix) => prefix !== "");
  return [
    `s3://${bucket} (${region}): ${some.length === 0 ? "all that is written from then on" : `only ${some.join(", ")}`}`,
    ...(uncopied.length === 0 ? [] : [`not copied whole: ${uncopied.join(", ")}`]),
  ].join("; ");
}
