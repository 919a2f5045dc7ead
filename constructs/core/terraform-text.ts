/**
 * Text that Terraform must hand on as it is. In strings it takes `${` for an expression and `%{` for a directive, which
 * is what shell scripts are full of. Not for text with tokens: they would be text, too.
 * @see https://developer.hashicorp.com/terraform/language/expressions/strings#escape-sequences
 */
export function terraformText(text: string): string {
  // by functions: in a replacement text two dollars are one
  return text.replaceAll("${", () => "$${").replaceAll("%{", () => "%%{");
}
