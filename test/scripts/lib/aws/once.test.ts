import { DescribeVpcsCommand, EC2Client } from "@aws-sdk/client-ec2";
import { all, inTurn, once } from "../../../../scripts/lib/aws/once";
import { awsError, pretendedAws } from "../../../helpers/pretended-aws";

test("a question is asked once, and both have the answer", async () => {
  const aws = pretendedAws({ "EC2.DescribeVpcs": { Vpcs: [] } });
  const ask = () => once(aws, "vpcs", () => aws.client(EC2Client).send(new DescribeVpcsCommand({})));
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toBe(second);
  expect(aws.calls).toHaveLength(1);
});

test("another question, or another account, is asked anew", async () => {
  const [one, other] = [pretendedAws({}), pretendedAws({})];
  expect(await once(one, "a", () => Promise.resolve(1))).toBe(1);
  expect(await once(one, "b", () => Promise.resolve(2))).toBe(2);
  expect(await once(other, "a", () => Promise.resolve(3))).toBe(3);
});

test("both have the failure too", async () => {
  const aws = pretendedAws({ "EC2.DescribeVpcs": awsError("UnauthorizedOperation") });
  const ask = () => once(aws, "vpcs", () => aws.client(EC2Client).send(new DescribeVpcsCommand({})));
  await expect(ask()).rejects.toThrow("UnauthorizedOperation");
  await expect(ask()).rejects.toThrow("UnauthorizedOperation");
  expect(aws.calls).toHaveLength(1);
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

test("what is asked in turn is never asked at once, whatever came of the one before", async () => {
  const aws = pretendedAws({});
  const calls: string[] = [];
  const ask = (name: string, fails = false) =>
    inTurn(aws, "quotas", async () => {
      calls.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      calls.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const answers = await Promise.allSettled([ask("a"), ask("b", true), ask("c")]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(calls).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("another service, or another account, does not wait", async () => {
  const [one, other] = [pretendedAws({}), pretendedAws({})];
  const never = new Promise<void>(() => {});
  void inTurn(one, "quotas", () => never);
  expect(await inTurn(one, "simulations", () => Promise.resolve(1))).toBe(1);
  expect(await inTurn(other, "quotas", () => Promise.resolve(2))).toBe(2);
});
