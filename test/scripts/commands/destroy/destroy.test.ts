import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { destroy, type DestroyProps } from "../../../../scripts/commands/destroy/destroy";
import { Interrupted } from "../../../../scripts/lib/process/interruptible";
import { fakeProgram, planJson, recordedAws, withPath, type Answer } from "../../../helpers/deploying";
import { sample } from "../../../helpers/environment";
import { temporaryFolders, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();
const { env: environment } = sample({ profile: "development" });
const { env: production } = sample({ profile: "production" });

const LUSTRE = "sample-storage.aws_fsx_lustre_file_system.lustre";
const FS = "fs-0123456789abcdef0";
const protectedLustre = {
  resource: { aws_fsx_lustre_file_system: { lustre: { lifecycle: { prevent_destroy: true } } } },
};

const synth = () =>
  writeSynth(folder(), {
    "sample-bootstrap": { json: {} },
    "sample-cluster": { json: { resource: { aws_eks_cluster: { cluster: {} } } }, dependencies: ["sample-network"] },
    "sample-network": { json: {}, dependencies: ["sample-bootstrap"] },
    "sample-nodes": { json: {}, dependencies: ["sample-cluster"] },
    "sample-platform": { json: {}, dependencies: ["sample-nodes", "sample-storage"] },
    "sample-slurm": { json: {}, dependencies: ["sample-platform"] },
    "sample-storage": { json: protectedLustre, dependencies: ["sample-cluster"] },
  });

const gone = (address: string, before: object = {}) => planJson({ [address]: { actions: ["delete"], before } });
const PLANS: Readonly<Record<string, object>> = {
  "sample-slurm": gone("helm_release.slurm"),
  "sample-platform": gone("helm_release.lbc"),
  "sample-nodes": gone("aws_eks_node_group.h100"),
  "sample-storage": gone("aws_fsx_lustre_file_system.lustre", { id: FS }),
  "sample-cluster": gone("aws_eks_cluster.cluster"),
  "sample-network": gone("aws_vpc.vpc"),
};

const TASK = { TaskIds: ["task-1"] };
const link = {
  AssociationId: "dra-1",
  Lifecycle: "AVAILABLE",
  FileSystemPath: "/checkpoints",
  DataRepositoryPath: "s3://b/c",
};
const OF_FS = { Name: "file-system-id", Values: [FS] };
const REPORT = {
  Enabled: true,
  Format: "REPORT_CSV_20191124",
  Scope: "FAILED_FILES_ONLY",
  Path: "s3://b/c/.railyard/final-export",
};
/** Stacks that this environment is without have no state. */
const NO_OTHERS = ["governance", "crds"].map((role): Answer => ({
  call: "S3 GetObject",
  input: { Bucket: environment.state.kind === "s3" ? environment.state.bucket : "", Key: `${role}.tfstate` },
  error: { name: "NoSuchKey", message: "none", status: 404 },
}));
const AWS: Answer[] = [
  {
    call: "EKS DescribeCluster",
    input: { name: "sample" },
    output: { cluster: { endpoint: "https://e", certificateAuthority: { data: "Q0E=" } } },
  },
  ...NO_OTHERS,
  { call: "FSx DescribeDataRepositoryAssociations", input: { Filters: [OF_FS] }, output: { Associations: [link] } },
  {
    call: "FSx DescribeDataRepositoryTasks",
    input: { Filters: [OF_FS, { Name: "task-lifecycle", Values: ["PENDING", "EXECUTING", "CANCELING"] }] },
    output: { DataRepositoryTasks: [] },
  },
  {
    call: "FSx CreateDataRepositoryTask",
    input: { Type: "EXPORT_TO_REPOSITORY", FileSystemId: FS, Paths: ["checkpoints"], Report: REPORT },
    output: { DataRepositoryTask: { TaskId: "task-1" } },
  },
  {
    call: "FSx DescribeDataRepositoryTasks",
    input: TASK,
    output: {
      DataRepositoryTasks: [{ TaskId: "task-1", Lifecycle: "SUCCEEDED", Status: { TotalCount: 3, FailedCount: 0 } }],
    },
  },
];

const VOLUME = {
  metadata: { name: "pv" },
  spec: {
    persistentVolumeReclaimPolicy: "Delete",
    claimRef: { namespace: "slurm", name: "db-0" },
    csi: { driver: "ebs.csi.aws.com" },
  },
};

/**
 * The world: Terraform whose stacks have what `PLANS` says until they are destroyed, and a cluster with one volume. Both
 * note what they do in one list, in order.
 */
function world(change: Partial<DestroyProps> & { aws?: never; answers?: Answer[]; kubectl?: string } = {}) {
  const { answers = AWS, kubectl = "", ...props } = change;
  const at = folder();
  writeFileSync(join(at, "pv.json"), JSON.stringify(VOLUME));
  for (const [stack, plan] of Object.entries(PLANS)) writeFileSync(join(at, `${stack}.json`), JSON.stringify(plan));
  const stack = `stack=$(basename "$OLDPWD")`;
  const { file } = fakeProgram(
    at,
    "terraform",
    `state*) ${stack}; [ -e $stack.json ] && echo aws_x.y; true;;
plan*) ${stack}; [ -e $stack.json ] && exit 2; exit 0;;
show*) ${stack}; [ -e $stack.json ] && cat $stack.json || echo '{}';;
apply*) ${stack}; [ -e fail.$stack ] && { echo 'Error: DependencyViolation' >&2; exit 1; }; echo "destroy $stack" >>order; rm -f $stack.json;;`,
  );
  fakeProgram(
    at,
    "kubectl",
    `${kubectl}
*get\\ persistentvolume*) [ -e pv.json ] && echo "{\\"items\\":[$(cat pv.json)]}" || echo '{"items":[]}';;
*delete\\ persistentvolumeclaim*) echo "delete claim" >>order; rm -f pv.json;;
*get\\ statefulset*) echo '{"items":[{"metadata":{"name":"slurm-controller"}}]}';;
*sinfo*) echo train;;
*scontrol*) echo "close partition" >>order;;
*get\\ service*) echo "look for load balancers" >>order; echo '{"items":[]}';;
*json) echo '{"items":[]}';;`,
  );
  const printed: string[] = [];
  const warned: string[][] = [];
  const run = (more: Partial<DestroyProps> = {}) =>
    destroy({
      synthFolder: synth(),
      environment,
      bootstrap: false,
      allow: [LUSTRE],
      keep: [],
      unexported: [],
      skipDrain: false,
      cancelJobs: false,
      drainMinutes: 1,
      workFolder: folder(),
      root: folder(),
      aws: recordedAws(answers),
      env: { ...withPath(at), TERRAFORM_BINARY_NAME: file },
      patience: { pollSeconds: 0.001, tell: (text) => printed.push(text) },
      confirm: (warnings) => (warned.push([...warnings]), Promise.resolve(true)),
      ...props,
      ...more,
    });
  const order = () => (existsSync(join(at, "order")) ? readFileSync(join(at, "order"), "utf8").trim().split("\n") : []);
  return { at, run, order, printed, warned };
}

test("jobs end, files are exported, what controllers own goes, then each stack before those that it stands on", async () => {
  const { run, order, printed, warned } = world();
  const done = await run();
  expect([...new Set(order())]).toEqual([
    "close partition",
    "destroy sample-slurm",
    "look for load balancers",
    "delete claim",
    "destroy sample-platform",
    "destroy sample-nodes",
    "destroy sample-storage",
    "destroy sample-cluster",
    "destroy sample-network",
  ]);
  const exported = `${LUSTRE}: 3 changed files exported, none failed (/checkpoints)`;
  const at = (line: string) => printed.indexOf(line);
  expect(at(exported)).toBeGreaterThan(0);
  expect(at(exported)).toBeLessThan(at("sample-slurm: destroying"));
  // whoever was logged in could still write until here
  expect(printed.lastIndexOf(exported)).toBeGreaterThan(at("sample-nodes: destroyed"));
  expect(printed.lastIndexOf(exported)).toBeLessThan(at("sample-storage: destroying"));
  expect(warned).toEqual([
    [`${LUSTRE}: what is outside /checkpoints has no copy in S3`, "slurm/db-0: its volume is deleted"],
  ]);
  expect(done.map(({ outcome }) => outcome)).toEqual(Array(6).fill("destroyed"));
});

test("a second run has nothing to do, and asks nobody", async () => {
  const { run, order } = world();
  await run();
  const before = order().length;
  const again = await run({
    allow: [LUSTRE],
    aws: recordedAws(NO_OTHERS),
    confirm: () => Promise.reject(new Error("asked")),
  });
  expect(again.every(({ outcome }) => outcome === "empty")).toBe(true);
  expect(order()).toHaveLength(before);
});

test("a run after a failure goes on where it stopped", async () => {
  const { run, at } = world();
  writeFileSync(join(at, "fail.sample-cluster"), "");
  const first = await run();
  expect(first.slice(-3)).toMatchObject([
    { stack: "sample-storage", outcome: "destroyed" },
    {
      stack: "sample-cluster",
      outcome: "failed",
      problem: expect.stringMatching(
        /sample-cluster: terraform apply failed:\nError: DependencyViolation[^]*run the same command again/,
      ),
    },
    { stack: "sample-network", outcome: "not-run" },
  ]);
  rmSync(join(at, "fail.sample-cluster"));
  const done = await run();
  expect(done.map(({ stack, outcome }) => `${stack} ${outcome}`).slice(-3)).toEqual([
    "sample-storage empty",
    "sample-cluster destroyed",
    "sample-network destroyed",
  ]);
});

describe("nothing at all is touched", () => {
  const untouched = async (one: ReturnType<typeof world>, text: string | RegExp, more: Partial<DestroyProps> = {}) => {
    await expect(one.run(more)).rejects.toThrow(text);
    expect(one.order()).toEqual([]);
  };

  test("while data is not named", async () => {
    await untouched(world({ allow: [] }), `  --allow ${LUSTRE}`);
  });

  test("while data or a volume of production is not named", async () => {
    const one = world({ environment: production });
    await untouched(one, "--allow sample-cluster.aws_eks_cluster.cluster");
    await untouched(one, "--allow slurm/db-0", { allow: [LUSTRE, "sample-cluster.aws_eks_cluster.cluster"] });
  });

  test.each([
    ["environment", { tags_all: { "railyard:environment": "research" } }, "environment research"],
    ["account", { arn: "arn:aws:ec2:us-east-1:444455556666:vpc/vpc-1" }, "account 444455556666"],
  ])("when a state has resources of another %s", async (_, before, whose) => {
    const one = world();
    writeFileSync(join(one.at, "sample-network.json"), JSON.stringify(gone("aws_vpc.vpc", before)));
    await untouched(one, `sample-network: its state has resources of ${whose}, and this is sample`);
  });

  test("without a yes", async () => {
    await untouched(world({ confirm: () => Promise.resolve(false) }), "Not confirmed");
  });

  test("when the cluster does not answer", async () => {
    const kubectl = "*readyz*) echo 'i/o timeout' >&2; exit 1;;";
    await untouched(world({ kubectl }), /does not answer here[^]*i\/o timeout[^]*--skip-drain/);
  });

  test("while a stack that config has dropped is still there", async () => {
    const directory = folder();
    const { env: local } = sample({ profile: "development", state: { kind: "local", directory } });
    const state = { resources: [{ mode: "managed", instances: [{ attributes: { id: "x" } }] }] };
    writeFileSync(join(directory, "sample-governance.tfstate"), JSON.stringify(state));
    await untouched(
      world({ environment: local }),
      "sample-governance is not in the config any more, but its state has 1 resource:",
    );
  });

  test("for an address that can be of no stack", async () => {
    await untouched(world({ allow: ["lustre"] }), "--allow takes <stack>.<address>");
    await untouched(world({ unexported: ["dev-storage.aws_x.y"] }), "--unexported takes <stack>.<address>");
  });
});

test("no stack goes while files are not exported", async () => {
  const answers = AWS.map((one) =>
    one.call.endsWith("Associations") ? { ...one, output: { Associations: [] } } : one,
  );
  const { run, order } = world({ answers });
  await expect(run()).rejects.toThrow("its files are not all in S3: it is linked to no bucket");
  expect(order()).toEqual(["close partition"]);
  expect((await run({ unexported: [LUSTRE] })).every(({ outcome }) => outcome === "destroyed")).toBe(true);
});

test("without a drain the cluster is not asked", async () => {
  const { run, order } = world({ answers: AWS.filter(({ call }) => !call.startsWith("EKS")) });
  await run({ skipDrain: true });
  expect(order()[0]).toBe("destroy sample-slurm");
  expect(order()).not.toContain("look for load balancers");
});

test("only what is named goes, with what stands on it; data and volumes stay", async () => {
  const { run, order } = world();
  await run({ only: ["sample-nodes"], allow: [] });
  expect([...new Set(order())]).toEqual([
    "close partition",
    "destroy sample-slurm",
    "look for load balancers",
    "destroy sample-platform",
    "destroy sample-nodes",
  ]);
});

test("a stack stays when its plan has come to take another object of the same address", async () => {
  const { run, at } = world();
  const lustre = (id: string) => JSON.stringify(gone("aws_fsx_lustre_file_system.lustre", { id }));
  const confirm = () => {
    writeFileSync(join(at, "sample-storage.json"), lustre("fs-00000000000000000"));
    return Promise.resolve(true);
  };
  const failed = (await run({ confirm })).find(({ outcome }) => outcome === "failed");
  expect(failed).toMatchObject({
    stack: "sample-storage",
    problem: expect.stringContaining("came since it was planned"),
  });
});

test("what is written while the stacks above go is exported too, or the file system stays", async () => {
  const task = (counts: object, Lifecycle: string): Answer => ({
    call: "FSx DescribeDataRepositoryTasks",
    input: TASK,
    output: { DataRepositoryTasks: [{ TaskId: "task-1", Lifecycle, Status: counts }] },
  });
  const others = AWS.filter(({ input }) => input !== TASK);
  const { run } = world({
    answers: [...others, task({ TotalCount: 3, FailedCount: 0 }, "SUCCEEDED"), task({}, "CANCELED")],
  });
  const done = await run();
  expect(done.map(({ outcome }) => outcome)).toEqual([...Array(3).fill("destroyed"), "failed", "not-run", "not-run"]);
  expect(done[3]?.problem).toMatch(/task task-1 is CANCELED[^]*Nothing of sample-storage was destroyed\.$/);
});

test("an interruption ends it after what Terraform is at, with its reason and not as a failure", async () => {
  const { run, order } = world();
  const controller = new AbortController();
  const tell = (text: string) => {
    if (text === "sample-platform: destroying") controller.abort(new Interrupted("SIGINT"));
  };
  const patience = { pollSeconds: 0.001, tell, signal: controller.signal };
  await expect(run({ patience })).rejects.toThrow(Interrupted);
  expect(order()).toContain("destroy sample-slurm");
  expect(order().some((one) => /platform|nodes|storage/.test(one))).toBe(false);
});
