import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthCommand } from "../../../../scripts/commands/synth/command";
import { NOW } from "../../../helpers/environment";
import { ROOT, runProgram } from "../../../helpers/process";

/** Runs the command in this process, into a folder of its own. */
function synth(args: string[], root = mkdtempSync(join(tmpdir(), "synth-"))) {
  const out: string[] = [];
  const err: string[] = [];
  const code = synthCommand(args, {
    root,
    clock: () => NOW,
    print: (text) => out.push(text),
    printError: (text) => err.push(text),
  });
  return { code, out: out.join("\n"), err: err.join("\n"), root, outdir: join(root, "cdktf.out") };
}

/** Every file below a folder with its content. */
function tree(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length), readFileSync(file, "utf8")]),
  );
}

describe("npm run synth", () => {
  test("writes every stack of every environment, and says what they are", () => {
    const { code, out, err, outdir } = synth([]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const stacks = readdirSync(join(outdir, "stacks"));
    for (const environment of ["dev", "research", "frontier"]) {
      for (const role of ["bootstrap", "network", "cluster", "storage", "nodes"])
        expect(stacks).toContain(`${environment}-${role}`);
    }
    expect(out).toMatch(/h100 +p5\.48xlarge +16 +reservation +128 h100 +32 +3,200 +51,200/);
    expect(out).toMatch(/Lustre +38,400 GiB, 9\.4 GB\/s/);
    expect(out).toMatch(/in all +[\d,]+\.\d\d +[\d,]+/);
    expect(out).toMatch(/unknown, and not in the sum: node group h200/);
    expect(out).toContain("npx railyard deploy research");
  });

  test("--json gives the same for programs: stacks, cost, findings, problems", () => {
    const { code, out } = synth(["research", "--json"]);
    const { environments, problems } = JSON.parse(out) as {
      environments: Record<string, unknown>[];
      problems: unknown[];
    };
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(environments).toMatchObject([
      {
        environment: "research",
        region: "us-east-1",
        cost: { unknown: [] },
        nodeGroups: [{ name: "h100", gpus: 128 }, {}],
      },
    ]);
    const failed = synth(["reserch", "--json"]);
    expect([failed.code, failed.err]).toEqual([1, ""]);
    expect(JSON.parse(failed.out)).toMatchObject({
      environments: [],
      problems: [{ environment: "reserch", fix: "did you mean research?", rule: null }],
    });
  });

  test("counts the resources that it has written", () => {
    const { out, outdir } = synth(["dev"]);
    const json = JSON.parse(readFileSync(join(outdir, "stacks/dev-nodes/cdk.tf.json"), "utf8"));
    // without the list of what holds data, which makes nothing
    const { terraform_data: _list, ...made } = json.resource as Record<string, object>;
    const resources = Object.values(made).flatMap((byId) => Object.keys(byId)).length;
    expect(out).toMatch(new RegExp(`dev-nodes +${resources}\\n`));
  });

  test("writes the same bytes every time", () => {
    expect(tree(synth([]).outdir)).toEqual(tree(synth([]).outdir));
  });

  test("keeps stacks of environments it was not asked for, and what Terraform and others keep there", () => {
    const { root, outdir } = synth(["dev", "research"]);
    for (const folder of ["rehearsal", "stacks/research-network/.terraform", "stacks/dev-network/.terraform"])
      mkdirSync(join(outdir, folder));
    const { code, out } = synth(["research"], root);
    expect(code).toBe(0);
    expect(out).not.toContain("Removed");
    for (const stack of ["dev-network", "research-network"])
      expect(readdirSync(join(outdir, "stacks", stack))).toEqual(expect.arrayContaining([".terraform", "cdk.tf.json"]));
    const { stacks } = JSON.parse(readFileSync(join(outdir, "manifest.json"), "utf8"));
    expect(Object.keys(stacks).sort()).toEqual(readdirSync(join(outdir, "stacks")).sort());
    expect(readdirSync(outdir).sort()).toEqual(["manifest.json", "rehearsal", "stacks"]);
  });

  test("removes stacks that no environment has any more, and says so", () => {
    const { root, outdir } = synth(["dev"]);
    for (const stack of ["gone-network", "dev-gone"]) mkdirSync(join(outdir, "stacks", stack));
    const { out } = synth(["dev"], root);
    expect(out).toMatch(/Removed from cdktf\.out\/stacks.*: (dev-gone, gone-network|gone-network, dev-gone)/);
    expect(existsSync(join(outdir, "stacks/gone-network"))).toBe(false);
    expect(existsSync(join(outdir, "stacks/dev-gone"))).toBe(false);
  });

  test("is quiet when asked to be: a line an environment where there is nothing to tell", () => {
    const { out } = synth(["dev", "--quiet"]);
    expect(out).not.toContain("Node groups");
    expect(out).toMatch(/^dev: no findings$|Findings: /m);
  });

  test("looks at Capacity Blocks as of the moment it is told", () => {
    const nodes = (now: string) => {
      const { outdir, out } = synth(["frontier", "--now", now]);
      const json = JSON.parse(readFileSync(join(outdir, "stacks/frontier-nodes/cdk.tf.json"), "utf8"));
      const group = Object.values<{ node_group_name: string; scaling_config: { desired_size: number } }>(
        json.resource.aws_eks_node_group,
      ).find((g) => g.node_group_name === "frontier-h200");
      return {
        desired: group?.scaling_config.desired_size,
        schedule: json.resource.aws_autoscaling_schedule !== undefined,
        out,
      };
    };
    expect(nodes("2026-12-01T00:00:00Z")).toMatchObject({ desired: 0, schedule: true });
    expect(nodes("2026-12-20T00:00:00Z")).toMatchObject({ desired: 64, schedule: false });
    expect(nodes("2027-03-01T00:00:00Z")).toMatchObject({ desired: 0, schedule: false });
  });

  test("explains itself", () =>
    expect(synth(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("--now") }));
});

describe("bad input: exit code 1, and nothing is written", () => {
  test.each([
    ["an unknown environment", ["reserch"], 'there is no environment "reserch"'],
    ["an unknown option", ["--fast"], "there is no option --fast"],
    ["a moment that is none", ["--now", "soon"], '--now must be a moment such as 2026-12-07T12:00:00Z, but is "soon"'],
    ["a moment of one machine only", ["--now", "12/07/2026"], "--now must be a moment such as"],
    ["the name of a file", ["dev.ts"], "did you mean dev?"],
  ])("%s", (_, args, message) => {
    const { code, err, out, outdir } = synth(args);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
    expect(out).toBe("");
    expect(existsSync(join(outdir, "stacks"))).toBe(false);
  });

  test("what an earlier run wrote stays as it is", () => {
    const { root, outdir } = synth(["dev"]);
    const before = tree(outdir);
    expect(synth(["nothing"], root).code).toBe(1);
    expect(tree(outdir)).toEqual(before);
  });
});

describe("an output folder that cannot be written is told in words", () => {
  const root = () => mkdtempSync(join(tmpdir(), "synth-"));

  test("a file", () => {
    const at = root();
    writeFileSync(join(at, "cdktf.out"), "");
    const { code, err } = synth(["dev"], at);
    expect(code).toBe(1);
    expect(err).toMatch(/cdktf\.out is a file, and must be a folder: move it away\n\nNothing was written\.$/);
  });

  test("a link that leads nowhere", () => {
    const at = root();
    symlinkSync("/no/such/folder", join(at, "cdktf.out"));
    expect(synth(["dev"], at)).toMatchObject({ code: 1, err: expect.stringContaining("is a link to a folder") });
  });
});

describe("as a process", () => {
  test("main.ts exits with the code, errors on stderr", () => {
    const { code, stdout, stderr } = runProgram("main.ts", ["reserch"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("did you mean research?");
  });

  test("main.ts writes where the CDKTF CLI says", () => {
    const outdir = mkdtempSync(join(tmpdir(), "cli-"));
    const { code, stderr } = runProgram("main.ts", ["dev"], { CDKTF_OUTDIR: outdir });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readdirSync(outdir).sort()).toEqual(["manifest.json", "stacks"]);
  });

  test("railyard lists its commands, and offers the nearest one", () => {
    expect(runProgram("scripts/railyard.ts", [])).toMatchObject({ code: 0, stdout: expect.stringContaining("synth") });
    const { code, stderr } = runProgram("scripts/railyard.ts", ["sinth"]);
    expect(code).toBe(1);
    expect(stderr).toContain("did you mean synth?");
  });

  test("railyard knows no command that every object has", () => {
    const { code, stderr } = runProgram("scripts/railyard.ts", ["constructor"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no command "constructor"/);
  });
});

test("cdktf.json runs the same program", () => {
  expect(JSON.parse(readFileSync(join(ROOT, "cdktf.json"), "utf8")).app).toContain("main.ts");
});
