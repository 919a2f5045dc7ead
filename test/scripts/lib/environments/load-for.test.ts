import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENTS } from "../../../../config/environments";
import { COMMANDS } from "../../../../scripts/commands";
import { doctorCommand } from "../../../../scripts/commands/doctor/command";
import { ON_SHARED_MISTAKE, type Loading } from "../../../../scripts/lib/environments/load-for";
import { NOW } from "../../../helpers/environment";
import { railyard } from "../../../helpers/in-process";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const TABLE = ENVIRONMENTS as Record<string, () => unknown>;

// files of colleagues: one claims the reservation of research, the other one the cluster of iron
beforeAll(() => {
  TABLE["colleague"] = () => ({
    extends: ENVIRONMENTS["research"]!(),
    name: "colleague",
    network: { cidr: "10.90.0.0/16" },
  });
  TABLE["neighbour"] = () => ({ extends: ENVIRONMENTS["iron"]!(), name: "neighbour" });
});
afterAll(() => {
  delete TABLE["colleague"];
  delete TABLE["neighbour"];
});

/** What the script of host-check prints on a host with nothing to tell. */
function hostFile(): string {
  const file = join(folder(), "host.txt");
  writeFileSync(file, "== railyard host-check 1\n== host\nnode-1\n== end\n");
  return file;
}

/** Words of each command, and what it says after it has loaded the environment: it goes on to its own work. */
const GOING_ON: Partial<Record<Loading, readonly [args: () => string[], after: RegExp]>> = {
  explain: [() => ["research", "nodeGroups.h100.nodes"], /nodeGroups\.h100\.nodes/],
  describe: [() => ["research"], /128/],
  size: [() => ["research", "--params", "7B", "--tokens", "1T"], /GPU/],
  diff: [() => ["research", "dev"], /nodeGroups/],
  "fabric-job": [() => ["research", "--out", folder()], /h100/],
  examples: [() => ["research", "--out", folder()], /sbatch/],
  pin: [() => ["127.0.0.1:1/jobs:1", "--copy", "research"], /127\.0\.0\.1:1/],
  nodeadm: [() => ["research"], /premises|hybrid/],
  "node-files": [() => ["iron", "--out", folder()], /./],
  "host-check": [() => ["research", "nope", hostFile()], /nope/],
  image: [() => ["research", "nope"], /nope/],
  topology: [() => ["--for", "iron", "--labels"], /No card of iron has a leaf/],
  verify: [() => ["research", "--pool", "nope", "--list"], /nope/],
  usage: [() => ["research", "--replay", join(ROOT, "package.json")], /package\.json/],
  status: [() => ["research", "--replay", join(ROOT, "package.json")], /package\.json/],
  nodes: [() => ["research", "--replay", join(ROOT, "package.json")], /package\.json/],
  restore: [() => ["research", "queue", "--replay", join(ROOT, "package.json")], /package\.json/],
  orphans: [() => ["iron"], /orphans/],
};

/** Words of each command that is refused, where they are not just the name of the environment. */
const REFUSED: Partial<Record<Loading, readonly string[]>> = {
  fork: ["research", "trial"],
  unfork: ["colleague", "--dry-run"],
  bootstrap: ["research", "--dry-run"],
  "orphans --delete": ["research", "--delete", "--yes"],
  adopt: ["research", "--vpc", "vpc-0123456789abcdef0", "--dry-run"],
  rollout: ["research", "h100", "--plan"],
  destroy: ["research", "--yes-destroy", "research"],
  cdktn: ["research", "--check"],
  deploy: ["research"],
  ci: ["targets", "research", "--all", "--only", "research"],
};

const commandOf = (loading: Loading) => loading.replace(/ .*/, "");
const ASIDE = new Set<Loading>(["doctor", "completion", "upstream"]);
const those = (decision: string) =>
  (Object.keys(ON_SHARED_MISTAKE) as Loading[]).filter((one) => ON_SHARED_MISTAKE[one] === decision && !ASIDE.has(one));

test("every command has its decision", () =>
  expect([...new Set((Object.keys(ON_SHARED_MISTAKE) as Loading[]).map(commandOf))].sort()).toEqual(
    Object.keys(COMMANDS).sort(),
  ));

test.each(those("goes on"))(
  "%s goes on where a colleague's file breaks a rule with this one, and warns",
  async (loading) => {
    const [args, after] = GOING_ON[loading]!;
    const { stdout, stderr } = await railyard(commandOf(loading), ...args());
    expect(stderr).toMatch(
      /^warning: rules between environments do not hold\. \S+ goes on; synth, review and deploy refuse/m,
    );
    expect(stderr).toMatch(/environments\/(shared-capacity|one-cluster)/);
    expect(stdout).not.toContain("environments/shared-capacity");
    expect(`${stdout}${stderr.replace(/^warning: [^]*?\n\n/, "")}`).toMatch(after);
  },
);

test.each(those("refuses"))("%s is refused, and nothing is done", async (loading) => {
  const { code, stdout, stderr } = await railyard(commandOf(loading), ...(REFUSED[loading] ?? ["research"]));
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^research: 1 problem|^colleague: 1 problem/m);
  expect(stderr).toContain("environments/shared-capacity");
  expect(stderr).not.toContain("warning:");
});

test("an environment that has no part in the mistake hears nothing of it", async () => {
  const { code, stderr } = await railyard("explain", "dev", "region");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("doctor goes on; completion does, and says nothing in the middle of a line", async () => {
  const errors: string[] = [];
  const context = {
    root: ROOT,
    clock: () => NOW,
    print: () => {},
    printError: (text: string) => void errors.push(text),
  };
  const nobody = {
    AWS_ENDPOINT_URL: "http://127.0.0.1:1",
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    HTTPS_PROXY: "",
    PATH: "",
  };
  expect(await doctorCommand(["research"], context, nobody)).toBe(2);
  expect(errors.join()).toContain("doctor goes on");
  const { stdout, stderr } = await railyard("completion", "--words", "explain", "research", "nodeGroups.h100.nodes");
  expect({ stdout, stderr }).toEqual({ stdout: "nodeGroups.h100.nodes\n", stderr: "" });
});

test("a number that is none of nodes is told of its own file, and summed in no other", async () => {
  TABLE["half"] = () => ({
    extends: TABLE["colleague"]!(),
    name: "half",
    network: { cidr: "10.91.0.0/16" },
    nodeGroups: { h100: { nodes: 1.5 } },
  });
  const { stderr } = await railyard("explain", "research", "region");
  delete TABLE["half"];
  expect(stderr).toContain("ask for up to 32 nodes together");
});

test("docs/several-environments.md has the decisions", () => {
  const text = readFileSync(join(ROOT, "docs/several-environments.md"), "utf8");
  const row = (decision: string) => new RegExp(`^\\| ${decision} +\\| (.*?) +\\|`, "m").exec(text)?.[1];
  const names = (decision: string) =>
    (Object.keys(ON_SHARED_MISTAKE) as Loading[])
      .filter((one) => ON_SHARED_MISTAKE[one] === decision)
      .map((one) => `\`${one}\``)
      .join(", ");
  expect(row("goes on")).toBe(names("goes on"));
  expect(row("refuses")).toBe(names("refuses"));
});
