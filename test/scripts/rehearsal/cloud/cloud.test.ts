import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cloud } from "../../../../scripts/rehearsal/cloud/cloud";
import { createApi } from "../../../../scripts/rehearsal/cloud/create-api";

let folder: string;
let journal: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "railyard-test-"));
  journal = join(folder, "cloud.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const VPC = { type: "aws_vpc", id: "vpc-1", attributes: { id: "vpc-1", cidr_block: "10.0.0.0/16" } };
const GROUP = { type: "aws_security_group", id: "sg-1", attributes: { id: "sg-1", vpc_id: "vpc-1" } };

describe("the journal", () => {
  test("gives the next run what was there", () => {
    const cloud = new Cloud(journal);
    cloud.put(VPC, [GROUP]);
    cloud.change("aws_vpc", "vpc-1", { cidr_block: "10.1.0.0/16" });
    const again = new Cloud(journal);
    expect(again.get("aws_vpc", "vpc-1")?.attributes["cidr_block"]).toBe("10.1.0.0/16");
    expect(again.all("aws_security_group")).toHaveLength(1);
    expect(again.owned()).toHaveLength(1);
  });

  test("may end in half a line: its process was killed", () => {
    new Cloud(journal).put(VPC);
    appendFileSync(journal, '{"put":{"type":"aws_vp');
    expect(new Cloud(journal).owned()).toHaveLength(1);
  });

  test("fails with its line when it is broken elsewhere", () => {
    writeFileSync(journal, `not JSON\n${JSON.stringify({ put: VPC })}\n`);
    expect(() => new Cloud(journal)).toThrow(/cloud\.jsonl, line 1: .*--fresh/);
  });

  test("fails on JSON that is none of its events", () => {
    writeFileSync(journal, `{"a":1}\n${JSON.stringify({ put: VPC })}\n`);
    expect(() => new Cloud(journal)).toThrow(/line 1/);
  });

  test("fails in words when it cannot be read", () => {
    mkdirSync(journal);
    expect(() => new Cloud(journal)).toThrow(/cloud\.jsonl cannot be read: EISDIR.*--fresh/);
  });

  test("is not written before something happens", () => {
    new Cloud(journal);
    expect(() => readFileSync(journal)).toThrow(/ENOENT/);
  });
});

describe("objects", () => {
  test("go with what they brought", () => {
    const cloud = new Cloud(journal);
    cloud.put(VPC, [GROUP]);
    expect(cloud.isSpawned(GROUP)).toBe(true);
    expect(cloud.isSpawned(VPC)).toBe(false);
    cloud.remove("aws_vpc", "vpc-1");
    expect(cloud.all("aws_security_group")).toEqual([]);
    expect(new Cloud(journal).owned()).toEqual([]);
  });

  test("can get another id, everywhere, and what they brought goes with them", () => {
    const cloud = new Cloud(journal);
    cloud.put({ type: "vpc", id: "vpc-1", attributes: { arn: "arn:vpc/vpc-1" } }, [
      { type: "group", id: "sg-of-vpc-1", attributes: { vpc_id: "vpc-1" } },
    ]);
    cloud.put({ type: "subnet", id: "subnet-1", attributes: { vpc_id: "vpc-1", name: "a" } });
    cloud.put({ type: "subnet", id: "subnet-2", attributes: { vpc_id: "vpc-2" } });
    cloud.rename("vpc", "vpc-1", "vpc-9");
    expect(cloud.get("vpc", "vpc-1")).toBeUndefined();
    expect(cloud.get("vpc", "vpc-9")?.attributes).toEqual({ arn: "arn:vpc/vpc-9" });
    expect(cloud.get("subnet", "subnet-1")?.attributes).toEqual({ vpc_id: "vpc-9", name: "a" });
    expect(cloud.get("subnet", "subnet-2")?.attributes).toEqual({ vpc_id: "vpc-2" });
    // the next run finds the same
    const next = new Cloud(journal);
    next.remove("vpc", "vpc-9");
    expect(next.all("group")).toEqual([]);
    next.rename("vpc", "vpc-8", "vpc-7");
    expect(next.all("vpc")).toEqual([]);
  });

  test("that are not there cannot be changed", () => {
    expect(() => new Cloud(journal).change("aws_vpc", "vpc-2", {})).toThrow("there is no aws_vpc vpc-2");
  });
});

describe("ids", () => {
  const api = (cloud: Cloud, content: string, makes = true) =>
    createApi({ cloud, account: "111122223333", region: "us-gov-west-1", content, makes });

  test("are the same in every run", () => {
    const first = api(new Cloud(join(folder, "a")), "x").hex(17);
    expect(api(new Cloud(join(folder, "b")), "x").hex(17)).toBe(first);
    expect(first).toMatch(/^[0-9a-f]{17}$/);
  });

  test("differ for a second object of the same content, also in a later run", () => {
    const ids = ["x", "x", "y"].map((content) => api(new Cloud(journal), content).hex(8));
    expect(new Set(ids).size).toBe(3);
  });

  test("differ by purpose, and stay within one request", () => {
    const one = api(new Cloud(journal), "x");
    expect(one.hex(8)).toBe(one.hex(8));
    expect(one.hex(8, "other")).not.toBe(one.hex(8));
  });

  test("of what is only looked at are not counted", () => {
    const cloud = new Cloud(journal);
    expect(api(cloud, "x", false).hex(8)).toBe(api(cloud, "x", false).hex(8));
  });

  test("ARNs have the partition of the Region", () => {
    const one = api(new Cloud(journal), "x");
    expect(one.arn("ec2", "vpc/vpc-1")).toBe("arn:aws-us-gov:ec2:us-gov-west-1:111122223333:vpc/vpc-1");
    expect(one.globalArn("iam", "role/a")).toBe("arn:aws-us-gov:iam::111122223333:role/a");
  });
});
