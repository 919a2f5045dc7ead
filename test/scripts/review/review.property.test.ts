import fc from "fast-check";
import { created, deleted, replaced, updated, type Planned } from "../../helpers/plan";
import { reviewed } from "../../helpers/reviewed";

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
