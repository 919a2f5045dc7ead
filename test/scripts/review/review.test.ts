import { review } from "../../../scripts/review/review";
import { EXIT_CODES, SECTIONS, type StackPlan } from "../../../scripts/review/model";
import { NOW, sample } from "../../helpers/environment";
import {
  PLAN,
  created,
  deleted,
  forgotten,
  planIn,
  planOf,
  replaced,
  unchanged,
  updated,
  type Planned,
} from "../../helpers/plan";
import { reviewed } from "../../helpers/reviewed";
import { shipped, synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

describe("the whole", () => {
  test("of no change is empty and safe", () => {
    expect(reviewed({})).toMatchObject({
      environment: "sample",
      asked: "rehearsal",
      verdict: "safe",
      problems: [],
      findings: [],
      rest: [],
      changes: [],
      counts: { create: 0, update: 0, replace: 0, delete: 0 },
      noise: 0,
    });
  });

  test("counts what changes and what is left out, over all stacks", () => {
    const { counts, noise, changes } = reviewed({
      plans: {
        network: [created("aws_route_table.a", {}), unchanged("aws_vpc.a", {})],
        nodes: [
          updated("aws_placement_group.a", { a: 1 }, { a: 2 }),
          updated("aws_placement_group.b", { tags: { Name: "a" } }, { tags: { Name: "b" } }),
          replaced("aws_placement_group.c", { name: "x" }, { name: "y" }),
          deleted("aws_placement_group.d", {}),
        ],
      },
    });
    expect(counts).toEqual({ create: 1, update: 1, replace: 1, delete: 1 });
    expect(noise).toBe(1);
    expect(changes.map(({ stack }) => stack)).toEqual(["sample-network", ...Array<string>(3).fill("sample-nodes")]);
  });

  test("says first what is lost, and then in the order in which it is read", () => {
    const plans = {
      nodes: [deleted("aws_eks_node_group.a", { node_group_name: "x" })],
      storage: [deleted("aws_s3_bucket.a", { bucket: "b" })],
      network: [
        created("aws_vpc_security_group_ingress_rule.a", { cidr_ipv4: "0.0.0.0/0", ip_protocol: "-1" }),
        forgotten("aws_vpc.x", {}),
      ],
    };
    const config = [{ path: "lustre.zone", before: "1", after: "2", policy: "replaces" }];
    const { findings } = reviewed({ after: { nodeGroups: { h100: { nodes: 8 } } }, plans, config });
    const order = findings.map(({ section }) => SECTIONS.indexOf(section));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order).size).toBe(SECTIONS.length);
  });

  test("is the same twice, and changes nothing that it was given", () => {
    const stacks = [planOf("sample-storage", replaced("aws_s3_bucket.a", { bucket: "a" }, { bucket: "b" }))];
    const { env } = sample();
    const input = {
      environment: "sample",
      before: env,
      after: env,
      config: [],
      stacks,
      asked: "rehearsal",
      acknowledgements: [],
      now: NOW,
    } as const;
    const given = JSON.stringify(stacks);
    expect(JSON.stringify(review(input))).toBe(JSON.stringify(review(input)));
    expect(JSON.stringify(stacks)).toBe(given);
  });

  test("tells nobody the same thing twice", () => {
    const plans = {
      nodes: [
        deleted("aws_eks_node_group.a", { node_group_name: "x" }),
        deleted("aws_eks_node_group.a", { node_group_name: "x" }),
      ],
    };
    const titles = reviewed({ plans }).findings.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
  });

  test("says only findings: what sections note for each other stays inside", () => {
    const { findings } = reviewed({ plans: { nodes: [deleted("aws_eks_node_group.a", { node_group_name: "x" })] } });
    expect(Object.keys(findings[0] ?? {}).sort()).toEqual([
      "address",
      "danger",
      "details",
      "safer",
      "section",
      "severity",
      "title",
    ]);
  });

  test("has an exit code for each verdict", () => {
    expect(EXIT_CODES).toEqual({ safe: 0, acknowledged: 0, "needs-acknowledgement": 2, broken: 1 });
  });
});

describe("a plan that cannot be read breaks the gate", () => {
  const broken = (plan: unknown) => {
    const stacks: StackPlan[] = [{ stack: "sample-nodes", plan: plan as StackPlan["plan"] }];
    const { verdict, problems } = reviewed({ stacks } as never);
    return { verdict, problem: problems.join() };
  };

  test.each([
    ["nothing", null, "no plan as terraform show -json writes it"],
    ["a text", "x", "no plan as terraform show -json writes it"],
    ["one that went wrong", { ...PLAN, errored: true, resource_changes: [] }, "planning failed"],
    ["one of another format", { ...PLAN, format_version: "2.0", resource_changes: [] }, "its format is 2.0"],
    ["one without a list", { ...PLAN, resource_changes: {} }, "are no list"],
    ["one that is not all", { ...PLAN, deferred_changes: [{}] }, "1 changes are deferred"],
    ["one with a broken resource", { ...PLAN, resource_changes: [{ mode: "managed", type: "a" }] }, "cannot be read"],
  ])("%s", (_, plan, text) => {
    const { verdict, problem } = broken(plan);
    expect(verdict).toBe("broken");
    expect(problem).toContain("The plan of sample-nodes cannot be read");
    expect(problem).toContain(text);
  });

  test("and one without any change does not", () => {
    expect(broken({ ...PLAN, applyable: false, resource_changes: [] }).verdict).toBe("safe");
  });
});

describe("environments as they are shipped", () => {
  const asPlan = (stacks: Record<string, Json>, make: (address: string, values: Record<string, unknown>) => Planned) =>
    Object.fromEntries(
      Object.entries(stacks).map(([role, json]) => [
        role,
        Object.entries<Json>(named(json).resource ?? {}).flatMap(([type, byName]) =>
          Object.entries<Json>(byName).map(([name, values]) => make(`${type}.${name}`, inLists(values))),
        ),
      ]),
    );
  /** Plans know the name of a bucket that config says. */
  const named = (stack: Json): Json =>
    JSON.parse(
      JSON.stringify(stack).replace(/\$\{aws_s3_bucket\.(\w+)\.bucket\}/g, (_, id: string) =>
        String(stack.resource?.aws_s3_bucket?.[id]?.bucket),
      ),
    ) as Json;
  /** Plans have blocks as lists. */
  const inLists = (values: Json) =>
    Object.fromEntries(
      Object.entries<unknown>(values).map(([key, value]) => {
        const isMap = ["labels", "tags", "timeouts"].includes(key) || typeof value !== "object" || Array.isArray(value);
        return [key, isMap || value === null ? value : [value]];
      }),
    );

  test.each(shipped().map(({ resolved }) => [resolved.name, resolved] as const))(
    "%s is made without a danger or a warning",
    (name, env) => {
      const stacks = Object.entries(asPlan(synthStacks(env), created)).map(([role, all]) =>
        planIn(env, `${name}-${role}`, ...all),
      );
      const one = review({
        environment: name,
        before: null,
        after: env,
        config: [],
        stacks,
        asked: "rehearsal",
        acknowledgements: [],
        now: NOW,
      });
      // whose the gateway to servers on premises is, no plan shows: somebody says so by name
      const gateways = env.cluster.hybrid?.connection.kind === "transit-gateway";
      // Karpenter starts instances from any image, subnet and group: its own policy says so
      const pools = env.nodeGroups.some(({ machines }) => machines.kind === "aws" && machines.karpenter !== null);
      const controller = [
        "warning",
        expect.stringMatching(/^Policy of the IAM role .*karpenter_role.* allows much[.]$/),
        expect.stringContaining("-platform.aws_iam_role_policy.karpenter_role_policy_"),
      ];
      const serious = one.findings.filter(({ severity }) => severity !== "info");
      expect(serious.map(({ severity, title, address }) => [severity, title, address])).toEqual([
        ...(pools ? [controller] : []),
        ...(gateways
          ? [
              [
                "danger",
                expect.stringContaining("connects the network with a transit gateway"),
                expect.stringContaining(".aws_ec2_transit_gateway_vpc_attachment."),
              ],
            ]
          : []),
      ]);
      expect(one.verdict).toBe(gateways ? "needs-acknowledgement" : "safe");
      expect(one.counts.create).toBeGreaterThan(50);
    },
  );

  test.each(shipped().map(({ resolved }) => [resolved.name, resolved] as const))(
    "%s is not taken down without words",
    (name, env) => {
      const stacks = Object.entries(asPlan(synthStacks(env), deleted)).map(([role, all]) =>
        planIn(env, `${name}-${role}`, ...all),
      );
      const one = review({
        environment: name,
        before: env,
        after: null,
        config: [],
        stacks,
        asked: "rehearsal",
        acknowledgements: [],
        now: NOW,
      });
      const types = one.findings
        .filter(({ severity }) => severity === "danger")
        .map(({ address }) => address?.split(".")[1]);
      const lustre = env.lustre === null ? [] : ["aws_fsx_lustre_file_system"];
      expect(types).toEqual(
        expect.arrayContaining(["aws_eks_cluster", "aws_eks_node_group", "aws_kms_key", ...lustre]),
      );
      expect(types).not.toContain("helm_release");
      expect(types).not.toContain("aws_subnet");
    },
  );
});
