import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearDestroyFolder, destroyFolder } from "../../../../scripts/lib/terraform/destroy-folder";
import { temporaryFolders, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();

const RESOURCES = {
  aws_eks_cluster: { cluster: { deletion_protection: true, lifecycle: { prevent_destroy: true } } },
  aws_s3_bucket: { checkpoints: { force_destroy: false, lifecycle: { prevent_destroy: true } } },
  aws_vpc: { free: {} },
};

function place(json: object) {
  const synth = writeSynth(folder(), { s: { json } });
  const work = folder();
  return { synth, from: join(synth, "stacks", "s"), work, made: () => destroyFolder(synth, "s", work) };
}

const overrideOf = (at: string) => JSON.parse(readFileSync(join(at, "railyard_override.tf.json"), "utf8")) as object;

test("a copy has its protection lifted, and the stack's own folder keeps it", () => {
  const { made, from } = place({ terraform: { backend: { s3: { bucket: "b", key: "k" } } }, resource: RESOURCES });
  const before = readFileSync(join(from, "cdk.tf.json"), "utf8");
  const { folder: at, switched } = made();
  expect(overrideOf(at)).toEqual({
    resource: {
      aws_eks_cluster: { cluster: { deletion_protection: false, lifecycle: { prevent_destroy: false } } },
      // nobody's objects are deleted here
      aws_s3_bucket: { checkpoints: { lifecycle: { prevent_destroy: false } } },
    },
  });
  expect(switched).toEqual({ "aws_eks_cluster.cluster": ["deletion_protection"] });
  expect(readFileSync(join(from, "cdk.tf.json"), "utf8")).toBe(before);
  expect(existsSync(join(from, "railyard_override.tf.json"))).toBe(false);
});

test("states that are files are the stack's own", () => {
  const config = { path: "../other/terraform.tfstate" };
  const data = { terraform_remote_state: { other: { backend: "local", config } } };
  const { made, from } = place({ terraform: { backend: { local: { path: "../../../state/s.tfstate" } } }, data });
  expect(overrideOf(made().folder)).toEqual({
    terraform: { backend: { local: { path: join(from, "../../../state/s.tfstate") } } },
    data: {
      terraform_remote_state: {
        other: { backend: "local", config: { path: join(from, "../other/terraform.tfstate") } },
      },
    },
  });
  expect(overrideOf(place({}).made().folder)).toMatchObject({
    terraform: { backend: { local: { path: expect.stringMatching(/\/stacks\/s\/terraform\.tfstate$/) } } },
  });
});

test("charts come along, and providers are not fetched twice", () => {
  const { made, from } = place({});
  mkdirSync(join(from, "assets", "chart"), { recursive: true });
  writeFileSync(join(from, "assets", "chart", "Chart.yaml"), "name: c");
  writeFileSync(join(from, ".terraform.lock.hcl"), "# locked");
  mkdirSync(join(from, ".terraform", "providers"), { recursive: true });
  const { folder: at } = made();
  expect(readFileSync(join(at, "assets", "chart", "Chart.yaml"), "utf8")).toBe("name: c");
  expect(existsSync(join(at, ".terraform.lock.hcl"))).toBe(true);
  expect(readlinkSync(join(at, ".terraform", "providers"))).toBe(join(from, ".terraform", "providers"));
});

test("a second run begins anew, but not over a state that was never written", () => {
  const { made, work } = place({});
  writeFileSync(join(made().folder, "left"), "");
  expect(existsSync(join(made().folder, "left"))).toBe(false);
  writeFileSync(join(work, "s", "errored.tfstate"), "{}");
  expect(made).toThrow(/state push errored\.tfstate/);
  expect(existsSync(join(work, "s", "errored.tfstate"))).toBe(true);
  const deployed = place({});
  writeFileSync(join(deployed.from, "errored.tfstate"), "{}");
  expect(deployed.made).toThrow(`terraform -chdir=${deployed.from} state push errored.tfstate`);
});

test("copies and plans are cleared, but not a state that was never written", () => {
  const { made, work } = place({});
  made();
  writeFileSync(join(work, "s.tfplan"), "secrets");
  writeFileSync(join(work, "s", "errored.tfstate"), "{}");
  clearDestroyFolder(work);
  expect(existsSync(join(work, "s.tfplan"))).toBe(false);
  expect(existsSync(join(work, "s", "errored.tfstate"))).toBe(true);
  rmSync(join(work, "s", "errored.tfstate"));
  clearDestroyFolder(work);
  expect(existsSync(work)).toBe(false);
});
