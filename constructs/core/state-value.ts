import { TerraformElement } from "cdktf";
import type { Construct } from "constructs";
import { TERRAFORM_DATA } from "./terraform-data";

/**
 * A value that a stack keeps in its state, so that a change of it can be told from a change of anything else:
 * `terraform_data`. That of cdktf asks the Terraform on the PATH for its version while synthesizing.
 * @see https://developer.hashicorp.com/terraform/language/resources/terraform-data
 */
export class StateValue extends TerraformElement {
  constructor(
    scope: Construct,
    id: string,
    private readonly input: Readonly<Record<string, string>>,
  ) {
    super(scope, id);
  }

  /** For `replace_triggered_by`, which reads no interpolation in JSON. */
  get address(): string {
    return `${TERRAFORM_DATA}.${this.friendlyUniqueId}`;
  }

  override toTerraform(): object {
    // as every resource of cdktf says where it is written
    const resource = { "//": this.constructNodeMetadata, input: this.input };
    return { resource: { [TERRAFORM_DATA]: { [this.friendlyUniqueId]: resource } } };
  }
}
