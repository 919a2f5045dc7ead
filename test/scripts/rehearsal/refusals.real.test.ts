import {
  APPLIED,
  errorsOf,
  rehearsedStack,
  type Configuration,
  type RehearsedStack,
} from "../../helpers/rehearsed-stack";
import { testWithTerraform } from "../../helpers/terraform";

const TYPES = [
  "aws_vpc",
  "aws_subnet",
  "aws_security_group",
  "aws_vpc_security_group_ingress_rule",
  "aws_vpc_security_group_egress_rule",
  "aws_launch_template",
  "aws_placement_group",
  "aws_iam_role",
  "aws_eks_cluster",
  "aws_eks_node_group",
  "aws_fsx_lustre_file_system",
  "aws_s3_bucket",
  "aws_s3_bucket_lifecycle_configuration",
  "aws_kms_key",
  "helm_release",
];

let stack: RehearsedStack;
beforeEach(() => {
  stack = rehearsedStack({ resources: TYPES });
});
afterEach(() => stack.close());

const VPC = { aws_vpc: { v: { cidr_block: "10.0.0.0/16" } } };
const subnet = (zone: string, third: number) => ({
  vpc_id: "${aws_vpc.v.id}",
  cidr_block: `10.0.${third}.0/24`,
  availability_zone: zone,
});
const resources = (resource: Readonly<Record<string, unknown>>): Configuration => ({
  resource: { ...VPC, ...resource },
});

async function refusal(configuration: Configuration): Promise<string> {
  return errorsOf(await stack.run(configuration)).join("\n");
}

describe("Terraform itself refuses, by the schemas of the bindings", () => {
  testWithTerraform("an unknown attribute", async () => {
    const text = await refusal({ resource: { aws_vpc: { v: { cidr_block: "10.0.0.0/16", cidr: "10.0.0.0/16" } } } });
    expect(text).toMatch(/^validate: .*"cidr"/);
  });

  testWithTerraform("a missing argument", async () => {
    expect(await refusal(resources({ aws_subnet: { s: { cidr_block: "10.0.0.0/24" } } }))).toMatch(
      /^validate: .*Missing required argument .*"vpc_id"/,
    );
  });

  testWithTerraform("a missing block", async () => {
    const group = { cluster_name: "c", node_role_arn: "arn:aws:iam::111122223333:role/r", subnet_ids: ["subnet-1"] };
    expect(await refusal(resources({ aws_eks_node_group: { g: group } }))).toMatch(/^validate: .*scaling_config/);
  });

  testWithTerraform("a value of another type", async () => {
    expect(await refusal({ resource: { aws_vpc: { v: { cidr_block: "10.0.0.0/16", tags: "none" } } } })).toMatch(
      /^validate: .*(Incorrect|Inappropriate).*map of string/,
    );
  });

  testWithTerraform("a resource type that the provider does not have", async () => {
    expect(await refusal({ resource: { aws_vpcs: { v: {} } } })).toMatch(/^validate: .*Invalid resource type/);
  });

  testWithTerraform("a cycle", async () => {
    const group = (other: string) => ({
      name: other,
      description: `\${aws_security_group.${other}.id}`,
      vpc_id: "vpc-1",
    });
    expect(await refusal(resources({ aws_security_group: { a: group("b"), b: group("a") } }))).toMatch(/Cycle/);
  });

  testWithTerraform("a reference to what is not declared", async () => {
    const s = { ...subnet("us-east-1a", 0), vpc_id: "${aws_vpc.w.id}" };
    expect(await refusal(resources({ aws_subnet: { s } }))).toMatch(/^validate: .*undeclared resource/);
  });
});

describe("the stand-in refuses what AWS would", () => {
  testWithTerraform("a subnet in a VPC that is not there", async () => {
    const s = { ...subnet("us-east-1a", 0), vpc_id: "vpc-0123456789abcdef0" };
    expect(await refusal(resources({ aws_subnet: { s } }))).toMatch(/^apply: aws_subnet\.s: .*InvalidVpcID\.NotFound/);
  });

  testWithTerraform("an EFA on network card 0 of a p6-b300, which has none there", async () => {
    const template = (card: number) => ({
      name: `template-${card}`,
      instance_type: "p6-b300.48xlarge",
      network_interfaces: [
        ...(card === 0 ? [] : [{ device_index: 0, network_card_index: 0, interface_type: "interface" }]),
        { device_index: card === 0 ? 0 : 1, network_card_index: card, interface_type: card === 0 ? "efa" : "efa-only" },
      ],
    });
    const text = await refusal({ resource: { aws_launch_template: { bad: template(0), good: template(1) } } });
    expect(text).toMatch(/^apply: aws_launch_template\.bad: .*EFA/i);
    expect(text).not.toContain("aws_launch_template.good");
  });

  testWithTerraform("Lustre of 5,000 GiB with EFA", async () => {
    const lustre = (capacity: number) => ({
      storage_capacity: capacity,
      deployment_type: "PERSISTENT_2",
      per_unit_storage_throughput: 250,
      efa_enabled: true,
      metadata_configuration: { mode: "AUTOMATIC" },
      subnet_ids: ["${aws_subnet.s.id}"],
      security_group_ids: ["${aws_security_group.g.id}"],
    });
    const any = (direction: string) => ({
      a: {
        security_group_id: "${aws_security_group.g.id}",
        ip_protocol: "-1",
        referenced_security_group_id: "${aws_security_group.g.id}",
        description: direction,
      },
    });
    const around = {
      aws_subnet: { s: subnet("us-east-1a", 0) },
      aws_security_group: { g: { name: "lustre", description: "lustre", vpc_id: "${aws_vpc.v.id}" } },
      aws_vpc_security_group_ingress_rule: any("in"),
      aws_vpc_security_group_egress_rule: any("out"),
    };
    const after = ["aws_vpc_security_group_ingress_rule.a", "aws_vpc_security_group_egress_rule.a"];
    const of = (capacity: number) =>
      resources({ ...around, aws_fsx_lustre_file_system: { l: { ...lustre(capacity), depends_on: after } } });
    expect(await refusal(of(5000))).toMatch(/^apply: aws_fsx_lustre_file_system\.l: /);
    expect(await refusal(of(19200))).toBe("");
  });

  testWithTerraform("a node group whose launch template has a subnet", async () => {
    const role = (service: string) => ({
      name: service,
      assume_role_policy: JSON.stringify({
        Version: "2012-10-17",
        Statement: [{ Effect: "Allow", Principal: { Service: `${service}.amazonaws.com` }, Action: "sts:AssumeRole" }],
      }),
    });
    const of = (more: object) =>
      resources({
        aws_subnet: { a: subnet("us-east-1a", 0), b: subnet("us-east-1b", 1) },
        aws_iam_role: { eks: role("eks"), ec2: role("ec2") },
        aws_eks_cluster: {
          c: {
            name: "c",
            role_arn: "${aws_iam_role.eks.arn}",
            vpc_config: { subnet_ids: ["${aws_subnet.a.id}", "${aws_subnet.b.id}"] },
          },
        },
        aws_launch_template: {
          t: { name: "template", instance_type: "m7i.large", network_interfaces: [{ device_index: 0, ...more }] },
        },
        aws_eks_node_group: {
          g: {
            cluster_name: "${aws_eks_cluster.c.name}",
            node_group_name: "g",
            node_role_arn: "${aws_iam_role.ec2.arn}",
            subnet_ids: ["${aws_subnet.a.id}"],
            scaling_config: { desired_size: 1, min_size: 1, max_size: 2 },
            launch_template: { id: "${aws_launch_template.t.id}", version: "${aws_launch_template.t.latest_version}" },
          },
        },
      });
    expect(await refusal(of({ subnet_id: "${aws_subnet.a.id}" }))).toMatch(/^apply: aws_eks_node_group\.g: .*subnet/i);
    expect(await refusal(of({}))).toBe("");
  });

  testWithTerraform("to delete a VPC with a subnet in it that Terraform does not know", async () => {
    await stack.run(resources({}));
    const vpc = stack.cloud.all("aws_vpc")[0]!;
    stack.cloud.put({ type: "aws_subnet", id: "subnet-1", attributes: { id: "subnet-1", vpc_id: vpc.id } });
    expect(errorsOf(await stack.run(resources({}), ["destroy"])).join("\n")).toMatch(/DependencyViolation.*subnet-1/);
    stack.cloud.remove("aws_subnet", "subnet-1");
    expect(errorsOf(await stack.run(resources({}), ["destroy"]))).toEqual([]);
  });
});

describe("a second plan", () => {
  testWithTerraform("that is not empty fails, with what would change", async () => {
    const vpc = { cidr_block: "10.0.0.0/16", tags: { at: "${timestamp()}" } };
    const results = await stack.run({ resource: { aws_vpc: { v: vpc } } });
    expect(results.map(({ phase }) => phase)).toEqual(APPLIED);
    expect(errorsOf(results).join("\n")).toMatch(
      /^second plan: aws_vpc\.v: The second plan is not empty: update .*tags/,
    );
  });
});

describe("helm", () => {
  const provider = (host: string) => ({
    provider: { aws: [{ region: "us-east-1" }], helm: [{ kubernetes: { host } }] },
    resource: { ...VPC, helm_release: { r: { name: "r", chart: "/charts/r", values: ["a: 1"] } } },
  });

  testWithTerraform("cannot be configured from what apply brings", async () => {
    expect(await refusal(provider("https://${aws_vpc.v.id}"))).toMatch(/^plan: .*not known before apply/);
  });

  testWithTerraform("needs a cluster that is there", async () => {
    expect(await refusal(provider("https://nowhere"))).toMatch(/Kubernetes cluster unreachable/);
  });
});
