import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingResources } from "../../../../scripts/commands/bootstrap/missing";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const stack = { resource: { aws_s3_bucket: { state: {} }, aws_kms_key: { state_key: {}, other: {} } } };
const addresses = (file: string, json: object = stack) => missingResources(json, file).map(({ address }) => address);

function state(content: string): string {
  const file = join(folder(), "s.tfstate");
  writeFileSync(file, content);
  return file;
}

test("without a state everything is missing", () => {
  expect(addresses(join(folder(), "none"))).toEqual([
    "aws_s3_bucket.state",
    "aws_kms_key.state_key",
    "aws_kms_key.other",
  ]);
});

test("what the state has is not, and data of one name is something else", () => {
  const resources = [
    { mode: "managed", type: "aws_s3_bucket", name: "state" },
    { mode: "data", type: "aws_kms_key", name: "other" },
  ];
  expect(addresses(state(JSON.stringify({ resources })))).toEqual(["aws_kms_key.state_key", "aws_kms_key.other"]);
  expect(addresses(state("{}"))).toHaveLength(3);
});

test("what the stack itself imports is left to it", () => {
  const own = { ...stack, import: [{ to: "aws_s3_bucket.state", id: "mine" }] };
  expect(addresses(join(folder(), "none"), own)).toEqual(["aws_kms_key.state_key", "aws_kms_key.other"]);
});

test("fails on a file that is no state", () => {
  expect(() => addresses(state("<<<<<<< HEAD"))).toThrow(
    /s\.tfstate is not JSON: line 1, column 1: .*\nBring it back from git/,
  );
});
