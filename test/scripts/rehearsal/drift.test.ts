import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cloud } from "../../../scripts/rehearsal/cloud/cloud";
import { applyDrift, readDrift, type StackRecords } from "../../../scripts/rehearsal/drift";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

function file(text: string): string {
  const path = join(temporary(), "drift.yaml");
  writeFileSync(path, text);
  return path;
}

describe("a drift file", () => {
  test("is YAML or JSON", () => {
    const path = file("- address: dev-network.aws_vpc.vpc\n  set: { enable_dns_support: false }\n");
    expect(readDrift(path)).toEqual([{ address: "dev-network.aws_vpc.vpc", set: { enable_dns_support: false } }]);
    expect(readDrift(file('[{"address":"a.b.c","delete":true}]'))).toEqual([{ address: "a.b.c", delete: true }]);
  });

  test.each([
    ["no list", "address: a", /the whole: must be a list/],
    ["an unknown key", "- { address: a.b.c, change: 1, delete: true }", /0\.change: unknown key/],
    ["no address", "- { delete: true }", /0\.address/],
    ["nothing to do", "- { address: a.b.c }", /0: says what is different by set or hidden/],
    ["both a change and a deletion", "- { address: a.b.c, delete: true, set: { x: 1 } }", /0: says what is different/],
    ["broken YAML", "- { address: ", /drift\.yaml is not YAML: line 1, column \d+: /],
  ])("fails with %s", (_, text, message) => expect(() => readDrift(file(text))).toThrow(message));

  test("fails when it is not there", () => {
    expect(() => readDrift("/nowhere.yaml")).toThrow(/^--drift: \/nowhere\.yaml cannot be read: ENOENT/);
  });

  test("tells all that is wrong at once, with the form", () => {
    expect(() => readDrift(file("- { address: a }\n- { delete: true }"))).toThrow(/0: says.*\n.*1\.address.*\nA list/);
  });
});

describe("applied", () => {
  const records: StackRecords = new Map([
    ["dev-network", [{ address: "aws_vpc.vpc", type: "aws_vpc", id: "vpc-1", inCloud: true }]],
  ]);
  const withVpc = () => {
    const cloud = new Cloud(join(temporary(), "cloud.jsonl"));
    cloud.put({ type: "aws_vpc", id: "vpc-1", attributes: { id: "vpc-1", tags: null } });
    return cloud;
  };

  test("changes what Terraform sees and what it does not", () => {
    const cloud = withVpc();
    applyDrift(
      [{ address: "dev-network.aws_vpc.vpc", set: { tags: { a: "b" } }, hidden: { flows: 1 } }],
      records,
      cloud,
    );
    expect(cloud.get("aws_vpc", "vpc-1")?.attributes).toEqual({ id: "vpc-1", tags: { a: "b" }, flows: 1 });
  });

  test("deletes", () => {
    const cloud = withVpc();
    applyDrift([{ address: "dev-network.aws_vpc.vpc", delete: true }], records, cloud);
    expect(cloud.get("aws_vpc", "vpc-1")).toBeUndefined();
  });

  test("fails on addresses that no stack has, and then changes nothing", () => {
    const cloud = withVpc();
    const drifts = [
      { address: "dev-network.aws_vpc.vpc", delete: true },
      { address: "dev-network.aws_vpc.vcp", delete: true },
    ];
    expect(() => applyDrift(drifts, records, cloud)).toThrow(/no stack has dev-network\.aws_vpc\.vcp\. .*aws_vpc\.vpc/);
    expect(cloud.get("aws_vpc", "vpc-1")).toBeDefined();
  });
});
