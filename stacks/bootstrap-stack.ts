import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import { KmsKey } from "../constructs/security/kms-key";
import { StateBucket } from "../constructs/state/state-bucket";
import { BaseStack } from "./base-stack";
import { publish } from "./shared-values";

/**
 * The bucket and the key of the environment's Terraform state. Its own state is a local file: it must exist before
 * any other stack can be initialised.
 */
export class BootstrapStack extends BaseStack {
  constructor(scope: Construct, env: ResolvedEnvironment, bucketName: string) {
    super(scope, env, "bootstrap");
    const key = new KmsKey(this, "state-key", {
      partition: env.partition,
      accountId: env.account,
      alias: env.names.keyAlias("state"),
      description: `Terraform state of ${env.name}`,
      logicalId: "state_key",
    });
    const bucket = new StateBucket(this, "state", { bucketName, kmsKeyArn: key.keyArn });
    publish(this, { stateBucket: bucket.bucketName, stateKeyArn: key.keyArn });
  }
}
