import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StackRole } from "../../../../config/names/resolve";
import { recordedObjects } from "../../../../scripts/lib/terraform/recorded-states";
import { recordedAws, type Answer } from "../../../helpers/deploying";
import { sample, type Sample } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const { env: remote } = sample();
const Bucket = remote.state.kind === "s3" ? remote.state.bucket : "";

const answering = (role: StackRole, name: string, status: number): Answer => ({
  call: "S3 GetObject",
  input: { Bucket, Key: `${role}.tfstate` },
  error: { name, message: "no", status },
});

const read = (role: StackRole, environment: Sample["env"], root: string, ...answers: Answer[]) =>
  recordedObjects(role, { environment, aws: recordedAws(answers), root });

test("objects that Terraform manages are read, with all of their instances; data sources are not", async () => {
  const directory = folder();
  const { env } = sample({ state: { kind: "local", directory } });
  const resources = [
    { mode: "managed", instances: [{ attributes: { id: "a" } }, { attributes: { id: "b" } }] },
    { mode: "data", instances: [{ attributes: { id: "c" } }] },
    { mode: "managed", instances: [{ attributes: null }] },
  ];
  writeFileSync(join(directory, "sample-network.tfstate"), JSON.stringify({ resources }));
  expect(await read("network", env, "/")).toEqual([{ id: "a" }, { id: "b" }, {}]);
});

test("a state that is empty is not one that is missing", async () => {
  const directory = folder();
  const { env } = sample({ state: { kind: "local", directory } });
  writeFileSync(join(directory, "sample-network.tfstate"), '{"version":4}');
  expect(await read("network", env, "/")).toEqual([]);
  expect(await read("nodes", env, "/")).toBeNull();
});

test("the bootstrap state is a file of the repository, whatever the others are", async () => {
  const root = folder();
  mkdirSync(join(root, "state"));
  writeFileSync(join(root, "state", "sample-bootstrap.tfstate"), '{"resources":[]}');
  expect(await read("bootstrap", remote, root)).toEqual([]);
});

test.each(["NoSuchKey", "NoSuchBucket"])("%s is no state", async (name) => {
  expect(await read("nodes", remote, folder(), answering("nodes", name, 404))).toBeNull();
});

test("fails when a state may not be read, or is no JSON: then nobody can tell what it has", async () => {
  await expect(read("nodes", remote, folder(), answering("nodes", "AccessDenied", 403))).rejects.toThrow(
    "The state of sample-nodes cannot be read, so nobody can tell what is left over: s3:GetObject is not permitted",
  );
  const directory = folder();
  const { env } = sample({ state: { kind: "local", directory } });
  writeFileSync(join(directory, "sample-nodes.tfstate"), "{");
  await expect(read("nodes", env, "/")).rejects.toThrow("The state of sample-nodes is not JSON");
});
