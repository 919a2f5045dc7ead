import { TerraformElement, type TerraformStack } from "cdktf";

/**
 * Addresses that two elements of a stack share. cdktf merges such elements without a word, and one of them is
 * lost: top-level ids `a.b` and `ab`, or two overridden logical ids.
 */
export function duplicateAddresses(stack: TerraformStack): string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const element of stack.node.findAll().filter(TerraformElement.isTerraformElement)) {
    for (const address of addressesOf(element)) {
      const owner = owners.get(address);
      if (owner) problems.push(`${address} is defined by both ${owner} and ${element.node.path}: give one another id`);
      else owners.set(address, element.node.path);
    }
  }
  return problems;
}

const BLOCKS_BY_TYPE = ["resource", "data"];
const BLOCKS_BY_NAME = ["output", "variable", "locals", "module"];

function addressesOf(element: TerraformElement): string[] {
  const fragment = element.toTerraform() as Record<string, Record<string, object>>;
  const names = (block: string) => Object.keys(fragment[block] ?? {});
  return [
    ...BLOCKS_BY_TYPE.flatMap((block) =>
      names(block).flatMap((type) => Object.keys(fragment[block]?.[type] ?? {}).map((id) => `${block}.${type}.${id}`)),
    ),
    ...BLOCKS_BY_NAME.flatMap((block) => names(block).map((id) => `${block}.${id}`)),
  ];
}

/**
 * What a token leaves behind when it was upper-cased, measured, printed or base64-encoded before synth
 * (the three alignments of `TfToken[` in base64).
 */
const LEAKED_TOKEN = /TfToken\[|TFTOKEN\[|VGZUb2tlbl|RmVG9rZW5b|UZlRva2VuW|<unresolved-token>|\[object Object\]/;

/** The first trace of a leaked token in synthesized text, with what stands around it; null when there is none. */
export function leakedToken(text: string): string | null {
  const found = LEAKED_TOKEN.exec(text);
  return found && text.slice(Math.max(0, found.index - 60), found.index + 60);
}
