import { factsOf, familyOf, runningInstances } from "../../../scripts/preflight/instances";
import { instances } from "../../helpers/preflight-check";
import { pretendedAws } from "../../helpers/pretended-aws";

test("what an instance is, where it runs, how it was bought and whose it is", async () => {
  const aws = pretendedAws(
    instances(
      { id: "i-own", type: "p5.48xlarge", group: "h100", reservation: "cr-1" },
      { id: "i-spot", type: "m5.large", cores: 1, lifecycle: "spot", zone: "us-east-1b" },
    ),
  );
  expect(await runningInstances(aws)).toEqual([
    {
      id: "i-own",
      type: "p5.48xlarge",
      zone: "us-east-1a",
      market: "on-demand",
      vcpus: 192,
      reservationId: "cr-1",
      environment: "sample",
      nodeGroup: "h100",
    },
    {
      id: "i-spot",
      type: "m5.large",
      zone: "us-east-1b",
      market: "spot",
      vcpus: 2,
      reservationId: null,
      environment: null,
      nodeGroup: null,
    },
  ]);
});

test("only those that are pending or run are asked for, once for all checks", async () => {
  const aws = pretendedAws(instances());
  await Promise.all([runningInstances(aws), runningInstances(aws)]);
  expect(aws.calls).toEqual([
    {
      call: "EC2.DescribeInstances",
      region: "us-east-1",
      input: expect.objectContaining({
        Filters: [{ Name: "instance-state-name", Values: ["pending", "running"] }],
      }) as object,
    },
  ]);
});

test.each([
  [undefined, "on-demand"],
  ["scheduled", "on-demand"],
  ["spot", "spot"],
  ["capacity-block", "capacity-block"],
])("the life cycle %s is bought as %s", async (InstanceLifecycle, market) => {
  const aws = pretendedAws({ "EC2.DescribeInstances": { Reservations: [{ Instances: [{ InstanceLifecycle }] }] } });
  expect((await runningInstances(aws))[0]?.market).toBe(market);
});

test("a size that nobody says is unknown, not zero", async () => {
  const [instance] = await runningInstances(pretendedAws(instances({ type: "m9z.large" })));
  expect(instance?.vcpus).toBeNull();
  expect(factsOf("m9z.large")).toBeUndefined();
});

test("the family stands before the dot", () => {
  expect(familyOf("p6-b200.48xlarge")).toBe("p6-b200");
  expect(familyOf("strange")).toBe("strange");
});
