import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { STACKS } from "../../../config/names/resolve";
import { readStated } from "../../../scripts/orphans/stated";
import { recordedAws, type Answer } from "../../helpers/deploying";
import { sample } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const folder = temporaryFolders();

const state = (mode: string, attributes: object) =>
  JSON.stringify({ resources: [{ mode, instances: [{ attributes }] }] });

test("texts of managed resources are known, from files too; data sources and numbers are not", async () => {
  const directory = folder();
  const { env: environment } = sample({ state: { kind: "local", directory } });
  writeFileSync(
    join(directory, "sample-storage.tfstate"),
    state("managed", { id: "fs-1", arn: "arn:fs-1", size: 1200 }),
  );
  writeFileSync(join(directory, "sample-network.tfstate"), state("data", { id: "vpc-of-others" }));
  const { texts, found } = await readStated({ environment, aws: recordedAws([]), root: "/" });
  expect(found).toBe(true);
  expect([...texts].sort()).toEqual(["arn:fs-1", "fs-1"]);
});

describe("whether any state was found", () => {
  const found = async (files: Readonly<Record<string, string>>) => {
    const root = folder();
    mkdirSync(join(root, "state"));
    const { env: environment } = sample({ state: { kind: "local", directory: "state" } });
    for (const [role, text] of Object.entries(files))
      writeFileSync(join(root, "state", `sample-${role}.tfstate`), text);
    return (await readStated({ environment, aws: recordedAws([]), root })).found;
  };

  test("none is not: a clone without them, or the wrong bucket", async () => {
    expect(await found({})).toBe(false);
  });

  test("a bootstrap state that has a bucket is not: the states are in it, or should be", async () => {
    expect(await found({ bootstrap: state("managed", { id: "bucket" }) })).toBe(false);
  });

  test("an empty one is, and so is that of a bootstrap that was destroyed", async () => {
    expect(await found({ network: '{"resources":[]}' })).toBe(true);
    expect(await found({ bootstrap: '{"resources":[]}' })).toBe(true);
  });
});

test("a bucket that is not there has no states", async () => {
  const { env: environment } = sample();
  const Bucket = environment.state.kind === "s3" ? environment.state.bucket : "";
  const missing = STACKS.map((role): Answer => ({
    call: "S3 GetObject",
    input: { Bucket, Key: `${role}.tfstate` },
    error: { name: "NoSuchBucket", message: "The specified bucket does not exist", status: 404 },
  }));
  const { texts, found } = await readStated({ environment, aws: recordedAws(missing), root: folder() });
  expect([texts.size, found]).toEqual([0, false]);
});
