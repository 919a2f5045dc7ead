/** Parts of an Amazon Resource Name. */
export interface Arn {
  readonly partition: string;
  readonly service: string;
  /** Empty for what has no Region. */
  readonly region: string;
  /** Empty for what has no account; `aws` for what AWS maintains. */
  readonly account: string;
  readonly resource: string;
}

/**
 * The parts of an ARN; null when the text is none.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html
 */
export function parseArn(text: string): Arn | null {
  const [prefix, partition, service, region, account, ...resource] = text.split(":");
  if (prefix !== "arn" || !partition || !service || region === undefined || account === undefined) return null;
  if (resource.length === 0 || resource[0] === "") return null;
  return { partition, service, region, account, resource: resource.join(":") };
}

/** Name of an IAM role without its path; null when the ARN names something else. */
export function roleName(arn: Arn | null): string | null {
  if (arn?.service !== "iam" || !arn.resource.startsWith("role/")) return null;
  return arn.resource.slice(arn.resource.lastIndexOf("/") + 1);
}
