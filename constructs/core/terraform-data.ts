/**
 * Terraform's built-in type for a value that is nothing outside of the state.
 * @see https://developer.hashicorp.com/terraform/language/resources/terraform-data
 */
export const TERRAFORM_DATA = "terraform_data";
