import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../../../scripts/cli/command";
import { COMMANDS } from "../../../scripts/commands";
import { captured } from "../../helpers/captured";
import { ROOT } from "../../helpers/process";
import { setEnv } from "../../helpers/process-env";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

/** A program that is not there: whoever comes as far as to need one says so, and not what is wrong with an option. */
const NOTHING = {
  TERRAFORM_BINARY_NAME: "/no/such/terraform",
  CHECKOV: "/no/such/checkov",
  HELM: "/no/such/helm",
  KUBECONFORM: "/no/such/kubeconform",
};
let restore: () => void;
beforeAll(() => void (restore = setEnv(NOTHING)));
afterAll(() => restore());

async function run(command: Command, args: readonly string[], root = ROOT) {
  const { context, texts } = captured(root);
  return { code: await command(args, context), ...texts() };
}

const NAMES = Object.keys(COMMANDS);
const load = (name: string) => COMMANDS[name]!.load();

/** Options of a help that take a value; one that takes all the words that follow has none that is wrong. */
const valued = (help: string): string[] => [
  ...new Set([...help.matchAll(/^ +(?:-\w, )?(--[a-z][a-z-]*)[ =]<[^>]+>(?!…)/gm)].map(([, option]) => option!)),
];

describe.each(NAMES)("%s", (name) => {
  test("says what its exit codes mean, in order, each by the convention", async () => {
    const { code, printed, errors } = await run(await load(name), ["--help"]);
    expect([code, errors]).toEqual([0, ""]);
    const listed = /^Exit code: ([^]*)$/m.exec(printed)?.[1]?.replaceAll("\n", " ") ?? "";
    const codes = [...listed.matchAll(/(?:^|; )(\d+) (?=[a-z])/g)].map(([, one]) => Number(one));
    expect(codes.slice(0, 2)).toEqual([0, 1]);
    expect(codes).toEqual(codes.toSorted((a, b) => a - b));
    expect([0, 1, 2, 130]).toEqual(expect.arrayContaining(codes));
    // one is for what is wrong, and two for an answer
    const of = (one: number) => new RegExp(`(?:^|; )${one} ([^;.]*)`).exec(listed)?.[1] ?? "";
    expect(of(1)).toMatch(/wrong|could not|cannot|there is no/);
  });

  test("knows --help in its short form, and refuses an option that it does not have", async () => {
    expect(await run(await load(name), ["-h"])).toMatchObject({ code: 0, errors: "" });
    const { code, printed, errors } = await run(await load(name), name === "ci" ? ["targets", "--nope"] : ["--nope"]);
    expect({ code, printed }).toEqual({ code: 1, printed: "" });
    expect(errors).toContain("--nope");
  });
});

/** What a shell or a runner reads has a form of its own. */
const NO_JSON = ["completion", "ci"];

test.each(NAMES.filter((name) => !NO_JSON.includes(name)))("%s prints facts as JSON, too", async (name) => {
  expect((await run(await load(name), ["--help"])).printed).toMatch(/^ +--json {2,}\S/m);
});

test.each<[string, string[], (call: never) => void]>([
  [
    "upgrade",
    ["--matrix"],
    ({ pairs }: { pairs: object[] }) => expect(pairs[0]).toMatchObject({ of: "gpu-operator", bond: "supports" }),
  ],
])("%s %j is JSON alone on the output", async (name, args, look) => {
  const { code, printed, errors } = await run(await load(name), [...args, "--json"]);
  expect([code, errors]).toEqual([0, ""]);
  look(JSON.parse(printed) as never);
});

test("a schema that is out of date is an answer, and no failure", () => {
  // prettier, which its library needs, loads itself in a way that Jest does not have
  const program = `
    require("./bin/program");
    const { schemaCommand } = require("./scripts/dev/schema/command");
    (async () => {
      const printed = [];
      for (const root of [process.cwd(), ${JSON.stringify(temporary())}]) {
        const context = { root, clock: () => new Date(), print: (text) => printed.push(JSON.parse(text)), printError: () => printed.push(null) };
        printed.push(await schemaCommand(["--check", "--json"], context));
      }
      console.log(JSON.stringify(printed));
    })();`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { cwd: ROOT, encoding: "utf8" });
  expect(stderr).toBe("");
  const [here, well, elsewhere, no] = JSON.parse(stdout) as [object, number, { stale: string[] }, number];
  expect([here, well]).toEqual([{ upToDate: true, stale: [] }, 0]);
  expect([elsewhere.stale.length, no]).toEqual([2, 2]);
});

interface Wrong {
  /** What stands before the option. */
  readonly with: readonly string[];
  /** Values that cannot be, and what is told of each: the option, and what may be. */
  readonly values: Readonly<Record<string, readonly [string, RegExp]>>;
}

const folder = "scripts";
const file = "package.json";
const IS_FOLDER = /is a folder: name a file in it/;
const NO_FOLDER = /is no folder: name another one|is there, and is no folder/;
const NOT_THERE = /there is no (file|folder) \/nowhere/;
const NO_STACK = /dev has no stack dev-nods\. did you mean dev-nodes\?/;
const AN_ADDRESS = /must be <stack>\.<address>, such as dev-nodes\.aws_eks_node_group\.h100, but is "vpc"/;
const A_ZONE = /"nope" is no zone: they are called as us-east-1a is/;
const A_REF = /must be one commit, branch or tag, but is "a b"/;
const A_BUCKET = /must be the name of a bucket: 3 to 63 of a-z, 0-9, dot and dash, but is "A_B"/;

/** A wrong value of each option that takes one. */
const WRONG: Readonly<Record<string, Wrong>> = {
  synth: { with: [], values: { "--now": ["soon", /must be a moment such as 2026-12-07T12:00:00Z/] } },
  describe: { with: ["dev"], values: { "--html": [folder, IS_FOLDER] } },
  fork: {
    with: ["dev", "trial", "--yes"],
    values: {
      "--account": ["12", /it has 12 digits/],
      "--region": ["us-eats-1", /did you mean us-east-1/],
      "--zones": ["nope", A_ZONE],
      "--cidr": ["1.2.3", /written as 10\.20\.0\.0\/16 is/],
      "--capacity": ["l40s=free", /write on-demand, spot, reservation:/],
      "--nodes": ["l40s=2n", /"2n" is no number of nodes/],
      "--zone": ["l40s=nope", A_ZONE],
      "--lustre-zone": ["nope", A_ZONE],
      "--context": ["", /needs a value/],
      "--kubeconfig": ["", /needs a value/],
      "--host": ["", /needs a value/],
      "--certificate-authority": ["/nowhere", NOT_THERE],
      "--exec": ["", /needs a value/],
      "--exec-arg": ["", /needs a value/],
      "--kubernetes-version": ["latest", /must be a minor version/],
      "--storage-class": ["fast", /only forks of environments in a cluster that exists/],
      "--state-bucket": ["A", /must be a legal bucket name/],
      "--state-endpoint": ["minio", /must be an address without a path/],
      "--state-region": ["", /needs a value/],
    },
  },
  upstream: { with: ["dev"], values: { "--since": ["a b", A_REF] } },
  preflight: {
    with: ["dev"],
    values: {
      "--check": ["account/identify", /did you mean account\/identity\?.*--list lists them/],
      "--record": [folder, IS_FOLDER],
      "--replay": ["/nowhere", NOT_THERE],
    },
  },
  verify: {
    with: ["research"],
    values: {
      "--suite": ["all", /must be one of join, accept, weekly/],
      "--on": ["nomad", /must be one of slurm, kubernetes/],
      "--namespace": ["Team", /must be a namespace of Kubernetes/],
      "--only": ["nccl", /--only "nccl" is not known: give .*nccl-pairs/],
      "--pool": ["h1OO", /--pool "h1OO" is not known: give/],
      "--image": ["disk=registry.example/fio", /of nccl-tests, fabric, storage, torch, hpl, gromacs, vllm/],
      "--out": ["", /needs a value/],
      "--replay": ["/nowhere", NOT_THERE],
      "--sign-key": ["", /needs a value/],
      "--wait": ["soon", /is a number of minutes/],
    },
  },
  usage: {
    with: ["dev"],
    values: {
      "--from": ["2026-02-30", /must be a day such as 2026-11-01/],
      "--to": ["soon", /must be a day such as 2026-11-01/],
      "--by": ["colour", /must be one of team, user/],
      "--tag": ["a b", /must be the key of a tag/],
      "--bill": ["/nowhere", NOT_THERE],
      "--csv": [folder, IS_FOLDER],
      "--html": [folder, IS_FOLDER],
      "--record": [folder, IS_FOLDER],
      "--replay": ["/nowhere", NOT_THERE],
    },
  },
  status: {
    with: ["research"],
    values: {
      "--watch": ["0", /must be whole seconds from 5 to 3600, but is "0"/],
      "--record": [folder, IS_FOLDER],
      "--replay": ["/nowhere", NOT_THERE],
    },
  },
  nodes: {
    with: ["research"],
    values: {
      "--pool": ["h1OO", /research has h100, cpu; did you mean h100/],
      "--record": [folder, IS_FOLDER],
      "--replay": ["/nowhere", NOT_THERE],
    },
  },
  rollout: {
    with: ["research", "h100", "--plan"],
    values: {
      "--by": ["magic", /must be one of restart, reboot, replace/],
      "--requeue-after": ["1e9", /is a number of minutes, but is "1e9"/],
    },
  },
  restore: {
    with: ["research", "queue", "--plan"],
    values: {
      "--copy": [" ", /needs a value, but is empty/],
      "--at": ["soon", /must be a moment in UTC, such as/],
      "--lose-newer": ["dev", /the environment is research/],
      "--yes-restore": ["dev", /the environment is research/],
      "--timeout": ["soon", /minutes/],
      "--record": [folder, IS_FOLDER],
      "--replay": ["/nowhere", NOT_THERE],
    },
  },
  adopt: {
    with: ["research", "--cluster", "training"],
    values: {
      "--vpc": ["nope", /such as vpc-0123456789abcdef0/],
      "--cluster": ["a b", /up to 100 letters, digits, - and _/],
      "--file-system": ["nope", /such as fs-0123456789abcdef0/],
      "--efs": ["nope", /such as fs-0123456789abcdef0/],
      "--efs-volume": ["No", /a volume of storage, such as homes/],
      "--bucket": ["A_B", A_BUCKET],
      "--state-bucket": ["A_B", A_BUCKET],
      "--record": [folder, IS_FOLDER],
      "--replay": ["/nowhere", NOT_THERE],
    },
  },
  rehearse: {
    with: ["dev"],
    values: {
      "--stack": ["dev-nods", NO_STACK],
      "--from": ["a b", A_REF],
      "--allow": ["vpc", /must be <address> or <stack>\.<address>/],
      "--fail": ["aws_vpc.vpc=boom", /none of api-error, timeout, throttling/],
      "--drift": ["/nowhere", NOT_THERE],
      "--out": [file, NO_FOLDER],
      "--charts": ["/nowhere", NOT_THERE],
    },
  },
  review: {
    with: ["dev"],
    values: {
      "--base": ["a b", A_REF],
      "--by": ["two people", /must be one login, such as octocat/],
      "--plans": ["/nowhere", NOT_THERE],
      "--acknowledgements": ["/nowhere", NOT_THERE],
      "--description": ["/nowhere", NOT_THERE],
      "--out": [file, NO_FOLDER],
      "--page-url": ["ftp://x", /begins with https:\/\/ or http:\/\//],
    },
  },
  policy: { with: ["dev"], values: { "--sarif": [folder, IS_FOLDER] } },
  upgrade: {
    with: ["--write"],
    values: {
      "--record": [folder, IS_FOLDER],
      "--replay": ["/nowhere", NOT_THERE],
      "--to": ["1.99", /--to 1\.99: EKS has no Kubernetes 1\.99/],
      "--text": [folder, IS_FOLDER],
    },
  },
  deploy: {
    with: ["dev", "--yes"],
    values: {
      "--stack": ["dev-nods", NO_STACK],
      "--allow": ["vpc", AN_ADDRESS],
      "--drain-timeout": ["soon", /is a number of minutes, but is "soon"/],
      "--requeue-after": ["40321", /is at most 40320 minutes, which are four weeks, but is 40321/],
    },
  },
  destroy: {
    with: ["dev"],
    values: {
      "--stack": ["dev-nods", NO_STACK],
      "--allow": ["vpc", AN_ADDRESS],
      "--keep": ["vpc", AN_ADDRESS],
      "--unexported": ["vpc", AN_ADDRESS],
      "--drain-timeout": ["soon", /is a number of minutes, but is "soon"/],
      "--yes-destroy": ["research", /is "research", but the environment is dev/],
    },
  },
  // ids of what is left are AWS' own
  orphans: { with: ["dev", "--delete", "--yes"], values: { "--allow": [" ", /needs a value, but is empty/] } },
  export: { with: ["dev"], values: { "--stack": ["dev-nods", NO_STACK], "--out": [file, NO_FOLDER] } },
  cdktn: { with: [], values: { "--into": [file, NO_FOLDER] } },
  charts: {
    with: ["dev"],
    values: {
      "--dir": ["/nowhere", NOT_THERE],
      "--schemas": ["/nowhere", NOT_THERE],
      "--clones": ["/nowhere", NOT_THERE],
      "--lay-out": [" ", /needs a value, but is empty/],
    },
  },
  "slurm-check": {
    with: ["dev"],
    values: {
      "--from": ["/nowhere", NOT_THERE],
      "--out": [folder, IS_FOLDER],
      "--root": ["/nowhere", NOT_THERE],
      "--timeout": ["soon", /must be a whole number of seconds, at least 1/],
    },
  },
  inspect: {
    with: ["--nodes", "package.json", "--label", "a=b"],
    values: {
      "--nodes": ["/nowhere", NOT_THERE],
      "--label": ["a b", /must be <key>=<value>, such as example\.com\/servers=dgx, but is "a b"/],
      "--name": ["A b", /must be up to 20 lower-case letters, digits and dashes, but is "A b"/],
      "--context": [" ", /needs a value, but is empty/],
      "--kubeconfig": ["/nowhere", NOT_THERE],
      "--image": [" ", /needs a value, but is empty/],
      "--record": [folder, /give --context, too/],
      "--replay": ["/nowhere", NOT_THERE],
      "--fabric": ["/nowhere", NOT_THERE],
    },
  },
  roce: {
    with: [],
    values: {
      "--dscp": ["64", /must be a whole number from 0 to 63, but is "64"/],
      "--priority": ["8", /must be a whole number from 0 to 7, but is "8"/],
      "--cnp-dscp": ["x", /must be a whole number from 0 to 63, but is "x"/],
      "--mtu": ["900", /must be a whole number from 1500 to 9978, but is "900"/],
    },
  },
  size: {
    with: ["research", "--params", "70B"],
    values: {
      "--params": ["many", /must be a number such as 70B/],
      "--tokens": ["0", /must be at least 1, but is "0"/],
      "--months": ["0", /must be a whole number of months, at least 1/],
      "--pool": ["h1OO", /is no pool with GPUs: give h100/],
      "--nodes": ["0", /must be a whole number of nodes, at least 1/],
      "--tensor": ["7", /does not divide 128 GPUs: with --tensor 8 it does/],
      "--pipeline": ["3", /does not divide 128 GPUs: with --pipeline 4 it does/],
      "--mfu": ["1.5", /must be a share from 0\.001 to 1/],
      "--stall": ["0", /is a number of seconds above 0/],
      "--html": [folder, IS_FOLDER],
      "--sequence": ["0", /must be a whole number of tokens, at least 128/],
      "--batch": ["4 M", /--batch must be a number such as/],
      "--every": ["0", /is a number of minutes above 0/],
      "--within": ["0", /is a number of seconds above 0/],
      "--keep": ["0", /must be a whole number of checkpoints, at least 1/],
      "--restart": ["soon", /is a number of minutes/],
      "--repair": ["soon", /is a number of minutes/],
      "--dataset": ["much", /must be a number such as/],
      "--files": ["0", /must be at least 1, but is "0"/],
      "--spot-every": ["never", /is a number of hours above 0/],
      "--owned": ["0", /is a number of USD above 0/],
      "--years": ["0", /is a number of years above 0/],
      "--kilowatts": ["", /is a number of kW above 0/],
      "--power": ["0.1", /go together, and there is no --owned, --years, --kilowatts/],
    },
  },
  topology: {
    with: ["test/fixtures/ib/ibnetdiscover.txt"],
    values: {
      "--for": ["", /needs a value/],
      "--server": ["dgx-h10", /did you mean dgx-h100\?/],
      "--hcas": ["many", /must be a whole number of cards, at least 1, but is "many"/],
      "--nodes": ["0", /must be a whole number of servers, at least 1, but is "0"/],
    },
  },
  facts: {
    with: [],
    values: {
      "--only": ["instance-type", /did you mean instance-types\?/i],
      "--region": ["us-east-9", /must be a Region, such as us-east-1, but is "us-east-9"/],
    },
  },
  nodeadm: {
    with: ["hybrid"],
    values: {
      "--out": [file, NO_FOLDER],
      "--trust-anchor": ["arn:aws:iam::1:role/a", /must be an ARN of Roles Anywhere/],
      "--profile": ["profile", /must be an ARN of Roles Anywhere/],
    },
  },
  examples: {
    with: ["research"],
    values: {
      "--out": [file, NO_FOLDER],
      "--image": ["a b", /must name an image, such as registry\.example\.com/],
      "--nccl-image": ["a b", /must name an image, such as registry\.example\.com/],
    },
  },
  "node-files": { with: ["iron"], values: { "--out": [file, NO_FOLDER] } },
  pin: {
    with: ["ghcr.io/a/b:1"],
    values: {
      "--from": ["scripts", /must be a file/],
      "--copy": ["", /needs a value/],
      "--write": [file, /is not a file of digests/],
      "--check": ["scripts", /must be a file/],
    },
  },
  "fabric-job": {
    with: ["research"],
    values: { "--out": [file, NO_FOLDER], "--image": ["a b", /must name an image, such as registry\.example\.com/] },
  },
  image: {
    with: ["research", "h100"],
    values: {
      "--out": [file, NO_FOLDER],
      "--with": ["nccl=latest", /must be <program>=<version>, such as nvidia-driver=580/],
      "--image-version": ["1", /must be three numbers, such as 1\.0\.0/],
    },
  },
};

test.each(NAMES.filter((name) => name !== "ci"))(
  "%s: the table has each of its options that take a value",
  async (name) => {
    const { printed } = await run(await load(name), ["--help"]);
    expect(Object.keys(WRONG[name]?.values ?? {}).toSorted()).toEqual(valued(printed).toSorted());
  },
);

const ROWS = Object.entries(WRONG).flatMap(([name, { with: others, values }]) =>
  Object.entries(values).map(([option, [value, message]]) => [name, option, value, others, message] as const),
);

/** Names and times of what could be written by mistake. */
const there = (): string[] =>
  [ROOT, join(ROOT, "cdktf.out"), join(ROOT, "config/environments"), join(ROOT, "config/facts")].flatMap((at) =>
    statSync(at, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(at).filter((one) => one !== ".cache"),
  );

test.each(ROWS)("%s %s %j: is told before any work", async (name, option, value, others, message) => {
  const command = await load(name);
  const files = there();
  const needed = name === "destroy" && option !== "--yes-destroy" ? [...others, "--yes-destroy", "dev"] : others;
  const given = needed.filter((word, at) => word !== option && needed[at - 1] !== option);
  const { code, printed, errors } = await run(command, [...given, option, value]);
  expect({ code, printed }).toEqual({ code: 1, printed: "" });
  expect(errors).toContain(option);
  expect(errors).toMatch(message);
  expect(errors).not.toMatch(/\n\s+at |\/no\/such\//);
  expect(there()).toEqual(files);
});
