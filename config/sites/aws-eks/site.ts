import type { Site } from "../site";
import type { AwsEnvironment } from "./environment";
import { INSTEAD_VOLUMES } from "./instead";
import { resolveAwsEks } from "./resolve";
import { AWS_EKS_RULES } from "./rules";
import { awsEksSchema, type AwsConfig } from "./schema";

/** An account and a Region of AWS, in which the cluster is one of EKS. */
export const AWS_EKS: Site<AwsConfig, AwsEnvironment> = {
  kind: "aws-eks",
  title: "an account of AWS",
  clusterKind: "eks",
  schema: awsEksSchema,
  insteadVolumes: INSTEAD_VOLUMES,
  standIns: { account: "000000000000" },
  resolve: resolveAwsEks,
  rules: AWS_EKS_RULES,
};
