import { TYPE_OFFERED } from "../../../../scripts/preflight/checks/offerings";
import { checked } from "../../../helpers/preflight-check";
import { pretendedAws } from "../../../helpers/pretended-aws";
import { NOW, sample, type Change } from "../../../helpers/environment";

type Offered = Readonly<Record<string, string>>;

const EVERYWHERE: Offered = { "p5.48xlarge": "abf", "m7i.4xlarge": "abc", "m7i.xlarge": "abc" };

const answer = (offered: Offered) => ({
  "EC2.DescribeInstanceTypeOfferings": {
    InstanceTypeOfferings: Object.entries(offered).flatMap(([InstanceType, letters]) =>
      [...letters].map((letter) => ({ InstanceType, Location: `us-east-1${letter}` })),
    ),
  },
});

const ask = (offered: Offered, change: Change = {}) => checked(TYPE_OFFERED, answer(offered), change);

test("groups and system nodes are good where their zones have the type", async () => {
  expect((await ask(EVERYWHERE)).map(({ verdict, subject, text }) => [verdict, subject, text])).toEqual([
    ["ok", "h100", "p5.48xlarge is offered in us-east-1a"],
    ["ok", "cpu", "m7i.4xlarge is offered in us-east-1a, us-east-1b"],
    ["ok", "system nodes", "m7i.xlarge is offered in us-east-1a, us-east-1b"],
  ]);
});

test("types are asked for once each, by zone", async () => {
  const aws = pretendedAws(answer(EVERYWHERE));
  const { env } = sample({ nodeGroups: { more: { instanceType: "m7i.xlarge", nodes: 1 } } });
  await TYPE_OFFERED.run({ environment: env, aws, now: NOW });
  expect(aws.calls.map(({ input }) => input)).toEqual([
    expect.objectContaining({
      LocationType: "availability-zone",
      Filters: [{ Name: "instance-type", Values: ["m7i.4xlarge", "m7i.xlarge", "p5.48xlarge"] }],
    }),
  ]);
});

test("a zone of the network that has the type is named first", async () => {
  const [h100] = await ask({ ...EVERYWHERE, "p5.48xlarge": "fb" });
  expect(h100).toMatchObject({
    verdict: "failed",
    text: "p5.48xlarge is not offered in us-east-1a; us-east-1 has it in us-east-1b, us-east-1f",
    fix: "Choose us-east-1b for h100, or another instance type.",
  });
});

test("a zone that the network lacks has to be added", async () => {
  const [h100] = await ask({ ...EVERYWHERE, "p5.48xlarge": "fd" });
  expect(h100?.fix).toBe("Add us-east-1d or us-east-1f to the network, or choose another instance type.");
});

test("a Region without the type is said to be one", async () => {
  const [h100] = await ask({ ...EVERYWHERE, "p5.48xlarge": "" });
  expect(h100?.text).toBe("p5.48xlarge is not offered in us-east-1a; no zone of us-east-1 has it");
  expect(h100?.fix).toBe("Choose another instance type, or another Region.");
});

test("a group of several zones runs in those that have the type", async () => {
  const [, cpu] = await ask({ ...EVERYWHERE, "m7i.4xlarge": "b" });
  expect(cpu).toMatchObject({ verdict: "warning", subject: "cpu" });
  expect(cpu?.text).toContain("not offered in us-east-1a");
  const [, none] = await ask({ ...EVERYWHERE, "m7i.4xlarge": "c" });
  expect(none?.verdict).toBe("failed");
});
