import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFilesCommand } from "../../../../scripts/commands/node-files/command";
import { captured } from "../../../helpers/captured";

const root = mkdtempSync(join(tmpdir(), "railyard-node-files-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(...args: string[]) {
  const { context, texts } = captured(root);
  return { code: nodeFilesCommand(args, context), ...texts() };
}

describe("railyard node-files", () => {
  const out = join(root, "files");

  test("writes what nodes that exist need, and says which they are", () => {
    const { code, printed } = run("ethernet", "--out", out);
    expect(code).toBe(0);
    expect(printed).toMatch(/on each node of \w+, and on those of the system pods, and run install\.sh/);
    expect(readFileSync(join(out, "certs.d/nvcr.io/hosts.toml"), "utf8")).toContain(
      'server = "https://harbor.example.com/v2/ngc"',
    );
    expect(run("ethernet", "--out", out).code).toBe(0);
  });

  test("keeps what somebody else wrote, and writes nothing then", () => {
    writeFileSync(join(out, "install.sh"), "mine\n");
    rmSync(join(out, "certs.d"), { recursive: true });
    const { code, errors } = run("ethernet", "--out", out);
    expect(code).toBe(1);
    expect(errors).toContain("Railyard did not write it");
    expect(existsSync(join(out, "certs.d"))).toBe(false);
  });

  test("tells what it wrote as JSON", () => {
    const { environment, files } = JSON.parse(run("ethernet", "--json").printed);
    expect(environment).toBe("ethernet");
    for (const file of files) expect(existsSync(file)).toBe(true);
  });

  test("says where nodes need nothing", () => {
    expect(run("dev")).toMatchObject({ code: 0, printed: expect.stringContaining("nodes need nothing") as string });
    expect(JSON.parse(run("dev", "--json").printed)).toEqual({ environment: "dev", pools: [], files: [] });
  });

  test.each([[[]], [["nowhere"]], [["dev", "iron"]]])("%j is refused", (args) => {
    expect(run(...(args as string[])).code).toBe(1);
  });
});
