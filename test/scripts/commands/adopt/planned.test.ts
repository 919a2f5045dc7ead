import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ofType, plannedResources } from "../../../../scripts/commands/adopt/planned";
import { sample } from "../../../helpers/environment";

const folder = mkdtempSync(join(tmpdir(), "railyard-planned-"));
const { TMPDIR } = process.env;
beforeAll(() => (process.env["TMPDIR"] = folder));
afterAll(() => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  rmSync(folder, { recursive: true });
});

test("every resource is known by its place, and nothing is left behind", () => {
  const planned = plannedResources(sample().env);
  expect([...planned.keys()]).toEqual([
    "bootstrap",
    "network",
    "cluster",
    "storage",
    "nodes",
    "crds",
    "platform",
    "slurm",
  ]);
  expect(planned.get("storage")!.get("lustre/file-system")).toMatchObject({
    address: "aws_fsx_lustre_file_system.lustre",
    json: { storage_capacity: 38400 },
  });
  expect(ofType(planned.get("network")!, "aws_subnet").map(([place]) => place)).toEqual([
    "vpc/subnet-private-us-east-1a",
    "vpc/subnet-private-us-east-1b",
    "vpc/subnet-public-us-east-1a",
    "vpc/subnet-public-us-east-1b",
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test("an environment without a stack has none of its places", () => {
  const planned = plannedResources(sample({ slurm: null, state: { kind: "local" }, teams: null }).env);
  expect([planned.has("slurm"), planned.has("bootstrap")]).toEqual([false, false]);
});
