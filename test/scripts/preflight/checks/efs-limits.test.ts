import { EFS_QUOTAS } from "../../../../scripts/preflight/checks/efs-limits";
import type { Change } from "../../../helpers/environment";
import { checked, quotas } from "../../../helpers/preflight-check";
import { awsError } from "../../../helpers/pretended-aws";

const HOMES: Change = { storage: { homes: { kind: "efs" } } };
const own = { NumberOfMountTargets: 2, Tags: [{ Key: "railyard:environment", Value: "sample" }] };

const ask = (
  systems: readonly object[],
  limits: { systems?: number; targets?: number } = {},
  change: Change = HOMES,
  interfaces = 0,
) =>
  checked(
    EFS_QUOTAS,
    {
      ...quotas({ "L-848C634D": limits.systems ?? 1000, "L-7391004C": limits.targets ?? 400 }),
      "EFS.DescribeFileSystems": { FileSystems: systems },
      "EC2.DescribeNetworkInterfaces": { NetworkInterfaces: Array.from({ length: interfaces }, () => ({})) },
    },
    change,
  );

test("without EFS nobody is asked", async () => {
  expect(await checked(EFS_QUOTAS, {})).toEqual([]);
});

test("file systems count in the Region, mount targets in the VPC, which has none where it is new", async () => {
  expect(await ask([{}, {}])).toEqual([
    {
      verdict: "ok",
      subject: "EFS file systems (L-848C634D)",
      text: "limit 1,000; 2 in use (DescribeFileSystems), 1 more needed: homes",
    },
    {
      verdict: "ok",
      subject: "EFS mount targets in a VPC (L-7391004C)",
      text: "limit 400; 2 needed: homes in 2 zones",
    },
  ]);
});

test("one too many is a failure, with the request written out; what is the environment's own is there already", async () => {
  const [systems] = await ask([{}, {}], { systems: 2 });
  expect(systems).toMatchObject({
    verdict: "failed",
    fix: expect.stringContaining("--quota-code L-848C634D --desired-value 3"),
  });
  expect(systems?.fix).toContain("--service-code elasticfilesystem");
  expect((await ask([{}, own], { systems: 2 })).map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
});

const subnet = (id: string, zone: string, cidr: string) => ({ id, zone, cidr, tier: "private" });
const EXISTING: Change = {
  ...HOMES,
  network: {
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.20.0.0/16",
    subnets: [
      subnet("subnet-0000000000000000a", "us-east-1a", "10.20.0.0/18"),
      subnet("subnet-0000000000000000b", "us-east-1b", "10.20.64.0/18"),
    ],
  },
};

test("in a VPC that is there, mount targets of others count", async () => {
  const [, full] = await ask([{}], { targets: 10 }, EXISTING, 9);
  expect(full).toMatchObject({
    verdict: "failed",
    text: "limit 10; 9 in use (DescribeNetworkInterfaces), 2 more needed: homes in 2 zones",
  });
  const [, again] = await ask([own], { targets: 10 }, EXISTING, 9);
  expect(again).toMatchObject({ verdict: "ok" });
});

test("a limit that AWS does not say is unknown; of file systems the document says what a new account has", async () => {
  const results = await checked(
    EFS_QUOTAS,
    {
      "EFS.DescribeFileSystems": { FileSystems: [] },
      "ServiceQuotas.GetServiceQuota": awsError("NoSuchResourceException"),
      "ServiceQuotas.GetAWSDefaultServiceQuota": awsError("NoSuchResourceException"),
    },
    HOMES,
  );
  expect(results.map(({ verdict, text }) => [verdict, text])).toEqual([
    [
      "unknown",
      "Service Quotas does not say the limit; a new account has 1,000; 0 in use (DescribeFileSystems), 1 more needed: homes",
    ],
    ["unknown", "Service Quotas does not say the limit; 2 needed: homes in 2 zones"],
  ]);
});
