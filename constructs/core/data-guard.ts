import { TerraformElement, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { TERRAFORM_DATA } from "./terraform-data";

/** What the guard is called in a state: `terraform_data.holds_data["aws_s3_bucket.checkpoints"]`. Frozen. */
export const GUARD = { type: TERRAFORM_DATA, name: "holds_data" } as const;

/**
 * `prevent_destroy` goes away with the block that has it: what config has dropped, Terraform would destroy. So the stack
 * keeps a list of all that it protects, one entry in the state for each, and the list itself may only grow: an entry whose
 * resource is no longer written is refused by Terraform, whoever runs it, and its key says which resource it is about.
 * Releases of Helm are not in it: those that are protected are forgotten and stay where config drops them.
 * @see https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle#prevent_destroy
 */
export class DataGuard extends TerraformElement {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.overrideLogicalId(GUARD.name);
  }

  override toTerraform(): object {
    const guard = {
      // as every resource of cdktf says where it is written
      "//": this.constructNodeMetadata,
      for_each: `\${toset(${JSON.stringify(this.protected())})}`,
      lifecycle: { prevent_destroy: true },
    };
    return { resource: { [GUARD.type]: { [GUARD.name]: guard } } };
  }

  private protected(): string[] {
    return this.cdktfStack.node
      .findAll()
      .filter(TerraformResource.isTerraformResource)
      .filter(({ lifecycle, terraformResourceType: type }) => lifecycle?.preventDestroy && type !== "helm_release")
      .map((resource) => `${resource.terraformResourceType}.${resource.friendlyUniqueId}`)
      .sort();
  }
}
