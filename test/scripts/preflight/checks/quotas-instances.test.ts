import { INSTANCE_QUOTA_CHECK } from "../../../../scripts/preflight/checks/quotas-instances";
import { checked, instances, quotas, type Running } from "../../../helpers/preflight-check";
import { pretendedAws } from "../../../helpers/pretended-aws";
import { NOW, sample, type Change } from "../../../helpers/environment";
import { ec2Groups } from "../../../../config/sites/aws-eks/nodes/ec2-groups";

const P = "L-417A185B";
const P_SPOT = "L-7212CCBC";
const G = "L-DB2E81BA";
const STANDARD = "L-1216C47A";
const PLENTY = { [P]: 1e6, [P_SPOT]: 1e6, [G]: 1e6, [STANDARD]: 1e6 };

interface Account {
  readonly limits?: Record<string, number>;
  readonly running?: readonly Running[];
  readonly reserved?: readonly object[];
}

function ask({ limits = PLENTY, running = [], reserved = [] }: Account, change: Change = {}) {
  const answers = {
    ...quotas(limits),
    ...instances(...running),
    "EC2.DescribeCapacityReservations": { CapacityReservations: reserved },
  };
  return checked(INSTANCE_QUOTA_CHECK, answers, change);
}

const RESERVATION = {
  CapacityReservationId: "cr-0123456789abcdef0",
  OwnerId: "111122223333",
  InstanceType: "p5.48xlarge",
  AvailabilityZone: "us-east-1a",
  AvailableInstanceCount: 4,
};

const textOf = async (code: string, ...args: Parameters<typeof ask>) =>
  (await ask(...args)).find(({ subject }) => subject.includes(code))?.text;

const group = (instanceType: string, capacity: object, nodes = 2): Change => ({
  nodeGroups: { h100: { instanceType, nodes, capacity: { target: null, zone: null, ...capacity } } },
});

test("an empty account needs every node, by class", async () => {
  expect(await textOf(P, {})).toContain("0 vCPU in use");
  expect(await textOf(P, {})).toContain("768 vCPU more needed: h100 4 × 192");
  expect(await textOf(STANDARD, {})).toContain("60 vCPU more needed: cpu 3 × 16, system nodes 3 × 4");
});

test("the limit is met to the vCPU", async () => {
  expect((await ask({ limits: { ...PLENTY, [P]: 768 } })).every(({ verdict }) => verdict === "ok")).toBe(true);
  const failed = (await ask({ limits: { ...PLENTY, [P]: 767 } })).filter(({ verdict }) => verdict === "failed");
  expect(failed).toHaveLength(1);
  expect(failed[0]?.fix).toContain(`--quota-code ${P} --desired-value 768`);
});

test("a reservation counts already, so nodes that enter it take nothing more", async () => {
  const text = await textOf(P, { reserved: [RESERVATION] });
  expect(text).toContain("768 vCPU in use");
  expect(text).toContain("0 vCPU more needed");
});

test("places of a reservation in which nodes run count once", async () => {
  const account = {
    running: [{ type: "p5.48xlarge", group: "h100", reservation: "cr-0123456789abcdef0" }],
    reserved: [{ ...RESERVATION, AvailableInstanceCount: 2 }],
  };
  const text = await textOf(P, account);
  expect(text).toContain("576 vCPU in use");
  expect(text).toContain("192 vCPU more needed: h100 1 × 192");
});

test("what others run counts, and what this environment runs is not needed again", async () => {
  const running = [
    { type: "p4d.24xlarge" },
    { type: "p5.48xlarge", group: "h100" },
    { type: "m5.large", cores: 1 },
    { type: "m7i.xlarge", group: "system" },
  ];
  expect(await textOf(P, { running })).toContain("288 vCPU in use");
  expect(await textOf(P, { running })).toContain("h100 3 × 192");
  expect(await textOf(STANDARD, { running })).toContain("6 vCPU in use");
  expect(await textOf(STANDARD, { running })).toContain("system nodes 2 × 4");
});

test("spot and Capacity Blocks do not count as on-demand", async () => {
  const running = [
    { type: "p5.48xlarge", lifecycle: "spot" },
    { type: "p5.48xlarge", lifecycle: "capacity-block" },
  ] as const;
  expect(await textOf(P, { running })).toContain("0 vCPU in use");
  const block = { ...RESERVATION, ReservationType: "capacity-block" };
  expect(await textOf(P, { reserved: [block] })).toContain("0 vCPU in use");
});

test("a reservation of another account counts there", async () => {
  const text = await textOf(P, { reserved: [{ ...RESERVATION, OwnerId: "444455556666" }] });
  expect(text).toContain("0 vCPU in use");
  expect(text).toContain("768 vCPU more needed");
});

test("spot nodes that fall back to on-demand need both quotas", async () => {
  const results = await ask({ running: [] }, group("p5.48xlarge", { kind: "spot", onDemandFallback: true }));
  const needing = results.filter(({ text }) => text.includes("384 vCPU more needed: h100 2 × 192"));
  expect(needing).toHaveLength(2);
});

test("a spot group counts on the quota of spot alone", async () => {
  const running = [{ type: "p5.48xlarge", lifecycle: "spot" }] as const;
  const results = await ask({ running }, group("p5.48xlarge", { kind: "spot" }));
  expect(results.some(({ subject }) => subject.includes(P))).toBe(false);
  const spot = results.find(({ subject }) => subject.includes(P_SPOT));
  expect(spot?.text).toContain("192 vCPU in use");
  expect(spot?.text).toContain("384 vCPU more needed: h100 2 × 192");
});

test("G and VT share a quota", async () => {
  const text = await textOf(
    G,
    { running: [{ type: "vt1.3xlarge", cores: 6 }] },
    group("g6.48xlarge", { kind: "on-demand" }),
  );
  expect(text).toContain("12 vCPU in use");
  expect(text).toContain("384 vCPU more needed");
});

test("a Capacity Block needs no quota", async () => {
  const capacity = { kind: "capacity-block", id: "cr-0123456789abcdef0", zone: "us-east-1a" };
  const days = { start: "2026-11-25", end: "2026-12-02" };
  const results = await ask(
    {},
    {
      nodeGroups: { h100: { instanceType: "p5.48xlarge", nodes: 2, capacity: { target: null, ...capacity, ...days } } },
    },
  );
  expect(results.map(({ subject }) => subject)).toEqual([expect.stringContaining(STANDARD)]);
});

test("a resource group may hold any reservation of the type and zone", async () => {
  const target = "arn:aws:resource-groups:us-east-1:111122223333:group/train";
  const change = { nodeGroups: { h100: { capacity: { target } } } };
  const other = { ...RESERVATION, CapacityReservationId: "cr-1", AvailableInstanceCount: 1 };
  expect(await textOf(P, { reserved: [other] }, change)).toContain("h100 3 × 192");
  const elsewhere = { ...other, AvailabilityZone: "us-east-1b" };
  expect(await textOf(P, { reserved: [elsewhere] }, change)).toContain("h100 4 × 192");
});

test("instances of a size that nobody says are named, and what seems enough is unknown", async () => {
  const running = [{ type: "m9z.large" }];
  expect(await textOf(STANDARD, { running })).toContain("not counted: m9z.large, whose vCPUs are unknown");
  const of = async (limit: number) =>
    (await ask({ limits: { ...PLENTY, [STANDARD]: limit }, running })).find(({ subject }) =>
      subject.includes(STANDARD),
    );
  expect((await of(100_000))?.verdict).toBe("unknown");
  // what is too small already stays so
  expect((await of(1))?.verdict).toBe("failed");
});

test("a quota that Service Quotas does not know is unknown", async () => {
  const unknown = (await ask({ limits: { [STANDARD]: 100 } })).filter(({ verdict }) => verdict === "unknown");
  expect(unknown.map(({ subject }) => subject)).toEqual([expect.stringContaining(P)]);
});

test("a family of which no quota is known is a gap", async () => {
  const { env } = sample();
  const nodeGroups = ec2Groups(env).map((g) => ({ ...g, hardware: { ...g.hardware, family: "hpc9" } }));
  const answers = { ...quotas(PLENTY), ...instances(), "EC2.DescribeCapacityReservations": {} };
  const props = { environment: { ...env, nodeGroups }, aws: pretendedAws(answers), now: NOW };
  const [first] = await INSTANCE_QUOTA_CHECK.run(props);
  expect(first).toMatchObject({ verdict: "unknown", subject: "h100" });
  expect(first?.text).toBe("no vCPU quota is known for p5.48xlarge, of which 4 are needed");
});
