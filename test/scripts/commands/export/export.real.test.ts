import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportEnvironment, type ExportProps } from "../../../../scripts/commands/export/export";
import { sample, type Change } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import { REQUIREMENT, temporaryFolders, testWithTerraform, writeProgram } from "../../../helpers/terraform";

const temporary = temporaryFolders();

afterEach(() => {
  delete process.env["TERRAFORM_BINARY_NAME"];
});

const run = (out: string, more: Partial<ExportProps> = {}, change: Change = {}) =>
  exportEnvironment({ root: ROOT, environment: sample(change).env, out, stacks: [], replace: false, ...more });

const PLATFORM_FILES = ["assets", "data.tf", "main.tf", "outputs.tf", "terraform.tf"];
const nodes = { stacks: ["sample-nodes"] };

test("writes every stack in the order of their life, with a README", async () => {
  const out = join(temporary(), "made", "export");
  const exported = await run(out);
  const names = "bootstrap network cluster storage nodes crds platform slurm"
    .split(" ")
    .map((role) => `sample-${role}`);
  expect(exported).toMatchObject({ environment: "sample", folder: out });
  expect(exported.stacks.map(({ name }) => name)).toEqual(names);
  expect(readdirSync(out).sort()).toEqual([...names, "README.md", "files.sha256"].sort());
  expect(readdirSync(join(out, "sample-platform")).sort()).toEqual(PLATFORM_FILES);
  const readme = readFileSync(join(out, "README.md"), "utf8");
  const places = names.map((name) => readme.indexOf(`| \`${name}\``));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(readme).toContain("`s3://sample-tfstate-111122223333-us-east-1/nodes.tfstate`");
  // bindings of kubernetes are installed, and no stack has that provider
  expect(readme).toContain("made for: hashicorp/aws 6.25.0, hashicorp/helm 3.1.1.");
  expect(readme).toContain(`Terraform ${REQUIREMENT}`);
  // readable by others, as any file of a repository
  expect(statSync(out).mode & 0o777).toBe(0o755);
  expect(readdirSync(join(out, "..")).sort()).toEqual(["export"]);
});

test("leads the first stack to its state, from wherever it is written", async () => {
  const out = join(temporary(), "export");
  const { stacks } = await run(out, { stacks: ["sample-bootstrap"] });
  const path = /path *= "(.*)"/.exec(readFileSync(join(out, "sample-bootstrap/terraform.tf"), "utf8"))?.[1];
  expect(join(out, "sample-bootstrap", path!)).toBe(join(ROOT, "state/sample-bootstrap.tfstate"));
  expect(stacks[0]?.state).toBe(path);
  expect(readFileSync(join(out, "README.md"), "utf8")).toContain("`sample-bootstrap` keeps its state in a file");
});

test("has the addresses, references and blocks of the stack", async () => {
  const out = temporary();
  const { stacks } = await run(out, nodes);
  expect(stacks).toMatchObject([{ name: "sample-nodes", dependencies: ["sample-network", "sample-cluster"] }]);
  const main = readFileSync(join(out, "sample-nodes/main.tf"), "utf8");
  expect(main.match(/^resource /gm)).toHaveLength(stacks[0]!.resources);
  expect(main).toMatch(/^resource "aws_eks_node_group" "group-h100_node-group_\w+" \{$/m);
  expect(main).toMatch(/^ {2}scaling_config \{$/m);
  expect(main).toMatch(/^ {2}cluster_name += local\.cluster_cluster_name$/m);
  expect(readFileSync(join(out, "sample-nodes/data.tf"), "utf8")).toMatch(
    /cluster_cluster_name += data\.terraform_remote_state\.cluster\.outputs\.cluster_name/,
  );
});

testWithTerraform("is formatted by Terraform", async () => {
  const [out, bin] = [temporary(), temporary()];
  const { formattedBy } = await run(out, nodes);
  expect(formattedBy).toMatch(/^\d+\.\d+\.\d+/);
  process.env["TERRAFORM_BINARY_NAME"] = join(bin, "missing");
  const plain = await run(join(bin, "export"), nodes);
  expect(plain.formattedBy).toBeNull();
  const [formatted, unformatted] = [out, join(bin, "export")].map((at) =>
    readFileSync(join(at, "sample-nodes/main.tf"), "utf8"),
  );
  expect(unformatted).not.toBe(formatted);
  expect(unformatted!.replaceAll(/ +/g, " ")).toBe(formatted!.replaceAll(/ +/g, " "));
});

describe("what is there already", () => {
  test("fails, and stays as it is", async () => {
    const out = temporary();
    writeFileSync(join(out, "mine.tf"), "");
    await expect(run(out, nodes)).rejects.toThrow(/is not empty: name another folder with --out/);
    await expect(run(out, { ...nodes, replace: true })).rejects.toThrow(/is no earlier export/);
    expect(readdirSync(out)).toEqual(["mine.tf"]);
  });

  test("is replaced on demand where it is an earlier export", async () => {
    const out = join(temporary(), "export");
    await run(out, { stacks: ["sample-network"] });
    await expect(run(out, nodes)).rejects.toThrow(/is not empty/);
    await run(out, { ...nodes, replace: true });
    const { status, stdout } = spawnSync("sha256sum", ["--check", "files.sha256"], { cwd: out, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringContaining("sample-nodes/main.tf: OK")]);
    expect(readdirSync(out).sort()).toEqual(["README.md", "files.sha256", "sample-nodes"]);
    expect(readdirSync(join(out, ".."))).toEqual(["export"]);
  });

  test("fails where it is a file", async () => {
    const out = join(temporary(), "file");
    writeFileSync(out, "");
    await expect(run(out, nodes)).rejects.toThrow(/is a file, and must be a folder/);
  });
});

test("fails for a stack that is not there, and writes nothing", async () => {
  const at = temporary();
  await expect(run(join(at, "export"), { stacks: ["sample-nods"] })).rejects.toThrow(
    /no stack "sample-nods".*sample-nodes/s,
  );
  expect(readdirSync(at)).toEqual([]);
});

test("fails where Terraform cannot read what was written, and leaves nothing of it", async () => {
  const at = temporary();
  const body = `[ "$1" = version ] && { echo '{"terraform_version":"1.11.4"}'; exit; }\necho "Invalid character" >&2; exit 2`;
  mkdirSync(join(at, "bin"));
  process.env["TERRAFORM_BINARY_NAME"] = writeProgram(join(at, "bin"), "terraform", body);
  await expect(run(join(at, "export"), nodes)).rejects.toThrow(/cannot read what was exported:\nInvalid character/);
  expect(readdirSync(at)).toEqual(["bin"]);
});
