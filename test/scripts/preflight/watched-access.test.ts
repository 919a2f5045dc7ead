import { DescribeVpcsCommand, EC2Client, paginateDescribeSubnets } from "@aws-sdk/client-ec2";
import { HeadBucketCommand, ListBucketsCommand, S3Client } from "@aws-sdk/client-s3";
import { GetServiceQuotaCommand, ServiceQuotasClient } from "@aws-sdk/client-service-quotas";
import type { AwsAccess } from "../../../scripts/lib/aws/access";
import { watchedAccess } from "../../../scripts/preflight/watched-access";
import { awsError, pretendedAws } from "../../helpers/pretended-aws";

async function thrownBy(call: (aws: AwsAccess) => Promise<unknown>) {
  const denied = awsError("AccessDenied", 403);
  const answers = ["EC2.DescribeVpcs", "S3.HeadBucket", "S3.ListBuckets", "ServiceQuotas.GetServiceQuota"];
  const watched = watchedAccess(pretendedAws(Object.fromEntries(answers.map((name) => [name, () => denied]))));
  const error: unknown = await call(watched).catch((thrown: unknown) => thrown);
  return watched.callOf(error);
}

test("an error is known by the permission that its call needed", async () => {
  expect(await thrownBy((aws) => aws.client(EC2Client).send(new DescribeVpcsCommand({})))).toBe("ec2:DescribeVpcs");
  const quota = new GetServiceQuotaCommand({ ServiceCode: "ec2", QuotaCode: "L-1" });
  expect(await thrownBy((aws) => aws.client(ServiceQuotasClient).send(quota))).toBe("servicequotas:GetServiceQuota");
});

test("permissions that are not called as the call are known", async () => {
  const head = new HeadBucketCommand({ Bucket: "states" });
  expect(await thrownBy((aws) => aws.client(S3Client).send(head))).toBe("s3:ListBucket");
  const list = new ListBucketsCommand({});
  expect(await thrownBy((aws) => aws.client(S3Client).send(list))).toBe("s3:ListAllMyBuckets");
});

test("an error that no call threw is not known", () => {
  const watched = watchedAccess(pretendedAws({}));
  expect(watched.callOf(new Error("ours"))).toBeUndefined();
  expect(watched.callOf("text")).toBeUndefined();
});

test("answers, pages and Regions are as without", async () => {
  const aws = pretendedAws({
    "EC2.DescribeSubnets": ({ NextToken }: { NextToken?: string }, region: string) =>
      NextToken ? { Subnets: [{ SubnetId: region }] } : { Subnets: [{ SubnetId: "first" }], NextToken: "more" },
  });
  const watched = watchedAccess(aws);
  expect(watched.region).toBe("us-east-1");
  const client = watched.client(EC2Client, "eu-west-1");
  expect(client).toBe(watched.client(EC2Client, "eu-west-1"));
  expect(client).toBeInstanceOf(EC2Client);
  const ids: unknown[] = [];
  for await (const { Subnets = [] } of paginateDescribeSubnets({ client }, {}))
    ids.push(...Subnets.map(({ SubnetId }) => SubnetId));
  expect(ids).toEqual(["first", "eu-west-1"]);
});

test("every call is told the signal that ends it", async () => {
  const { signal } = new AbortController();
  const seen: unknown[] = [];
  class FakeClient {
    readonly middlewareStack = { add: () => {} };
    send(_command: object, options: unknown) {
      seen.push(options);
      return Promise.resolve({});
    }
  }
  const fake = new FakeClient();
  const access = { region: "us-east-1", client: () => fake } as unknown as AwsAccess;
  await watchedAccess(access, signal)
    .client(FakeClient as never as typeof EC2Client)
    .send({} as never);
  expect(seen).toEqual([{ abortSignal: signal }]);
});

test("one client is watched once, and its other parts are as they are", () => {
  const aws = pretendedAws({});
  const watched = watchedAccess(aws).client(S3Client);
  expect(watched.config).toBe(aws.client(S3Client).config);
  expect(watched.middlewareStack).toBe(aws.client(S3Client).middlewareStack);
});
