import { gzipSync } from "node:zlib";
import { resourceChanges } from "../../../../scripts/review/changes/resource-changes";
import { created, deleted, forgotten, planOf, replaced, replacedLate, unchanged, updated } from "../../../helpers/plan";

const of = (...resources: Parameters<typeof planOf>[1][]) => resourceChanges(planOf("a-nodes", ...resources));
const only = (resource: Parameters<typeof planOf>[1]) => {
  const { changes, noise } = of(resource);
  expect([changes.length, noise]).toEqual([1, 0]);
  return changes[0]!;
};
const value = (of: unknown) => ({ kind: "value", value: of });
const SECRET = ["hunter2", "-planted"].join("");
const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");

const GROUP = {
  cluster_name: "a",
  node_group_name: "a-h100",
  subnet_ids: ["subnet-1", "subnet-2"],
  scaling_config: [{ min_size: 4, desired_size: 4, max_size: 4 }],
  launch_template: [{ id: "lt-1", name: "a-h100", version: "3" }],
  resources: [{ autoscaling_groups: [{ name: "eks-a-h100" }] }],
  tags: { Name: "a" },
  tags_all: { Name: "a" },
};

describe("actions", () => {
  test("each is told with its values, and only those that change something", () => {
    const { changes } = of(
      created("aws_vpc.a", { cidr_block: "10.0.0.0/16" }, { unknown: { id: true } }),
      deleted("aws_vpc.b", { cidr_block: "10.1.0.0/16" }),
      unchanged("aws_vpc.c", { cidr_block: "10.2.0.0/16" }),
      updated("aws_vpc.d", { enable_dns_support: true }, { enable_dns_support: false }),
      replaced("aws_vpc.e", { cidr_block: "10.3.0.0/16" }, { cidr_block: "10.4.0.0/16" }),
    );
    expect(changes.map(({ address, action }) => [address, action])).toEqual([
      ["aws_vpc.a", "create"],
      ["aws_vpc.b", "delete"],
      ["aws_vpc.d", "update"],
      ["aws_vpc.e", "replace"],
    ]);
    expect(changes[0]).toMatchObject({
      stack: "a-nodes",
      before: null,
      after: { cidr_block: "10.0.0.0/16" },
      attributes: [],
    });
    expect(changes[0]?.unknown).toEqual({ id: true });
    expect(changes[1]).toMatchObject({
      before: { cidr_block: "10.1.0.0/16" },
      after: null,
      cause: "it is no longer in the configuration",
    });
    expect(changes[2]?.attributes).toEqual([{ path: "enable_dns_support", before: value(true), after: value(false) }]);
  });

  test("data sources are not told", () => {
    const read = { ...created("aws_ami.a", {}), mode: "data" };
    expect(of(read)).toEqual({ changes: [], noise: 0, moved: [] });
  });

  test("what moves and what is forgotten is told apart: nothing happens to it", () => {
    const { changes, noise, moved } = of(
      unchanged("aws_vpc.new", {}, { previousAddress: "aws_vpc.old" }),
      forgotten("aws_vpc.gone", {}),
    );
    expect([changes, noise]).toEqual([[], 0]);
    expect(moved).toEqual([
      { from: "aws_vpc.old", to: "aws_vpc.new" },
      { from: "aws_vpc.gone", to: null },
    ]);
  });

  test("what an earlier replacement has left behind has an address of its own", () => {
    const one = only(deleted("aws_vpc.a", {}, { deposed: "0123abcd" }));
    expect(one.address).toBe("aws_vpc.a (deposed 0123abcd)");
    expect(one.cause).toContain("left it behind");
  });

  test("a plan without changes has none", () => expect(of()).toEqual({ changes: [], noise: 0, moved: [] }));
});

describe("replacements", () => {
  test("have the attributes that cannot change in place as reasons, with both values", () => {
    const one = only(
      replaced(
        "aws_eks_node_group.a",
        GROUP,
        { subnet_ids: ["subnet-3"], labels: { a: "b" } },
        { replacePaths: [["subnet_ids"]] },
      ),
    );
    expect(one.reasons).toMatchObject([
      { path: "subnet_ids", before: value(["subnet-1", "subnet-2"]), after: value(["subnet-3"]) },
    ]);
    expect(one.attributes.map(({ path }) => path)).toEqual(["subnet_ids", "labels.a"]);
    expect(one.createBeforeDestroy).toBe(false);
  });

  test("a reason may be known after apply only", () => {
    const one = only(
      replaced(
        "aws_eks_node_group.a",
        GROUP,
        {},
        { replacePaths: [["launch_template", 0, "id"]], unknown: { launch_template: [{ id: true }] } },
      ),
    );
    expect(one.reasons).toEqual([{ path: "launch_template[0].id", before: value("lt-1"), after: { kind: "unknown" } }]);
  });

  test("a reason whose value means the same is still the reason", () => {
    const one = only(replaced("aws_made_up.a", { a: "x", b: 1 }, { b: 2 }, { replacePaths: [["a"]] }));
    expect(one.reasons).toEqual([{ path: "a", before: value("x"), after: value("x") }]);
  });

  test("a tainted one has no attribute as reason, and says why", () => {
    const one = only(replaced("aws_vpc.a", { a: 1 }, {}, { replacePaths: [], reason: "replace_because_tainted" }));
    expect(one.reasons).toEqual([]);
    expect(one.cause).toContain("tainted");
  });

  test("the new one may be made first", () => {
    expect(only(replacedLate("aws_vpc.a", { a: 1 }, { a: 2 })).createBeforeDestroy).toBe(true);
  });

  test("results of the new one are not told", () => {
    const one = only(
      replaced(
        "aws_vpc.a",
        { id: "vpc-1", arn: "x", cidr_block: "a" },
        { cidr_block: "b" },
        { unknown: { id: true, arn: true } },
      ),
    );
    expect(one.attributes.map(({ path }) => path)).toEqual(["cidr_block"]);
  });
});

describe("noise", () => {
  test.each([
    ["tags", { tags: { Name: "b" }, tags_all: { Name: "b" } }, {}],
    ["tags that are known after apply", {}, { tags_all: true }],
    ["the order of a set", { subnet_ids: ["subnet-2", "subnet-1"] }, {}],
    ["a result that becomes unknown", {}, { arn: true, status: true, resources: true }],
    ["nothing that becomes empty", { labels: {} }, {}],
  ])("%s alone is noise", (_, change, unknown) => {
    expect(of(updated("aws_eks_node_group.a", GROUP, change, { unknown }))).toEqual({
      changes: [],
      noise: 1,
      moved: [],
    });
  });

  test("tags beside a change are left out of it", () => {
    const one = only(updated("aws_eks_node_group.a", GROUP, { tags: {}, tags_all: {}, labels: { a: "b" } }));
    expect(one.attributes.map(({ path }) => path)).toEqual(["labels.a"]);
  });

  test.each([["kubernetes.io/role/internal-elb"], ["karpenter.sh/discovery"], ["k8s.io/cluster-autoscaler/enabled"]])(
    "a tag that controllers look for is no noise: %s",
    (tag) => {
      const one = only(updated("aws_subnet.a", { tags: { [tag]: "1" } }, { tags: {}, tags_all: {} }));
      expect(one.attributes).toEqual([{ path: `tags["${tag}"]`, before: value("1"), after: { kind: "absent" } }]);
    },
  );

  test("a tag of a template that makes a new version is no noise", () => {
    const template = { name: "a", latest_version: 3, tags: { Name: "a" } };
    const one = only(
      updated("aws_launch_template.a", template, { tags: { Name: "b" } }, { unknown: { latest_version: true } }),
    );
    expect(one.attributes).toEqual([{ path: "latest_version", before: value(3), after: { kind: "unknown" } }]);
    expect(of(updated("aws_launch_template.a", template, { tags: { Name: "b" } })).noise).toBe(1);
  });

  test("tags of what a template launches are no noise", () => {
    const template = (name: string) => ({ tag_specifications: [{ resource_type: "instance", tags: { Name: name } }] });
    const one = only(
      updated("aws_launch_template.a", template("a"), template("b"), { unknown: { latest_version: true } }),
    );
    expect(one.attributes.map(({ path }) => path)).toEqual(["tag_specifications[0].tags.Name", "latest_version"]);
  });

  test("a node group whose template gets a new version is no noise", () => {
    const unknown = { launch_template: [{ version: true }] };
    const one = only(updated("aws_eks_node_group.a", GROUP, { tags: {} }, { unknown }));
    expect(one.attributes).toEqual([
      { path: "launch_template[0].version", before: value("3"), after: { kind: "unknown" } },
    ]);
  });

  test.each([
    ["Helm values in another form", "helm_release.a", { values: ['{"a":{"b":1}}'] }, { values: ["a:\n  b: 1\n"] }],
    [
      "a policy in another form",
      "aws_iam_role_policy.a",
      { policy: '{"Statement":[{"Action":"a:b"}]}' },
      { policy: '{"Statement":{"Action":["a:b"]}}' },
    ],
    ["a result of Helm", "helm_release.a", { metadata: { revision: 1 } }, { metadata: { revision: 2 } }],
  ])("%s is noise", (_, address, before, after) => {
    expect(of(updated(address, before, after)).noise).toBe(1);
  });

  test("an argument that config leaves to the provider is noise, and one that config gives is not", () => {
    const plan = (expressions: object) => {
      const { stack, plan } = planOf(
        "a",
        updated("aws_eks_node_group.a", GROUP, {}, { unknown: { release_version: true } }),
      );
      const configuration = { root_module: { resources: [{ address: "aws_eks_node_group.a", expressions }] } };
      return resourceChanges({ stack, plan: { ...plan, configuration } as never });
    };
    expect(plan({}).noise).toBe(1);
    expect(plan({ release_version: { references: ["x"] } }).noise).toBe(0);
  });

  test("where the plan does not tell its configuration, such an argument is told", () => {
    expect(
      only(updated("aws_eks_node_group.a", GROUP, {}, { unknown: { release_version: true } })).attributes,
    ).toHaveLength(1);
  });

  describe("the desired size", () => {
    const size = (desired: number) => ({ scaling_config: [{ min_size: 4, desired_size: desired, max_size: 9 }] });
    const schedule = unchanged("aws_autoscaling_schedule.a", { autoscaling_group_name: "eks-a-h100" });
    const group = { ...GROUP, ...size(4) };

    test("under a schedule is noise when it grows", () => {
      expect(of(schedule, updated("aws_eks_node_group.a", group, size(6))).noise).toBe(1);
      const asg = { name: "eks-a-h100", desired_capacity: 4 };
      expect(of(schedule, updated("aws_autoscaling_group.a", asg, { desired_capacity: 5 })).noise).toBe(1);
    });

    test("under a schedule is told when it shrinks: nodes end, whoever started them", () => {
      expect(of(schedule, updated("aws_eks_node_group.a", group, size(0))).noise).toBe(0);
    });

    test("without a schedule is told", () => {
      expect(of(updated("aws_eks_node_group.a", group, size(6))).noise).toBe(0);
      const other = unchanged("aws_autoscaling_schedule.a", { autoscaling_group_name: "eks-b" });
      expect(of(other, updated("aws_eks_node_group.a", group, size(6))).noise).toBe(0);
    });

    test("under a schedule, other sizes are told", () => {
      const more = { scaling_config: [{ min_size: 4, desired_size: 6, max_size: 12 }] };
      const { changes } = of(schedule, updated("aws_eks_node_group.a", group, more));
      expect(changes[0]?.attributes.map(({ path }) => path)).toEqual(["scaling_config[0].max_size"]);
    });
  });
});

describe("secrets", () => {
  const template = (script: string) => ({ name: "a", user_data: base64(script) });

  test("user data is decoded, and its secrets are masked", () => {
    const one = only(
      updated(
        "aws_launch_template.a",
        template(`#!/bin/bash\nexport A_TOKEN=${SECRET}\none\n`),
        template(`#!/bin/bash\nexport A_TOKEN=${SECRET}\ntwo\n`),
      ),
    );
    expect(one.attributes).toMatchObject([{ path: "user_data", lines: ["- one", "+ two"] }]);
    expect(one.before?.["user_data"]).toBe("#!/bin/bash\nexport A_TOKEN=(secret)\none\n");
    expect(JSON.stringify(one)).not.toContain(base64(SECRET).slice(0, -2));
  });

  test("packed user data hides none", () => {
    const one = only(created("aws_launch_template.a", { user_data: base64(gzipSync(`export A_TOKEN=${SECRET}\n`)) }));
    expect(one.after?.["user_data"]).toBe("export A_TOKEN=(secret)\n");
  });

  test("user data that the plan marks as sensitive is secret as a whole", () => {
    const sensitive = { beforeSensitive: { user_data: true }, afterSensitive: { user_data: true } };
    const one = only(updated("aws_launch_template.a", template("a\n"), template("b\n"), sensitive));
    expect(one.attributes).toEqual([{ path: "user_data", before: { kind: "secret" }, after: { kind: "secret" } }]);
    expect(one.after?.["user_data"]).toBe("(secret)");
  });

  test("what the plan marks as sensitive shows neither in values, nor in changes, nor in reasons", () => {
    const sensitive = { beforeSensitive: { a: true }, afterSensitive: { a: true } };
    const one = only(replaced("aws_made_up.a", { a: "old-plain" }, { a: "new-plain" }, sensitive));
    expect(one.reasons).toEqual([{ path: "a", before: { kind: "secret" }, after: { kind: "secret" } }]);
    expect(JSON.stringify(one)).not.toMatch(/old-plain|new-plain/);
  });

  test.each([
    ["a created one", created("aws_made_up.a", { password: SECRET })],
    ["a deleted one", deleted("aws_made_up.a", { env: [{ name: "A_TOKEN", value: SECRET }] })],
    ["values of Helm", updated("helm_release.a", { values: [`adminPassword: ${SECRET}\n`] }, { values: ["a: 1\n"] })],
    [
      "values of Helm that become unknown",
      updated("helm_release.a", { values: [`adminPassword: ${SECRET}\n`] }, {}, { unknown: { values: true } }),
    ],
    [
      "a set that is no list",
      updated("aws_eks_node_group.a", { subnet_ids: [`x://a:${SECRET}@b`, "c"] }, { subnet_ids: ["d"] }),
    ],
    ["a list that grows", updated("aws_made_up.a", { a: ["x"] }, { a: ["x", `token=${SECRET}`] })],
    ["the reason of a replacement", replaced("aws_made_up.a", { url: "x" }, { url: `x://a:${SECRET}@b` })],
  ])("none shows in %s", (_, resource) => {
    const { changes } = of(resource);
    expect(changes).toHaveLength(1);
    expect(JSON.stringify(resource)).toContain(SECRET);
    expect(JSON.stringify(changes)).not.toContain(SECRET);
  });
});
