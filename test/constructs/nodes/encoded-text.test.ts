import { TerraformOutput, TerraformVariable } from "cdktf";
import { base64Text, hasToken } from "../../../constructs/nodes/encoded-text";
import { evaluateBase64 } from "../../helpers/terraform-base64";
import { synthStack } from "../../helpers/synth";

const SHELL = 'say "${HOME}" %{x} $${y} \\n $(( 1 + 1 ))\n\t# end\n';

/** Synthesizes base64Text of a text that is built around the token of a variable. */
function synthesized(text: (token: string) => string): string {
  return synthStack((stack) => {
    const variable = new TerraformVariable(stack, "endpoint", {});
    new TerraformOutput(stack, "out", { value: base64Text(text(variable.stringValue)) });
  }).output.out.value;
}

describe("base64Text", () => {
  test("encodes text without tokens at once", () => {
    expect(Buffer.from(base64Text(SHELL), "base64").toString("utf8")).toBe(SHELL);
  });

  test("leaves the encoding of tokens to Terraform and every other byte as it is", () => {
    const value = synthesized((token) => `${SHELL}url: ${token}${SHELL}again "${token}"`);
    expect(value).toMatch(/^\$\{base64encode\(join\("", \[/);
    expect(evaluateBase64(value, { "var.endpoint": "https://k8s" })).toBe(
      `${SHELL}url: https://k8s${SHELL}again "https://k8s"`,
    );
  });

  test("shows Terraform no piece of the script, so none can be read as its syntax", () => {
    const value = synthesized((token) => `${SHELL}${token}`);
    expect(value.match(/\$\{/g)).toHaveLength(1);
    expect(value).not.toContain("%{");
    expect(value).not.toContain("HOME");
  });

  test("begins and ends with a token without empty pieces", () => {
    const value = synthesized((token) => `${token}-${token}`);
    expect(evaluateBase64(value, { "var.endpoint": "x" })).toBe("x-x");
    expect(value).not.toContain('base64decode("")');
  });
});

describe("hasToken", () => {
  test("tells a token from a shell variable", () => {
    expect(hasToken("${HOME} ${#list[@]}")).toBe(false);
    synthStack((stack) => {
      expect(hasToken(`a ${new TerraformVariable(stack, "v", {}).stringValue}`)).toBe(true);
    });
  });
});
