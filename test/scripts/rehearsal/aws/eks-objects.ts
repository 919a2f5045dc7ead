import type { CloudObject } from "../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../scripts/rehearsal/value";
import { cloudObject } from "./fake-cloud";

/** A role that a service may take on. */
export function role(name: string, service: string, actions: readonly string[] = ["sts:AssumeRole"]): CloudObject {
  const statement = { Effect: "Allow", Principal: { Service: service }, Action: actions };
  return cloudObject("aws_iam_role", name, {
    name,
    arn: roleArn(name),
    assume_role_policy: JSON.stringify({ Version: "2012-10-17", Statement: [statement] }),
  });
}

export const roleArn = (name: string) => `arn:aws:iam::123456789012:role/${name}`;

/** A subnet of `vpc-1`, unless another network is named. */
export function subnet(id: string, zone: string, vpc = "vpc-1"): CloudObject {
  return cloudObject("aws_subnet", id, { vpc_id: vpc, availability_zone: zone });
}

/** A cluster as it is after its creation. */
export function cluster(change: Attributes = {}): CloudObject {
  return cloudObject("aws_eks_cluster", "research", {
    name: "research",
    version: "1.36",
    access_config: [{ authentication_mode: "API" }],
    ...change,
  });
}
