import type { ConfigChange } from "../../../../scripts/review/model";
import { review } from "../../../../scripts/review/review";
import { clusterSample } from "../../../helpers/cluster";
import { NOW } from "../../../helpers/environment";
import { deleted, replaced } from "../../../helpers/plan";
import { reviewed, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const key = (path: string, policy: string | null, more: Partial<ConfigChange> = {}): ConfigChange => ({
  path,
  before: "1",
  after: "2",
  policy,
  ...more,
});
const config = (change: ConfigChange, more: Reviewed = {}) => findingsOf("config", { config: [change], ...more });
const GROUP = { node_group_name: "sample-h100", labels: { "railyard.dev/node-group": "h100" } };

test("a key that makes things anew, and of which the plan shows nothing, is a warning", () => {
  expect(config(key("nodeGroups.h100.instanceType", "replaces", { note: "Drain it first." }))).toEqual([
    {
      section: "config",
      severity: "warning",
      title:
        "A change of nodeGroups.h100.instanceType is documented to make resources anew, and the plan shows nothing of it.",
      details: ["nodeGroups.h100.instanceType: 1 → 2", "Drain it first."],
    },
  ]);
});

test("a key that is refused is a warning too, and a key that comes has nothing before", () => {
  const [finding] = config(key("lustre.zone", "forbidden", { before: null }));
  expect(finding?.details).toEqual(["lustre.zone: not set → 2"]);
});

test.each(["none", "in-place", "rolling", "drains", null])("the policy %s needs no warning", (policy) => {
  expect(config(key("nodeGroups.h100.nodes", policy))).toEqual([]);
});

describe("of servers that are there already, no resource of a plan shows", () => {
  const { env } = clusterSample();
  const found = (change: ConfigChange) =>
    review({
      environment: env.name,
      before: env,
      after: env,
      config: [change],
      stacks: [],
      asked: "rehearsal",
      acknowledgements: [],
      now: NOW,
    }).findings;

  test("that they lose nodes or cards: it is a danger", () =>
    expect(found(key("nodeGroups.dgx.fabric.access", "drains", { note: "Pods are made anew." }))).toEqual([
      expect.objectContaining({
        severity: "danger",
        title: "A change of nodeGroups.dgx.fabric.access takes nodes or cards from pods: jobs on them end.",
        address: "sample-config.config.nodeGroups.dgx.fabric.access",
      }),
    ]));

  test.each([
    ["is done in place", key("nodeGroups.dgx.nodes", "in-place")],
    ["is of no pool", key("gpu.allocation", "drains")],
    ["is of a pool that was not there", key("nodeGroups.new.fabric.access", "drains")],
  ])("what %s is none", (_, change) => expect(found(change)).toEqual([]));
});

describe("what is told above is not told again", () => {
  const plans = { nodes: [replaced("aws_eks_node_group.h100", GROUP, { instance_types: ["x"] })] };

  test("of the same key, or one around it", () => {
    expect(config(key("nodeGroups.h100.instanceType", "replaces"), { plans })).toEqual([]);
    expect(config(key("nodeGroups", "replaces"), { plans })).toEqual([]);
  });

  test("but of others it is", () => {
    expect(config(key("nodeGroups.h1000.instanceType", "replaces"), { plans })).toHaveLength(1);
    expect(config(key("nodeGroups.cpu.instanceType", "replaces"), { plans })).toHaveLength(1);
  });

  test("a file system that is lost covers its keys", () => {
    const lustre = {
      storage: [replaced("aws_fsx_lustre_file_system.a", { storage_capacity: 2 }, { storage_capacity: 1 })],
    };
    expect(config(key("lustre.zone", "replaces"), { plans: lustre })).toEqual([]);
  });
});

test("a new environment has nothing to make anew", () => {
  expect(config(key("lustre.zone", "replaces"), { before: null, after: {} })).toEqual([]);
});

test("all changed keys are with the review, without secrets", () => {
  const secret = ["hunter2", "-planted"].join("");
  const changes = [
    key("platform.helmValues.slurm.adminPassword", "rolling", {
      before: JSON.stringify("x"),
      after: JSON.stringify(secret),
    }),
    key("nodeGroups.h100.bootScript", "rolling", { after: JSON.stringify(`export A_TOKEN=${secret}\nexit 0`) }),
    key("nodeGroups.h100.nodeadm", "rolling", {
      before: null,
      after: JSON.stringify({ env: [{ name: "A_TOKEN", value: secret }] }),
    }),
    key("network.cidr", "replaces", { before: '"10.0.0.0/16"', after: "no JSON at all" }),
  ];
  const review = reviewed({ config: changes });
  expect(JSON.stringify(review)).not.toContain(secret);
  expect(review.config.map(({ path, before, after }) => [path, before, after])).toEqual([
    ["platform.helmValues.slurm.adminPassword", '"(secret)"', '"(secret)"'],
    ["nodeGroups.h100.bootScript", "1", expect.stringMatching(/exit 0"$/)],
    ["nodeGroups.h100.nodeadm", null, '{"env":[{"name":"A_TOKEN","value":"(secret)"}]}'],
    ["network.cidr", '"10.0.0.0/16"', "no JSON at all"],
  ]);
});

describe("an environment that is gone from config", () => {
  test("is destroyed by nobody, and goes on to cost", () => {
    const [finding, ...more] = findingsOf("config", { after: null });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      severity: "danger",
      address: "sample-bootstrap.config.environment",
      title: expect.stringMatching(/nothing is destroyed.*goes on to cost \$/) as unknown,
    });
    expect(finding?.details[0]).toMatch(/npx railyard destroy sample/);
    expect(reviewed({ after: null }).verdict).toBe("needs-acknowledgement");
  });

  test("is told by what the plans destroy, where there are any", () => {
    const plans = { nodes: [deleted("aws_eks_node_group.h100", GROUP)] };
    expect(findingsOf("config", { after: null, plans })).toEqual([]);
  });
});
