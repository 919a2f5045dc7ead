import { awsOf } from "../../../config/sites/aws-eks/environment";
import fc from "fast-check";
import { gzipSync } from "node:zlib";
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

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");

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

describe("secrets", () => {
  const SECRET = ["hunter2", "-planted"].join("");
  const script = `#!/bin/bash\nexport A_TOKEN=${SECRET}\n`;
  const mime = `Content-Type: multipart/mixed; boundary="B"\n\n--B\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n${base64(script)}\n--B--\n`;
  const policy = JSON.stringify({
    Statement: { Effect: "Allow", Action: "*", Resource: "*", Condition: { StringEquals: { "aws:token": SECRET } } },
  });
  const places: readonly (readonly [string, Record<string, unknown>, object | undefined])[] = (
    [
      ["an attribute that is sensitive", { plain: SECRET }, { plain: true }],
      ["a password", { password: SECRET }],
      ["a map of variables", { environment: [{ variables: { DB_PASSWORD: SECRET } }] }],
      ["a list of variables", { env: [{ name: "A_TOKEN", value: SECRET }] }],
      ["a URL", { url: `https://me:${SECRET}@example.com` }],
      ["Helm values", { name: "slurm", values: [JSON.stringify({ controller: { password: SECRET }, a: 1 })] }],
      ["Helm values in YAML", { name: "gpu-operator", values: [`driver:\n  token: ${SECRET}\n`] }],
      ["user data", { name: "t", user_data: base64(script) }],
      ["packed user data", { name: "t", user_data: base64(gzipSync(script)) }],
      ["a part of user data", { name: "t", user_data: base64(mime) }],
      ["a policy", { name: "r", policy }],
      ["tags", { tags: { Name: `token=${SECRET}` } }],
      ["a name", { name: `token=${SECRET}`, bucket: `token=${SECRET}`, node_group_name: `token=${SECRET}` }],
      ["a description", { description: `password: ${SECRET}`, security_group_id: "sg", from_port: 988, to_port: 988 }],
      ["a label", { labels: { "railyard.dev/node-group": `token=${SECRET}` } }],
    ] as readonly [string, Record<string, unknown>, object?][]
  ).map(([place, values, sensitive]) => [place, values, sensitive] as const);
  const types = [
    "aws_made_up",
    "aws_s3_bucket",
    "aws_eks_node_group",
    "aws_launch_template",
    "helm_release",
    "aws_iam_role_policy",
    "aws_vpc_security_group_ingress_rule",
  ];
  const forms: readonly [string, (address: string, values: Record<string, unknown>, sensitive?: object) => Planned][] =
    [
      ["made", (address, values, afterSensitive) => created(address, values, { afterSensitive })],
      ["destroyed", (address, values, beforeSensitive) => deleted(address, values, { beforeSensitive })],
      [
        "changed away",
        (address, values, beforeSensitive) =>
          updated(address, values, Object.fromEntries(Object.keys(values).map((key) => [key, null])), {
            beforeSensitive,
          }),
      ],
      ["changed to", (address, values, afterSensitive) => updated(address, { id: "x" }, values, { afterSensitive })],
      ["replaced by", (address, values, afterSensitive) => replaced(address, { id: "x" }, values, { afterSensitive })],
      [
        "left behind",
        (address, values, beforeSensitive) =>
          updated(address, values, { more: "x" }, { beforeSensitive, afterSensitive: beforeSensitive }),
      ],
    ];

  test.each(places)("none shows in %s, whatever is done to it", (_, values, sensitive) => {
    const encoded = [
      SECRET,
      base64(script).slice(20, 60),
      base64(gzipSync(script)),
      JSON.stringify(values).includes("B--") ? base64(script) : SECRET,
    ];
    for (const type of types) {
      for (const [how, make] of forms) {
        const one = reviewed({ plans: { nodes: [make(`${type}.a`, values, sensitive)] } });
        const text = JSON.stringify({ how, ...one, before: null, after: null });
        for (const secret of encoded) expect(text).not.toContain(secret);
      }
    }
  });

  test("none shows in the environments themselves", () => {
    const escape = (secret: string) => ({
      platform: {
        helmValues: { slurm: { controller: { adminPassword: secret }, env: [{ name: "A_TOKEN", value: secret }] } },
      },
      nodeGroups: { h100: { bootScript: `export A_TOKEN=${secret}\n`, nodeadm: { kubelet: { token: secret } } } },
    });
    const one = reviewed({ before: escape(SECRET), after: escape(`${SECRET}2`) });
    expect(JSON.stringify(one)).not.toContain(SECRET);
    expect(awsOf(one.before)?.nodeGroups[0]?.machines.boot.script).toBe("export A_TOKEN=(secret)\n");
    // all else is as it was
    expect(one.after?.names.cluster).toBe("sample");
    expect(one.after?.nodeGroups[0]?.count.max).toBe(4);
    expect(one.after?.origins).toBeInstanceOf(Map);
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
      expect(
        one.findings.filter(({ severity }) => severity === "danger").map(({ title, address }) => [title, address]),
      ).toEqual([]);
      expect(one.verdict).toBe("safe");
      expect(one.findings.filter(({ severity }) => severity !== "info")).toEqual([]);
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
      expect(types).toEqual(
        expect.arrayContaining(["aws_eks_cluster", "aws_eks_node_group", "aws_fsx_lustre_file_system", "aws_kms_key"]),
      );
      expect(types).not.toContain("helm_release");
      expect(types).not.toContain("aws_subnet");
    },
  );
});

describe("whatever a plan has", () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom("0.0.0.0/0", "-1", "{}", "a: b\n", "#!/bin/bash\nx\n"),
  );
  const values = fc.dictionary(
    fc.constantFrom(
      "name",
      "bucket",
      "policy",
      "values",
      "labels",
      "ingress",
      "rule",
      "taint",
      "scaling_config",
      "launch_template",
      "user_data",
      "principal_arn",
      "tags",
      "version",
      "encrypted",
      "cidr_ipv4",
      "from_port",
    ),
    fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 3 }),
      fc.array(fc.dictionary(fc.string({ maxLength: 8 }), scalar, { maxKeys: 3 }), { maxLength: 2 }),
      fc.dictionary(fc.string({ maxLength: 8 }), scalar, { maxKeys: 3 }),
    ),
    { maxKeys: 6 },
  );
  const type = fc.constantFrom(
    "aws_s3_bucket",
    "aws_kms_key",
    "aws_eks_node_group",
    "aws_eks_cluster",
    "aws_launch_template",
    "helm_release",
    "aws_iam_role_policy",
    "aws_security_group",
    "aws_vpc_security_group_ingress_rule",
    "aws_s3_bucket_lifecycle_configuration",
    "aws_subnet",
    "aws_made_up",
  );
  const resource = fc
    .tuple(type, fc.constantFrom("made", "gone", "changed", "replaced"), values, values, fc.nat(30))
    .map(([kind, how, before, after, index]): Planned => {
      const address = `${kind}.r${index}`;
      if (how === "made") return created(address, after);
      if (how === "gone") return deleted(address, before);
      return how === "changed" ? updated(address, before, after) : replaced(address, before, after);
    });
  const resources = fc.uniqueArray(resource, { maxLength: 12, selector: (one) => String(one["address"]) });

  test("every danger has an address, and the gate opens when all are acknowledged, and not before", () => {
    fc.assert(
      fc.property(resources, (all) => {
        const plans = { nodes: all };
        const one = reviewed({ plans });
        const dangers = one.findings.filter(({ severity }) => severity === "danger");
        expect(dangers.every(({ address }) => address !== undefined && address.startsWith("sample-"))).toBe(true);
        expect(one.verdict).toBe(dangers.length > 0 ? "needs-acknowledgement" : "safe");
        const digests = new Map(dangers.map(({ address = "", danger = "" }) => [address, danger]));
        const addresses = [...digests.keys()];
        const acknowledgements = [...digests].map(([address, danger]) => ({
          from: "description",
          by: "octocat",
          address,
          danger,
          reason: "It is meant.",
          expires: "2027-01-01",
        }));
        expect(reviewed({ plans, acknowledgements }).verdict).toBe(dangers.length > 0 ? "acknowledged" : "safe");
        if (addresses.length > 0)
          expect(reviewed({ plans, acknowledgements: acknowledgements.slice(1) }).verdict).toBe(
            "needs-acknowledgement",
          );
        // every change is told of, or counted among the rest
        const rest = one.rest.flatMap(({ changes }) => changes.map(({ stack, address }) => `${stack}.${address}`));
        const found = one.findings.flatMap(({ address }) => address ?? []);
        expect(one.changes.every(({ stack, address }) => [...rest, ...found].includes(`${stack}.${address}`))).toBe(
          true,
        );
        expect(one.changes.length + one.noise).toBe(all.length);
      }),
      { numRuns: 100 },
    );
  });

  test("it may have ten thousand changes", () => {
    const rule = (index: number) => ({
      security_group_id: "sg-1",
      ip_protocol: "tcp",
      from_port: index,
      to_port: index,
    });
    const all = Array.from({ length: 10_000 }, (_, index) => {
      const address = `aws_vpc_security_group_ingress_rule.r${index}`;
      if (index % 3 === 0) return created(address, { ...rule(index), cidr_ipv4: "10.0.0.0/16" });
      if (index % 3 === 1) return deleted(address, { ...rule(index), cidr_ipv4: "10.1.0.0/16" });
      return updated(address, { ...rule(index), cidr_ipv4: "10.0.0.0/16" }, { cidr_ipv4: "0.0.0.0/0" });
    });
    const one = reviewed({ plans: { network: all } });
    expect(one.changes).toHaveLength(10_000);
    expect(
      one.findings.filter(({ section, severity }) => section === "security" && severity === "danger"),
    ).toHaveLength(3333);
  });
});
