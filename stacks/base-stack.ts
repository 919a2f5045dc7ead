import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { StackRole } from "../config/names/resolve";
import type { SiteEnvironment } from "../config/sites/environment";
import { DataGuard } from "../constructs/core/data-guard";
import { duplicateAddresses } from "../constructs/core/guards";
import type { SiteGround } from "./sites/site";

/** Terraform that has native locking of S3 state without a table. */
export const TERRAFORM_VERSION = ">= 1.11.0";

/**
 * One unit of deployment with its own state. Every stack has the backend and the providers of its site, and a list of what
 * it protects, which may not be dropped in silence.
 */
export class BaseStack<Env extends SiteEnvironment = SiteEnvironment> extends TerraformStack {
  constructor(
    scope: Construct,
    readonly env: Env,
    readonly role: StackRole,
    readonly ground: SiteGround<Env>,
  ) {
    super(scope, env.names.stack(role));
    this.addOverride("terraform.required_version", TERRAFORM_VERSION);
    ground.providers(this);
    new DataGuard(this, "holds-data");
    this.node.addValidation({ validate: () => duplicateAddresses(this) });
  }
}
