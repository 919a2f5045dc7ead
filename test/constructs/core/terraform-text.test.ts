import { TerraformLocal, TerraformOutput } from "cdktf";
import { terraformText } from "../../../constructs/core/terraform-text";
import { synthStack } from "../../helpers/synth";

test.each([
  ["${#names[@]} and ${1:-}", "$${#names[@]} and $${1:-}"],
  ["$${x}", "$$${x}"],
  ["%{http_code}", "%%{http_code}"],
  ["%%{x}", "%%%{x}"],
  ["$x $(y) $$ 100% {z}", "$x $(y) $$ 100% {z}"],
])("hands %j on as it is", (text, escaped) => {
  expect(terraformText(text)).toBe(escaped);
});

test.each([
  ["${a} <port>", "$${a} ${local.port}"],
  ["$<port>", '${"$"}${local.port}'],
  ["%<port>", "%${local.port}"],
  ["<port><port>", "${local.port}${local.port}"],
])("leaves tokens to Terraform: %j", (text, escaped) => {
  const { output } = synthStack((stack) => {
    const port = new TerraformLocal(stack, "port", 1).asString;
    new TerraformOutput(stack, "out", { value: terraformText(text.replaceAll("<port>", () => port)) });
  });
  expect(output.out.value).toBe(escaped);
});
