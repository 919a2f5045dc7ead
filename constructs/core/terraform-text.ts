/**
 * Text in which Terraform reads the tokens of cdktf, and nothing else. In strings it takes `${` for an expression and
 * `%{` for a directive, which is what shell scripts are full of, and `$${` for neither, so that a dollar just before a
 * token has to be an expression itself.
 * @see https://developer.hashicorp.com/terraform/language/expressions/strings#escape-sequences
 */
export function terraformText(text: string): string {
  // by functions: in a replacement text two dollars are one
  return text
    .replaceAll(/\$\{(?!TfToken\[)/g, () => "$${")
    .replaceAll("%{", () => "%%{")
    .replaceAll(/\$(?=\$\{TfToken\[)/g, () => '${"$"}');
}
