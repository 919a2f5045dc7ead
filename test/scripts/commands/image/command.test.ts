import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { efaCommands, imageFiles, kernelArguments, writeCommands } from "../../../../constructs/nodes/image-files";
import { imageCommand } from "../../../../scripts/commands/image/command";
import { netplanText, userDataText } from "../../../../scripts/commands/image/cloud-init";
import { recipeFiles } from "../../../../scripts/commands/image/recipe";
import { captured } from "../../../helpers/captured";
import { sample } from "../../../helpers/environment";
import { clusterSample } from "../../../helpers/cluster";
import { DGX, HGX, poolOf } from "../../../helpers/pools";
import { syntaxErrors } from "../../../helpers/sandbox";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

function run(...args: string[]) {
  const { context, texts } = captured();
  return { code: imageCommand(args, context), ...texts() };
}

interface Step {
  readonly name: string;
  readonly action: string;
  readonly inputs: { readonly commands: readonly string[] };
}
interface Component {
  readonly schemaVersion: number;
  readonly phases: readonly { readonly name: string; readonly steps: readonly Step[] }[];
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A folder that several tests read. */
function kept(): string {
  folders.push(mkdtempSync(join(tmpdir(), "railyard-image-")));
  return folders.at(-1)!;
}

/** Whether a program is on the PATH; tests of a parser that is not there say so by their names. */
const has = (program: string) => spawnSync("bash", ["-c", `command -v ${program}`]).status === 0;

describe("for a node group of EKS", () => {
  const out = kept();
  const result = run("research", "h100", "--out", out, "--with", "efa-installer=1.51.0", "--with", "nvidia-driver=580");
  const text = readFileSync(join(out, "component.yaml"), "utf8");
  const component = parse(text) as Component;
  const steps = component.phases.flatMap((phase) =>
    phase.steps.map((step) => [`${phase.name} ${step.name}`, step] as const),
  );

  test("writes a component and a recipe, and says how they are given to AWS", () => {
    expect(readdirSync(out).toSorted()).toEqual(["component.yaml", "recipe.json"]);
    expect(result.printed).toContain("aws imagebuilder create-component --region us-east-1 --name research-h100");
    expect(result.code).toBe(2);
    expect(result.errors.split("\n")).toEqual(["unknown: no document says what efa-installer 1.51.0 fits"]);
  });

  test("the component has the form that AWSTOE asks for, and fits the limit of the API", () => {
    expect(text).toContain("\nschemaVersion: 1.0\n");
    expect(steps.map(([name]) => name)).toEqual([
      "build Files",
      "build Units",
      "build Efa",
      "validate Syntax",
      "validate Stack",
    ]);
    expect(text.length).toBeLessThan(16_000);
    // it reads what is in double braces as a value of its own
    expect(text).not.toMatch(/\{\{|\}\}/);
    for (const [, { action, inputs }] of steps) {
      expect(action).toBe("ExecuteBash");
      expect(inputs.commands[0]).toBe("set -euo pipefail");
      expect(syntaxErrors(inputs.commands.join("\n"))).toBe("");
    }
  });

  test("the recipe is what the API takes, and names the image of EKS that nodes boot otherwise", () => {
    const recipe = JSON.parse(readFileSync(join(out, "recipe.json"), "utf8")) as Record<string, unknown>;
    expect(recipe).toMatchObject({
      semanticVersion: "1.0.0",
      parentImage: "ssm:/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/x86_64/nvidia/recommended/image_id",
      components: [{ componentArn: "arn:aws:imagebuilder:us-east-1:111122223333:component/research-h100/1.0.0" }],
    });
  });

  (has("aws") ? test : test.skip)("the AWS CLI takes the recipe, and refuses one that is wrong", () => {
    const check = (file: string) =>
      spawnSync(
        "aws",
        [
          "imagebuilder",
          "create-image-recipe",
          "--region",
          "us-east-1",
          "--client-token",
          "x",
          "--cli-input-json",
          `file://${file}`,
          "--generate-cli-skeleton",
          "output",
        ],
        { encoding: "utf8", env: { ...process.env, AWS_ACCESS_KEY_ID: "x", AWS_SECRET_ACCESS_KEY: "x" } },
      );
    expect(check(join(out, "recipe.json")).status).toBe(0);
    const wrong = join(temporary(), "recipe.json");
    writeFileSync(wrong, readFileSync(join(out, "recipe.json"), "utf8").replace('"gp3"', "3"));
    expect(check(wrong).stderr).toContain("volumeType");
  });

  test("the files that the component writes are those of the profile", () => {
    const folder = temporary();
    const commands = component.phases[0]!.steps[0]!.inputs.commands.map((line) =>
      line.replaceAll(/'\/(?=(?:usr|etc)\/)/g, `'${folder}/`),
    );
    expect(spawnSync("bash", ["-c", commands.join("\n")], { encoding: "utf8" }).stderr).not.toMatch(/error|No such/);
    const program = readFileSync(join(folder, "usr/local/sbin/railyard-tuning"), "utf8");
    expect(program).toContain("raise net.core.rmem_max 536870912");
    // user data of each node does that
    expect(program).not.toMatch(/^pages |^limit LimitMEMLOCK/m);
    expect(readFileSync(join(folder, "etc/railyard/stack"), "utf8")).toBe("nvidia-driver 580\nefa-installer 1.51.0\n");
  });

  test("Bottlerocket is refused in words", () => {
    const { env } = sample({ nodeGroups: { h100: { image: { kind: "bottlerocket" } } } });
    const pool = env.nodeGroups.find(({ name }) => name === "h100")!;
    expect(() => recipeFiles(env, pool, [], "1.0.0")).toThrow("h100 boots Bottlerocket, whose images nobody changes");
  });
});

describe("for servers that exist", () => {
  const out = kept();
  const result = run("iron", "dgx", "--out", out, "--with", "nvidia-driver=580.126.09");
  const text = readFileSync(join(out, "user-data"), "utf8");
  const config = parse(text) as {
    write_files: { path: string; content: string }[];
    runcmd: unknown[];
    power_state: object;
  };

  test("writes user data with files, units, arguments of the kernel and one boot", () => {
    expect([result.code, result.errors]).toEqual([0, ""]);
    expect(text.startsWith("#cloud-config\n# Written by railyard image\n")).toBe(true);
    expect(config.write_files.map(({ path }) => path)).toEqual([
      "/usr/local/sbin/railyard-tuning",
      "/etc/systemd/system/railyard-tuning.service",
      "/usr/local/sbin/railyard-stack-check",
      "/etc/railyard/stack",
      "/etc/default/grub.d/90-railyard.cfg",
    ]);
    expect(config.write_files.at(-1)!.content).toContain("iommu=pt init_on_alloc=0");
    expect(config.power_state).toMatchObject({ mode: "reboot" });
    for (const { path, content } of config.write_files)
      if (path.includes("/sbin/")) expect(syntaxErrors(content)).toBe("");
  });

  test("grub's own shell reads the arguments after those that are there", () => {
    const { content } = config.write_files.at(-1)!;
    const seen = spawnSync(
      "sh",
      ["-c", `GRUB_CMDLINE_LINUX_DEFAULT=quiet\n${content}printf %s "$GRUB_CMDLINE_LINUX_DEFAULT"`],
      { encoding: "utf8" },
    );
    expect(seen.stdout).toBe("quiet intel_idle.max_cstate=1 processor.max_cstate=1 iommu=pt init_on_alloc=0");
  });

  (has("cloud-init") ? test : test.skip)("cloud-init takes it, and refuses what is wrong", () => {
    const check = (file: string) => spawnSync("cloud-init", ["schema", "--config-file", file], { encoding: "utf8" });
    expect(check(join(out, "user-data")).status).toBe(0);
    const wrong = join(temporary(), "user-data");
    writeFileSync(wrong, text.replace("mode: reboot", "mode: again"));
    expect(check(wrong).status).not.toBe(0);
  });

  test("writes a profile of TuneD, which raises what more is as good as, and says what it cannot set", () => {
    const profile = readFileSync(join(out, "tuned.conf"), "utf8");
    expect(profile).toContain("\nnet.core.rmem_max=>536870912\n");
    expect(profile).toContain("\nkernel.numa_balancing=0\n");
    expect(profile).toContain("\n[cpu]\ngovernor=performance\n");
    expect(profile).toContain(
      "\ncmdline_railyard=+intel_idle.max_cstate=1 processor.max_cstate=1 iommu=pt init_on_alloc=0\n",
    );
    expect(profile).toMatch(/^# Not here, for TuneD has no plug-in for it: LimitMEMLOCK, ACSCtl$/m);
  });

  const TUNED = spawnSync("/usr/bin/python3", ["-c", "import tuned.profiles.loader"]).status === 0;
  (TUNED ? test : test.skip)("TuneD's own loader reads the profile, and its plug-in the values that are raised", () => {
    const folder = temporary();
    mkdirSync(join(folder, "railyard-dgx"));
    writeFileSync(join(folder, "railyard-dgx", "tuned.conf"), readFileSync(join(out, "tuned.conf")));
    const program = `
import json, sys
from tuned.profiles.locator import Locator
from tuned.profiles.loader import Loader
from tuned.profiles.factory import Factory
from tuned.profiles.merger import Merger
from tuned.profiles.variables import Variables
from tuned.plugins.plugin_sysctl import SysctlPlugin
profile = Loader(Locator([sys.argv[1]]), Factory(), Merger(), None, Variables()).load("railyard-dgx")
raised = profile.units["sysctl"].options["net.core.rmem_max"]
process = lambda has: SysctlPlugin._process_assignment_modifiers(None, raised, has)
print(json.dumps([sorted(profile.units), profile.units["sysctl"].options["net.ipv4.tcp_rmem"], process("1024"), process("999999999")]))
`;
    const seen = spawnSync("/usr/bin/python3", ["-c", program, folder], { encoding: "utf8" });
    expect(seen.status).toBe(0);
    const [units, buffers, less, more] = JSON.parse(seen.stdout.trim().split("\n").at(-1)!) as [
      string[],
      string,
      string,
      string | null,
    ];
    expect(units).toEqual(["bootloader", "cpu", "modules", "sysctl"]);
    expect([buffers, less, more]).toEqual(["4096 87380 268435456", "536870912", null]);
  });

  test("drivers of cards come from the image or from the operator, and not from both", () => {
    const { env } = clusterSample();
    const stack = [{ component: "doca-ofed", version: "3.4.1" }] as const;
    const pool = (ofed: string) => poolOf("dgx", { ...DGX, fabric: { kind: "infiniband", ofed } });
    expect(() => recipeFiles(env, pool("container"), stack, "1.0.0")).toThrow('write ofed: "host"');
    expect(Object.keys(recipeFiles(env, pool("container"), [], "1.0.0").files)).toContain("user-data");
    expect(Object.keys(recipeFiles(env, pool("host"), stack, "1.0.0").files)).toContain("user-data");
  });

  test.each([
    [
      "its cards by name, and no interface that pods alone have",
      { ...DGX, fabric: { kind: "infiniband", access: "host-device", nccl: { NCCL_IB_TIMEOUT: "22", UCX_TLS: "rc" } } },
      /^NCCL_IB_TIMEOUT=22\nNCCL_IB_HCA==mlx5_0,[\w,]+\n$/,
    ],
    ["rails that nothing joins", { ...DGX, fabric: { kind: "infiniband", joined: false } }, /^NCCL_CROSS_NIC=0\n$/],
    ["nothing, and there is no file", { ...DGX, fabric: { kind: "infiniband" } }, null],
  ])("tells NCCL on hosts %s", (_, written, text) => {
    const { files } = recipeFiles(clusterSample().env, poolOf("dgx", written), [], "1.0.0");
    const { write_files } = parse(files["user-data"]!) as typeof config;
    const found = write_files.find(({ path }) => path === "/etc/nccl.conf");
    if (text === null) expect(found).toBeUndefined();
    else expect(found?.content).toMatch(text);
  });

  test("starts the units where no boot is needed, and writes nothing of grub", () => {
    const plain = parse(userDataText(imageFiles({ settings: [], cards: [], stack: [] }), [], false)) as typeof config;
    expect(plain.runcmd.at(-1)).toEqual(["systemctl", "start", "railyard-tuning.service"]);
    expect(plain.power_state).toBeUndefined();
    expect(plain.write_files.some(({ path }) => path.includes("grub"))).toBe(false);
  });

  test("rails of RoCE have their MTU in a plan of netplan; InfiniBand, and names that nobody knows, have none", () => {
    const plan = netplanText(poolOf("hgx", HGX))!;
    const { network } = parse(plan) as { network: { ethernets: Record<string, { mtu: number }> } };
    expect(Object.keys(network.ethernets)).toEqual(Array.from({ length: 8 }, (_, at) => `rail${at}`));
    expect(network.ethernets["rail0"]!.mtu).toBe(9000);
    expect(existsSync(join(out, "60-railyard-rails.yaml"))).toBe(false);
  });

  (has("netplan") ? test : test.skip)("netplan takes the plan", () => {
    const root = temporary();
    mkdirSync(join(root, "etc/netplan"), { recursive: true });
    writeFileSync(join(root, "etc/netplan/60-railyard-rails.yaml"), netplanText(poolOf("hgx", HGX))!, { mode: 0o600 });
    const made = spawnSync("netplan", ["generate", "--root-dir", root], { encoding: "utf8" });
    expect([made.status, made.stderr]).toEqual([0, ""]);
    expect(readFileSync(join(root, "run/systemd/network/10-netplan-rail3.network"), "utf8")).toContain("Name=rail3");
    expect(readFileSync(join(root, "run/systemd/network/10-netplan-rail3.network"), "utf8")).toMatch(/MTUBytes=9000/);
  });
});

describe("the check of programs", () => {
  function check(stack: string, programs: Readonly<Record<string, string>>) {
    const root = temporary();
    for (const [name, body] of Object.entries({
      rpm: "exit 1",
      "dpkg-query": "exit 1",
      modinfo: "exit 1",
      ...programs,
    }))
      writeFileSync(join(root, name), `#!/bin/bash\n${body}\n`, { mode: 0o755 });
    writeFileSync(join(root, "stack"), stack);
    const [, text] = imageFiles({ settings: [], cards: [], stack: [{ component: "slurm", version: "26.05" }] })
      .map((file) => file.text)
      .filter((one) => one.includes("Exits with 1"))
      .flatMap((one) => ["", one]);
    return spawnSync("bash", ["-c", text!.replace("/etc/railyard/stack\n", `${root}/stack\n`)], {
      encoding: "utf8",
      env: { PATH: `${root}:/usr/bin:/bin` },
    });
  }

  test.each<[string, string, Readonly<Record<string, string>>, number, string]>([
    ["the driver", "nvidia-driver 580.126.09", { modinfo: "echo 580.126.09" }, 0, "nvidia-driver 580.126.09"],
    ["a branch of it", "nvidia-driver 580", { modinfo: "echo 580.126.09" }, 0, "580.126.09"],
    ["another branch that begins alike", "nvidia-driver 58", { modinfo: "echo 580.126.09" }, 1, "must be 58"],
    ["another driver", "nvidia-driver 580", { modinfo: "echo 570.1" }, 1, "FAILED: nvidia-driver is 570.1"],
    ["no driver", "nvidia-driver 580", {}, 1, "FAILED: nvidia-driver 580 is not there"],
    ["a package of Debian", "doca-ofed 3.4.1", { "dpkg-query": "printf 3.4.1-26.04" }, 0, "doca-ofed 3.4.1-26.04"],
    ["what is in images of jobs", "nccl 2.31.2", {}, 0, "nothing checks here"],
  ])("knows %s", (_, stack, programs, status, words) => {
    const done = check(`${stack}\n`, programs);
    expect(done.stdout).toContain(words);
    expect(done.status).toBe(status);
  });
});

test("EFA is installed after its signature was checked, and shell reads no version as more than itself", () => {
  const text = efaCommands("1.51.0");
  expect(syntaxErrors(text)).toBe("");
  expect(text.indexOf("gpg --quiet --verify aws-efa-installer-1.51.0.tar.gz.sig")).toBeLessThan(
    text.indexOf("efa_installer.sh"),
  );
  expect(() => efaCommands("1.0; reboot")).toThrow("a character that a shell may read");
});

test("files with any text are written as they are", () => {
  const folder = temporary();
  const text = "it's $HOME `id` \\n %s\n";
  const commands = writeCommands([{ path: join(folder, "a b", "file"), mode: "0644", text }]);
  expect(spawnSync("bash", ["-c", commands.join("\n")]).status).toBe(0);
  expect(readFileSync(join(folder, "a b", "file"), "utf8")).toBe(text);
});

test("arguments of the kernel without a value are words alone", () => {
  const one = {
    path: [],
    kind: "kernel-argument",
    compare: "equal",
    from: "config",
    by: "image",
    disturbs: true,
    mayLack: null,
    why: "",
    source: null,
  } as const;
  expect(
    kernelArguments([
      { ...one, at: "nosmt", value: "" },
      { ...one, at: "iommu", value: "pt" },
    ]),
  ).toEqual(["nosmt", "iommu=pt"]);
});

describe("refuses", () => {
  test.each<[string, string[], RegExp]>([
    ["no pool", ["research"], /an environment and one of its pools/],
    ["a pool that is not there", ["research", "h10"], /has no pool "h10"/],
    [
      "a program that nobody knows",
      ["research", "h100", "--with", "cudnn=9"],
      /--with must be <program>=<version>.*"cudnn=9"/,
    ],
    ["what is no version", ["research", "h100", "--with", "nccl=latest"], /"nccl=latest"/],
    ["a version with a command", ["research", "h100", "--with", "nccl=1;reboot"], /"nccl=1;reboot"/],
    ["a program twice", ["research", "h100", "--with", "nccl=2.30", "--with", "nccl=2.31"], /nccl is given twice/],
    ["a version that is none", ["research", "h100", "--image-version", "1.0"], /--image-version must be three numbers/],
    [
      "programs that do not fit",
      ["research", "h100", "--with", "cuda=13.0", "--with", "nvidia-driver=570"],
      /refused: cuda 13\.0 requires nvidia-driver 580 and later, and it is 570/,
    ],
    [
      "cards that a driver does not know",
      ["ethernet", "h200", "--with", "cuda=13.0", "--with", "nvidia-driver=450"],
      /refused/,
    ],
  ])("%s, and writes nothing", (_, args, message) => {
    const out = join(temporary(), "out");
    const { code, printed, errors } = run(...args, "--out", out);
    expect([code, printed, existsSync(out)]).toEqual([1, "", false]);
    expect(errors).toMatch(message);
  });

  test("to replace what somebody wrote", () => {
    const out = temporary();
    writeFileSync(join(out, "user-data"), "#cloud-config\nmine: true\n");
    expect(run("iron", "dgx", "--out", out).errors).toContain("Railyard did not write it");
    expect(readFileSync(join(out, "user-data"), "utf8")).toContain("mine");
    expect(run("iron", "dgx", "--out", out, "--force").code).toBe(0);
    expect(run("iron", "dgx", "--out", out).code).toBe(0);
  });

  test("as JSON, prints what was written and what is known", () => {
    const { code, printed } = run(
      "iron",
      "dgx",
      "--out",
      temporary(),
      "--json",
      "--with",
      "nccl=2.31.2",
      "--with",
      "slurm=26.05.5",
    );
    expect(code).toBe(2);
    const { findings, files } = JSON.parse(printed) as { findings: object[]; files: string[] };
    expect(findings).toEqual([{ fit: "unknown", text: "no document says what nccl 2.31.2 fits", source: null }]);
    expect(files.map((file) => basename(file))).toEqual(["tuned.conf", "user-data"]);
  });
});
