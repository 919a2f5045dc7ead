/** One statement of an IAM, KMS or bucket policy. Values may be tokens. */
export interface PolicyStatement {
  /** Statement id: letters and digits only (IAM allows nothing else). */
  readonly sid: string;
  /** @default "Allow" */
  readonly effect?: "Allow" | "Deny";
  readonly actions: readonly string[];
  /** ARNs. @default - none: trust policies name no resource */
  readonly resources?: readonly string[];
  /** Who may act, in resource and trust policies. @default - none: identity policies name no principal */
  readonly principals?: PolicyPrincipals;
  /** Operator → key → values, as IAM writes them. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/**
 * Exactly one kind of principal: AWS accounts and roles, AWS services, identity providers, or everybody (only sane with a
 * condition).
 */
export type PolicyPrincipals =
  | { readonly aws: readonly string[] }
  | { readonly services: readonly string[] }
  | { readonly federated: readonly string[] }
  | { readonly anyone: true };

/** A policy document as JSON text. Tokens inside strings are resolved by synth. */
export function policyDocument(statements: readonly PolicyStatement[]): string {
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: statements.map((s) => ({
      Sid: s.sid,
      Effect: s.effect ?? "Allow",
      ...(s.principals && { Principal: principal(s.principals) }),
      Action: oneOrMany(s.actions),
      ...(s.resources && { Resource: oneOrMany(s.resources) }),
      ...(s.conditions && { Condition: s.conditions }),
    })),
  });
}

/** Trust policy of a role that an AWS service takes on, e.g. `ec2.amazonaws.com`. */
export function serviceTrust(service: string): string {
  return policyDocument([{ sid: "Assume", actions: ["sts:AssumeRole"], principals: { services: [service] } }]);
}

function principal(principals: PolicyPrincipals): string | Record<string, string | readonly string[]> {
  if ("anyone" in principals) return "*";
  if ("federated" in principals) return { Federated: oneOrMany(principals.federated) };
  return "aws" in principals ? { AWS: oneOrMany(principals.aws) } : { Service: oneOrMany(principals.services) };
}

/** IAM treats one value and a list of one alike; the short form keeps diffs free of noise. */
const oneOrMany = (values: readonly string[]): string | readonly string[] =>
  values.length === 1 ? values[0]! : values;
