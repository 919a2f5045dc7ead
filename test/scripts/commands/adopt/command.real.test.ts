import { spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inEnvironmentFolder, type EnvironmentFolder } from "../../../helpers/environment-folder";
import { describeWithMoto } from "../../../helpers/moto";
import { ROOT, WITH_TYPESCRIPT } from "../../../helpers/process";
import { writeProgram } from "../../../helpers/terraform";
import { makeBucket, makeVpc } from "./hand-made";

/** Account of moto's credentials. */
const MOTO = "123456789012";
const VPC = "vpc-0123456789abcdef0";

function ofMoto(folder: EnvironmentFolder, more = ""): string {
  const text = folder.read("dev").replace(/account: "\d+",/, `account: "${MOTO}",\n  ${more}`.trimEnd());
  folder.write("dev", text);
  return text;
}

/** The VPC of dev, made by hand as the config would cut it. */
const likeDev = () =>
  makeVpc("10.10.0.0/16", {
    "private-a": ["us-east-1a", "10.10.0.0/19"],
    "private-b": ["us-east-1b", "10.10.32.0/19"],
    "public-a": ["us-east-1a", "10.10.224.0/22"],
  });

describeWithMoto("railyard adopt, asking a server that speaks the AWS API", () => {
  test("writes what is there into the environment, and nothing when it is run again", () =>
    inEnvironmentFolder(async (folder) => {
      ofMoto(folder);
      const files = folder.list();
      const { vpcId, subnetIds } = await likeDev();
      const first = folder.run("adopt", "dev", "--vpc", vpcId);
      expect([first.code, first.stderr]).toEqual([0, ""]);
      expect(first.stdout).toContain(`vpc ${vpcId}: 14 resources are there, 5 would be made`);
      expect(first.stdout).toContain("enable_dns_hostnames is false there, true in config: would be changed in place");
      const text = folder.read("dev");
      expect(text).toContain(`      id: "${vpcId}",`);
      expect(text).toContain(`"vpc/subnet-private-us-east-1a": "${subnetIds["private-a"]}",`);

      const again = await folder.call("adopt", "dev", "--vpc", vpcId, "--json");
      expect([again.code, folder.read("dev")]).toEqual([0, text]);
      expect(JSON.parse(again.stdout)).toMatchObject({
        possible: true,
        written: false,
        comparisons: [{ kind: "vpc" }],
      });
      expect(folder.list()).toEqual(files);
    }));

  test("refuses a VPC that is cut in another way, with the key that uses it", () =>
    inEnvironmentFolder(async (folder) => {
      const text = ofMoto(folder);
      const { vpcId } = await makeVpc("10.10.0.0/16", { "private-a": ["us-east-1a", "10.10.0.0/18"] });
      const { code, stdout } = await folder.call("adopt", "dev", "--vpc", vpcId);
      expect([code, folder.read("dev")]).toEqual([2, text]);
      expect(stdout).toContain(`network: { kind: "existing", vpcId: "${vpcId}"`);
      expect(stdout).toContain("Nothing was written.");
    }));

  test("refuses a VPC of another block: it would be replaced", () =>
    inEnvironmentFolder(async (folder) => {
      const text = ofMoto(folder);
      const { vpcId } = await makeVpc("10.77.0.0/16", {});
      const { code, stdout } = await folder.call("adopt", "dev", "--vpc", vpcId);
      expect([code, folder.read("dev")]).toEqual([2, text]);
      expect(stdout).toContain(
        'aws_vpc.vpc: cidr_block is 10.77.0.0/16 there, 10.10.0.0/16 in config: would be REPLACED, with all that it holds; to keep it, write network.cidr: "10.77.0.0/16"',
      );
    }));

  test("a bucket keeps its name; answers are recorded, and replayed without the server", () =>
    inEnvironmentFolder(async (folder) => {
      const text = ofMoto(folder, "checkpoints: {},");
      await makeBucket("ours");
      const file = join(folder.root, "answers.json");
      const asked = await folder.call("adopt", "dev", "--bucket", "ours", "--dry-run", "--record", file);
      expect([asked.code, folder.read("dev")]).toEqual([0, text]);
      expect(asked.stdout).toContain("versioning_configuration.status is Suspended there, Enabled in config");
      expect(asked.stdout).toContain('adopt: {\n    checkpointBucket: {\n      name: "ours",');
      expect(readFileSync(file, "utf8")).not.toContain("testing");
      const replayed = await folder.call("adopt", "dev", "--bucket", "ours", "--dry-run", "--replay", file);
      expect(replayed).toEqual(asked);
      const missing = await folder.call("adopt", "dev", "--bucket", "others", "--dry-run", "--replay", file);
      expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("The recording has no answer")]);
    }));

  test("another account is refused before anything is read", () =>
    inEnvironmentFolder(async (folder) => {
      const { code, stderr } = await folder.call("adopt", "dev", "--vpc", VPC);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(
            `^These credentials are of account ${MOTO}, but dev is in 111122223333 \\(arn:.*\\)\\. Nothing was written\\.`,
          ),
        ),
      ]);
    }));

  test("what is not there is told, with what is", () =>
    inEnvironmentFolder(async (folder) => {
      ofMoto(folder);
      const { vpcId } = await makeVpc("10.10.0.0/16", {});
      const { code, stderr } = await folder.call("adopt", "dev", "--vpc", VPC);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no VPC ${VPC} in us-east-1; there are `)]);
      expect(stderr).toContain(vpcId);
    }));

  test.each([
    [[{ actions: ["no-op"] }], 0, "dev-network: the plan is empty"],
    [[{ actions: ["delete", "create"] }], 2, "dev-network: LOST: aws_vpc.vpc would be replaced"],
  ])("a plan of %j ends with %i", (changes, code, words) =>
    inEnvironmentFolder(async (folder) => {
      ofMoto(folder);
      const { vpcId } = await likeDev();
      const resource_changes = changes.map(({ actions }) => ({
        address: "aws_vpc.vpc",
        mode: "managed",
        type: "aws_vpc",
        name: "vpc",
        change: { actions, before: {}, after: {}, importing: { id: vpcId } },
      }));
      writeFileSync(join(folder.root, "plan.json"), JSON.stringify({ resource_changes }));
      const program = writeProgram(
        folder.root,
        "terraform",
        `echo "$PWD $1" >>"${folder.root}/calls"; case "$1" in show) cat "${folder.root}/plan.json";; esac`,
      );
      process.env["TERRAFORM_BINARY_NAME"] = program;
      try {
        const done = await folder.call("adopt", "dev", "--vpc", vpcId, "--plan");
        expect([done.code, done.stderr]).toEqual([code, ""]);
        expect(done.stdout).toContain(words);
      } finally {
        delete process.env["TERRAFORM_BINARY_NAME"];
      }
      const network = join(folder.root, "cdktf.out/stacks/dev-network");
      expect(readFileSync(join(folder.root, "calls"), "utf8")).toBe(
        `${network} init\n${network} plan\n${network} show\n`,
      );
      const { import: blocks } = JSON.parse(readFileSync(join(network, "cdk.tf.json"), "utf8")) as { import: unknown };
      expect(blocks).toContainEqual({ to: "aws_vpc.vpc", id: vpcId });
    }),
  );
});

test("a second VPC is refused before AWS is asked", () =>
  inEnvironmentFolder(async (folder) => {
    folder.write(
      "dev",
      folder.read("dev").replace('name: "dev",', 'name: "dev",\n  adopt: { vpc: { id: "vpc-0000000000000000a" } },'),
    );
    const { code, stderr } = await folder.call("adopt", "dev", "--vpc", VPC);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("has adopted vpc-0000000000000000a as its vpc already"),
    ]);
  }));

test("credentials that have expired are told, and nothing is written", () =>
  inEnvironmentFolder(async (folder) => {
    const file = join(folder.root, "answers.json");
    const answers = [
      {
        service: "STS",
        operation: "GetCallerIdentity",
        region: "us-east-1",
        input: {},
        error: { name: "ExpiredTokenException", message: "expired", status: 403 },
      },
    ];
    writeFileSync(file, JSON.stringify({ format: 1, takenAt: "2026-11-21T10:00:00.000Z", answers }));
    const text = folder.read("dev");
    const { code, stderr } = await folder.call("adopt", "dev", "--vpc", VPC, "--replay", file);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/Nothing was written\. The AWS credentials have expired\.\nLog in again/),
    ]);
    expect(folder.read("dev")).toBe(text);
  }));

test.each([
  [[], "name one environment, not 0"],
  [["dev"], "name what is there: --vpc"],
  [["dev", "--vpc", ""], "--vpc needs a value, but is empty"],
  [["dev", "--vpx", "vpc-1"], "there is no option --vpx; did you mean --vpc?"],
  [["dev", "--vpc", VPC, "--plan", "--dry-run"], "--plan needs what --dry-run does not write"],
  [["dev", "--vpc", VPC, "--record", "a", "--replay", __filename], "give one of them"],
  [["dev", "--vpc", VPC, "--replay", "/nowhere/a.json"], "--replay: there is no file /nowhere/a.json"],
  [["dev", "--plan"], "dev has adopted nothing"],
  [["dve", "--vpc", VPC], 'there is no environment "dve"'],
  [["dev", "--vpc", "vpc-x"], "--vpc must be the id of a VPC, such as vpc-0123456789abcdef0"],
  [["dev", "--bucket", "ours"], "ours is adopted, but the environment has no checkpoints"],
])("%j is refused in words", (args, words) =>
  inEnvironmentFolder(async (folder) => {
    const { code, stderr } = await folder.call("adopt", ...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
    expect(existsSync(join(folder.root, "cdktf.out"))).toBe(false);
  }),
);

test("help tells the exit codes", () =>
  inEnvironmentFolder(async (folder) => {
    const { code, stdout } = await folder.call("adopt", "--help");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Exit code: 0 adopted, .*2 refused/)]);
  }));

test("a signal ends it while AWS is silent; the file is as it was", () =>
  inEnvironmentFolder(async (folder) => {
    const text = folder.read("dev");
    const silent = createServer();
    const asked = new Promise<void>((resolve) => silent.once("connection", () => resolve()));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const env = {
      ...process.env,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: "testing",
      AWS_SECRET_ACCESS_KEY: "testing",
    };
    const program = join(ROOT, "test/helpers/railyard-at.ts");
    const child = spawn(process.execPath, [...WITH_TYPESCRIPT, program, folder.root, "adopt", "dev", "--vpc", VPC], {
      cwd: ROOT,
      env,
    });
    let stderr = "";
    child.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
    try {
      await asked;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      expect(await ended).toBe(130);
    } finally {
      silent.close();
    }
    expect(stderr).toContain("Interrupted (SIGINT). Nothing is left running; the environment's file is as it was.");
    expect(folder.read("dev")).toBe(text);
  }));
