import { EC2_DATA } from "../../../../../scripts/rehearsal/aws/ec2/ec2-data";
import { FLOW_LOG_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/flow-logs";
import { GATEWAY_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/gateways";
import { LAUNCH_TEMPLATE_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/launch-template";
import { PLACEMENT_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/placement";
import { ROUTING_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/routing";
import { SECURITY_GROUP_RULE_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/security-group-rules";
import { SECURITY_GROUP_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/security-groups";
import { SUBNET_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/subnets";
import { TRANSIT_GATEWAY_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/transit-gateway";
import { VPC_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/vpc";
import { VPC_DATA } from "../../../../../scripts/rehearsal/aws/ec2/vpc-data";
import { VPC_ENDPOINT_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/vpc-endpoints";
import { loadSchema } from "../../../../../scripts/rehearsal/schema/load-schema";
import type { BlockSchema } from "../../../../../scripts/rehearsal/schema/types";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { ROOT } from "../../../../helpers/process";

const KINDS = {
  ...VPC_KINDS,
  ...SUBNET_KINDS,
  ...GATEWAY_KINDS,
  ...ROUTING_KINDS,
  ...TRANSIT_GATEWAY_KINDS,
  ...SECURITY_GROUP_KINDS,
  ...SECURITY_GROUP_RULE_KINDS,
  ...VPC_ENDPOINT_KINDS,
  ...FLOW_LOG_KINDS,
  ...PLACEMENT_KINDS,
  ...LAUNCH_TEMPLATE_KINDS,
};
const DATA = { ...EC2_DATA, ...VPC_DATA };

const { resources, dataSources } = loadSchema({
  root: ROOT,
  provider: "aws",
  resources: Object.keys(KINDS),
  dataSources: Object.keys(DATA),
});

/** Whether a path without indexes leads to an attribute or a block. */
function isThere({ attributes, blocks }: BlockSchema, path: string): boolean {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) return name in attributes || name in blocks;
  return name in blocks && isThere(blocks[name]!.block, rest.join("."));
}

const names = (block: BlockSchema) => [...Object.keys(block.attributes), ...Object.keys(block.blocks)];

test("the bindings have every type", () => {
  expect(Object.keys(resources).sort()).toEqual(Object.keys(KINDS).sort());
  expect(Object.keys(dataSources).sort()).toEqual(Object.keys(DATA).sort());
});

describe.each(Object.entries(KINDS))("%s", (type, kind) => {
  const schema = resources[type]!;

  test("names only what its schema has", () => {
    const paths = [
      ...kind.forcesNew,
      ...Object.keys(kind.defaults ?? {}),
      ...(kind.json ?? []),
      ...Object.entries(kind.recomputed ?? {}).flatMap(([name, causes]) => [name, ...causes]),
      ...(kind.unique ?? []).flatMap(({ by }) => by),
      ...(kind.references ?? []).map(({ path }) => path),
    ];
    expect(paths.filter((path) => !isThere(schema, path))).toEqual([]);
  });

  test("recomputes only what is computed, and has no default for it", () => {
    const recomputed = Object.keys(kind.recomputed ?? {});
    expect(recomputed.filter((name) => !schema.attributes[name]!.computed)).toEqual([]);
    expect(Object.keys(kind.defaults ?? {}).filter((path) => schema.attributes[path]?.computed === true)).toEqual([]);
  });

  test("tells every computed attribute of a new object, and nothing that is not there", () => {
    const group = cloudObject("aws_security_group", "sg-1", { name: "default", vpc_id: "vpc-1", arn: "arn" });
    const made = kind.create(
      { vpc_id: "vpc-1", name: "some", vpc_endpoint_type: "Interface" },
      fakeCloud({ objects: [group] }),
    );
    expect(Object.keys(made).filter((name) => !names(schema).includes(name))).toEqual([]);
    expect(typeof made["id"]).toBe("string");
    const silent = Object.keys(schema.attributes).filter(
      (name) => schema.attributes[name]!.computed && !(name in made) && !["tags_all", "region"].includes(name),
    );
    expect(silent).toEqual(SILENT[type] ?? []);
  });

  test("says where it was read", () => {
    expect(kind.source.length).toBeGreaterThan(0);
    for (const source of kind.source) expect(source).toMatch(/^https:\/\//);
  });
});

/** Computed attributes that stay empty, or that only config gives. */
const SILENT: Readonly<Record<string, readonly string[]>> = {
  aws_eip: ["ipam_pool_id", "private_dns", "ptr_record"],
  aws_nat_gateway: ["auto_provision_zones", "auto_scaling_ips", "regional_nat_gateway_auto_mode", "route_table_id"],
  aws_security_group: ["vpc_id"],
  aws_default_security_group: ["vpc_id"],
  aws_vpc: ["cidr_block"],
  aws_vpc_endpoint: ["prefix_list_id"],
};

describe.each(Object.entries(DATA))("data of %s", (type, kind) => {
  test("has only what its schema has", () => {
    const vpc = cloudObject("aws_vpc", "vpc-1", { cidr_block: "10.0.0.0/16" });
    const subnet = cloudObject("aws_subnet", "subnet-1", { vpc_id: "vpc-1" });
    const group = cloudObject("aws_security_group", "sg-1", { vpc_id: "vpc-1" });
    const config = { instance_type: "p5.48xlarge", name: type === "aws_availability_zone" ? "us-west-2a" : null };
    const data = kind.read(config, fakeCloud({ objects: [vpc, subnet, group] }));
    expect(data).not.toHaveProperty("code");
    expect(Object.keys(data).filter((name) => !names(dataSources[type]!).includes(name))).toEqual([]);
    expect(kind.source.length).toBeGreaterThan(0);
  });
});
