import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sameStacks } from "../../../scripts/rehearsal/same-stacks";

const manifest = (stacks: object) => JSON.stringify({ stacks });
const STACKS = { "dev-network": { dependencies: [] }, "dev-cluster": { dependencies: ["dev-network"] } };

function two(): [string, string] {
  const folder = mkdtempSync(join(tmpdir(), "same-stacks-"));
  const one = join(folder, "one");
  for (const name of Object.keys(STACKS)) {
    mkdirSync(join(one, "stacks", name), { recursive: true });
    writeFileSync(join(one, "stacks", name, "cdk.tf.json"), `{"name":"${name}"}\n`);
  }
  writeFileSync(join(one, "manifest.json"), manifest(STACKS));
  const other = join(folder, "other");
  cpSync(one, other, { recursive: true });
  return [one, other];
}

test("folders with the same bytes have the same stacks", () => {
  const [one, other] = two();
  expect(sameStacks(one, other)).toBe(true);
});

test.each<[string, (folder: string) => void]>([
  [
    "a byte of a stack",
    (folder) => writeFileSync(join(folder, "stacks/dev-network/cdk.tf.json"), `{"name":"dev-network"}`),
  ],
  ["a file beside", (folder) => writeFileSync(join(folder, "stacks/dev-network/more.tf.json"), "{}")],
  [
    "a stack less",
    (folder) => writeFileSync(join(folder, "manifest.json"), manifest({ "dev-network": STACKS["dev-network"] })),
  ],
  [
    "what a stack stands on",
    (folder) =>
      writeFileSync(join(folder, "manifest.json"), manifest({ ...STACKS, "dev-cluster": { dependencies: [] } })),
  ],
])("%s makes a difference, whichever of them has it", (_, change) => {
  const [one, other] = two();
  change(other);
  expect(sameStacks(one, other)).toBe(false);
  expect(sameStacks(other, one)).toBe(false);
});

test("stacks without a file are not the same: there is nothing that could be", () => {
  const [one, other] = two();
  for (const folder of [one, other]) rmSync(join(folder, "stacks/dev-network/cdk.tf.json"));
  expect(readFileSync(join(one, "manifest.json"), "utf8")).toContain("dev-network");
  expect(sameStacks(one, other)).toBe(false);
});
