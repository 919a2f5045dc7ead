import { resourceChanges } from "../../../../scripts/review/changes/resource-changes";
import { planOf, unchanged, updated } from "../../../helpers/plan";
import { value, changesOf, GROUP, onlyChange } from "../../../helpers/resource-change";

describe("noise", () => {
  test.each([
    ["tags", { tags: { Name: "b" }, tags_all: { Name: "b" } }, {}],
    ["tags that are known after apply", {}, { tags_all: true }],
    ["the order of a set", { subnet_ids: ["subnet-2", "subnet-1"] }, {}],
    ["a result that becomes unknown", {}, { arn: true, status: true, resources: true }],
    ["nothing that becomes empty", { labels: {} }, {}],
  ])("%s alone is noise", (_, change, unknown) => {
    expect(changesOf(updated("aws_eks_node_group.a", GROUP, change, { unknown }))).toEqual({
      changes: [],
      noise: 1,
      moved: [],
    });
  });

  test("tags beside a change are left out of it", () => {
    const one = onlyChange(updated("aws_eks_node_group.a", GROUP, { tags: {}, tags_all: {}, labels: { a: "b" } }));
    expect(one.attributes.map(({ path }) => path)).toEqual(["labels.a"]);
  });

  test.each([["kubernetes.io/role/internal-elb"], ["karpenter.sh/discovery"], ["k8s.io/cluster-autoscaler/enabled"]])(
    "a tag that controllers look for is no noise: %s",
    (tag) => {
      const one = onlyChange(updated("aws_subnet.a", { tags: { [tag]: "1" } }, { tags: {}, tags_all: {} }));
      expect(one.attributes).toEqual([{ path: `tags["${tag}"]`, before: value("1"), after: { kind: "absent" } }]);
    },
  );

  test("a tag of a template that makes a new version is no noise", () => {
    const template = { name: "a", latest_version: 3, tags: { Name: "a" } };
    const one = onlyChange(
      updated("aws_launch_template.a", template, { tags: { Name: "b" } }, { unknown: { latest_version: true } }),
    );
    expect(one.attributes).toEqual([{ path: "latest_version", before: value(3), after: { kind: "unknown" } }]);
    expect(changesOf(updated("aws_launch_template.a", template, { tags: { Name: "b" } })).noise).toBe(1);
  });

  test("tags of what a template launches are no noise", () => {
    const template = (name: string) => ({ tag_specifications: [{ resource_type: "instance", tags: { Name: name } }] });
    const one = onlyChange(
      updated("aws_launch_template.a", template("a"), template("b"), { unknown: { latest_version: true } }),
    );
    expect(one.attributes.map(({ path }) => path)).toEqual(["tag_specifications[0].tags.Name", "latest_version"]);
  });

  test("a node group whose template gets a new version is no noise", () => {
    const unknown = { launch_template: [{ version: true }] };
    const one = onlyChange(updated("aws_eks_node_group.a", GROUP, { tags: {} }, { unknown }));
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
    expect(changesOf(updated(address, before, after)).noise).toBe(1);
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
      onlyChange(updated("aws_eks_node_group.a", GROUP, {}, { unknown: { release_version: true } })).attributes,
    ).toHaveLength(1);
  });

  describe("the desired size", () => {
    const size = (desired: number) => ({ scaling_config: [{ min_size: 4, desired_size: desired, max_size: 9 }] });
    const schedule = unchanged("aws_autoscaling_schedule.a", { autoscaling_group_name: "eks-a-h100" });
    const group = { ...GROUP, ...size(4) };

    test("under a schedule is noise when it grows", () => {
      expect(changesOf(schedule, updated("aws_eks_node_group.a", group, size(6))).noise).toBe(1);
      const asg = { name: "eks-a-h100", desired_capacity: 4 };
      expect(changesOf(schedule, updated("aws_autoscaling_group.a", asg, { desired_capacity: 5 })).noise).toBe(1);
    });

    test("under a schedule is told when it shrinks: nodes end, whoever started them", () => {
      expect(changesOf(schedule, updated("aws_eks_node_group.a", group, size(0))).noise).toBe(0);
    });

    test("without a schedule is told", () => {
      expect(changesOf(updated("aws_eks_node_group.a", group, size(6))).noise).toBe(0);
      const other = unchanged("aws_autoscaling_schedule.a", { autoscaling_group_name: "eks-b" });
      expect(changesOf(other, updated("aws_eks_node_group.a", group, size(6))).noise).toBe(0);
    });

    test("under a schedule, other sizes are told", () => {
      const more = { scaling_config: [{ min_size: 4, desired_size: 6, max_size: 12 }] };
      const { changes } = changesOf(schedule, updated("aws_eks_node_group.a", group, more));
      expect(changes[0]?.attributes.map(({ path }) => path)).toEqual(["scaling_config[0].max_size"]);
    });
  });
});
