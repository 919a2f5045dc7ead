import type { Construct } from "constructs";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { StackRole } from "../../../config/names/resolve";
import type { Partition } from "../../../config/facts/regions";
import { BaseStack } from "../../base-stack";
import { AWS_GROUND } from "./ground";

/** A stack with resources of AWS. */
export class AwsStack extends BaseStack<AwsEnvironment> {
  constructor(scope: Construct, env: AwsEnvironment, role: StackRole) {
    super(scope, env, role, AWS_GROUND);
  }

  /** Partition of the Region; part of every ARN. */
  get partition(): Partition {
    return this.env.partition;
  }
}
