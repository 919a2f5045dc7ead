import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cloud } from "./cloud/cloud";
import { KINDS } from "./kinds";
import { idOf } from "./provider/apply";
import { importedById, attributesOfId } from "./provider/import";
import { parseJson } from "../lib/files/read-json";
import { recordedIn, type Recorded } from "../lib/terraform/recorded-state";
import type { PreparedStack } from "./run/workspace";
import type { Attributes } from "./value";

interface ImportBlock {
  readonly to: string;
  readonly id: string;
}

export interface FromBeforeProps {
  readonly stack: PreparedStack;
  readonly cloud: Cloud;
  /** Runs the stack as its folder has it at the moment. @returns whether it went well */
  readonly make: () => Promise<boolean>;
}

/**
 * Puts into the pretended cloud what a stack imports, as its configuration describes it: the stack is made without its
 * import blocks, everything else of it is taken away again, and what is left gets the ids of the import blocks. A stack
 * that has a state already is left alone. @returns whether it went well
 */
export async function makeFromBefore({ stack, cloud, make }: FromBeforeProps): Promise<boolean> {
  const file = join(stack.folder, "cdk.tf.json");
  const text = readFileSync(file, "utf8");
  const { import: blocks = [], ...json } = parseJson(text, { name: file }) as { import?: readonly ImportBlock[] };
  if (blocks.length === 0 || readRecords(stack).length > 0) return true;
  try {
    writeFileSync(file, JSON.stringify(json));
    if (!(await make())) return false;
  } finally {
    writeFileSync(file, text);
  }
  handOver(readRecords(stack), blocks, cloud);
  rmSync(stack.statePath, { force: true });
  return true;
}

/** The objects are somebody else's from now on, and nothing but them is there. */
function handOver(records: readonly Recorded[], blocks: readonly ImportBlock[], cloud: Cloud): void {
  const idAt = new Map(blocks.map(({ to, id }) => [to, id]));
  const made = records.filter(({ inCloud, id }) => inCloud && id !== null) as (Recorded & { readonly id: string })[];
  const adopted = made.filter(({ address }) => idAt.has(address));
  const text = JSON.stringify(adopted.map(({ type, id }) => cloud.get(type, id)));
  for (const { type, id, address } of made) {
    const object = cloud.get(type, id);
    // what is encrypted under somebody's key goes on to need it
    const needed = type === "aws_kms_key" && text.includes(id);
    if (object && (idAt.has(address) || needed)) cloud.adopt([object]);
    else cloud.remove(type, id);
  }
  for (const { type, id, address } of adopted) {
    const to = idAt.get(address);
    if (to === undefined) continue;
    if (importedById(type)) cloud.rename(type, id, to);
    else if (cloud.get(type, id)) cloud.change(type, id, attributesOfId(type, to));
  }
}

function readRecords({ statePath }: PreparedStack): Recorded[] {
  const text = existsSync(statePath) ? readFileSync(statePath, "utf8") : "";
  if (text === "") return [];
  return recordedIn(parseJson(text, { name: statePath }), (type, attributes) =>
    idOf(KINDS[type] ?? {}, attributes as Attributes),
  );
}
