import { TerraformElement } from "cdktf";
import type { Construct } from "constructs";

/**
 * Stands where a resource was, or may have been: Terraform forgets it and leaves it as it is. Its address is that of a
 * resource with this scope and id. In a state that never had it, nothing happens.
 * @see https://developer.hashicorp.com/terraform/language/resources/syntax#removing-resources
 */
export class ForgottenResource extends TerraformElement {
  readonly #type: string;

  /** @param type of the resource, such as `helm_release` */
  constructor(scope: Construct, id: string, type: string) {
    super(scope, id);
    this.#type = type;
  }

  override toTerraform(): object {
    return { removed: [{ from: `${this.#type}.${this.friendlyUniqueId}`, lifecycle: { destroy: false } }] };
  }
}
