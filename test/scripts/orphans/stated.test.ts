import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { STACKS } from "../../../config/resolve/names";
import { statedTexts } from "../../../scripts/orphans/stated";
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
  const texts = await statedTexts({ environment, aws: recordedAws([]), root: "/" });
  expect([...texts].sort()).toEqual(["arn:fs-1", "fs-1"]);
});

test("fails when a state may not be read: then nobody can tell what is left", async () => {
  const { env: environment } = sample();
  const Bucket = environment.state.kind === "s3" ? environment.state.bucket : "";
  const [first = ""] = STACKS.filter((role) => role !== "bootstrap");
  const denied: Answer = {
    call: "S3 GetObject",
    input: { Bucket, Key: `${first}.tfstate` },
    error: { name: "AccessDenied", message: "Access Denied", status: 403 },
  };
  await expect(statedTexts({ environment, aws: recordedAws([denied]), root: folder() })).rejects.toThrow(
    `The state of sample-${first} cannot be read, so nobody can tell what is left over: s3:GetObject is not permitted`,
  );
});
