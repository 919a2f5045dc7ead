import type { AwsConfig } from "../schema";
import type { Names } from "../../../names/resolve";
import { partitionOf } from "../account/partition";

/** The roles of a pipeline, and what bounds the roles that it makes. */
export type ResolvedCi = NonNullable<AwsConfig["ci"]> & {
  readonly planRoleName: string;
  readonly planRoleArn: string;
  readonly deployRoleName: string;
  readonly deployRoleArn: string;
  /** Policy that bounds every role of the environment's other stacks. */
  readonly boundaryName: string;
  readonly boundaryArn: string;
};

/** Names of the pipeline's roles and of their boundary; null where config has no pipeline. */
export function resolveCi({ ci, account, region }: AwsConfig, names: Names): ResolvedCi | null {
  if (!ci) return null;
  const iam = `arn:${partitionOf(region)}:iam::${account}`;
  const [planRoleName, deployRoleName, boundaryName] = ["ci-plan", "ci-deploy", "ci-boundary"].map((purpose) =>
    names.role(purpose),
  ) as [string, string, string];
  return {
    ...ci,
    planRoleName,
    planRoleArn: `${iam}:role/${planRoleName}`,
    deployRoleName,
    deployRoleArn: `${iam}:role/${deployRoleName}`,
    boundaryName,
    boundaryArn: `${iam}:policy/${boundaryName}`,
  };
}
