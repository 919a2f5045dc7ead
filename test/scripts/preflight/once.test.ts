import { DescribeVpcsCommand, EC2Client } from "@aws-sdk/client-ec2";
import { all, once } from "../../../scripts/preflight/once";
import { answering, refuses } from "../../helpers/aws-answers";

test("a question is asked once, and both have the answer", async () => {
  const aws = answering({ "EC2.DescribeVpcs": { Vpcs: [] } });
  const ask = () => once(aws, "vpcs", () => aws.client(EC2Client).send(new DescribeVpcsCommand({})));
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toBe(second);
  expect(aws.asked).toHaveLength(1);
});

test("another question, or another account, is asked anew", async () => {
  const [one, other] = [answering({}), answering({})];
  expect(await once(one, "a", () => Promise.resolve(1))).toBe(1);
  expect(await once(one, "b", () => Promise.resolve(2))).toBe(2);
  expect(await once(other, "a", () => Promise.resolve(3))).toBe(3);
});

test("both have the failure too", async () => {
  const aws = answering({ "EC2.DescribeVpcs": refuses("UnauthorizedOperation") });
  const ask = () => once(aws, "vpcs", () => aws.client(EC2Client).send(new DescribeVpcsCommand({})));
  await expect(ask()).rejects.toThrow("said");
  await expect(ask()).rejects.toThrow("said");
  expect(aws.asked).toHaveLength(1);
});

test("pages become one list, in their order, and a page may have nothing", async () => {
  async function* pages(): AsyncGenerator<{ items?: number[] }> {
    await Promise.resolve();
    yield { items: [1, 2] };
    yield {};
    yield { items: [3] };
  }
  expect(await all(pages(), (page) => page.items)).toEqual([1, 2, 3]);
});
