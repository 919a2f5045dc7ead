import { sample } from "../../../helpers/environment";
import { synthStacks } from "../../../helpers/stacks";
import type { Json } from "../../../helpers/synth";

const POOL = { nodeGroups: { cpu: { scaledBy: { kind: "karpenter" } } } };
const { platform, nodes } = synthStacks(sample(POOL).env);
const of = (type: string) => Object.entries<Json>(platform.resource?.[type] ?? {});
const release = (name: string) => of("helm_release").find(([, one]) => one["name"] === name)!;
const values = (name: string) => JSON.parse((release(name)[1]["values"] as string[])[0]!) as Json;

test("the group is no managed node group", () => {
  const names = Object.values<Json>(nodes.resource?.aws_eks_node_group ?? {}).map((one) => one["node_group_name"]);
  expect(names).toEqual(["sample-h100"]);
});

test("the queue of warnings takes those of EventBridge alone, over TLS, and forgets them after five minutes", () => {
  const [[, queue]] = of("aws_sqs_queue") as [[string, Json]];
  expect(queue).toMatchObject({
    name: "sample-karpenter",
    message_retention_seconds: 300,
    sqs_managed_sse_enabled: true,
  });
  const arn = "arn:aws:sqs:us-east-1:111122223333:sample-karpenter";
  expect(JSON.parse(queue["policy"] as string)).toMatchObject({
    Statement: [
      { Effect: "Allow", Action: "sqs:SendMessage", Resource: arn },
      { Effect: "Deny", Action: "sqs:*", Resource: arn, Condition: { Bool: { "aws:SecureTransport": "false" } } },
    ],
  });
});

test("rules bring it every event that Karpenter reads", () => {
  const patterns = of("aws_cloudwatch_event_rule").map(
    ([, rule]) => JSON.parse(rule["event_pattern"] as string) as Json,
  );
  expect(patterns.map((one) => (one["detail-type"] as string[])[0]).sort()).toEqual([
    "AWS Health Event",
    "EC2 Capacity Reservation Instance Interruption Warning",
    "EC2 Instance Rebalance Recommendation",
    "EC2 Instance State-change Notification",
    "EC2 Spot Instance Interruption Warning",
  ]);
  expect(of("aws_cloudwatch_event_target")).toHaveLength(5);
});

test("the controller stands on the system nodes, hears the queue, and leaves repair to others", () => {
  const { nodeSelector, settings, serviceAccount } = values("karpenter") as Record<string, Json>;
  expect(nodeSelector).toEqual({ "railyard.dev/role": "system" });
  expect(serviceAccount).toEqual({ create: true, name: "karpenter" });
  expect(settings).toMatchObject({
    interruptionQueue: "sample-karpenter",
    featureGates: { nodeRepair: false, nodeOverlay: false },
  });
});

test("behind a proxy it goes through it, and knows its Region all the same", () => {
  const change = { ...POOL, outbound: { proxy: { url: "http://proxy.example.com:3128" } } };
  const releases = Object.values<Json>(synthStacks(sample(change).env)["platform"]?.resource?.helm_release ?? {});
  const found = releases.find((one) => one["name"] === "karpenter")!;
  const { controller } = JSON.parse((found["values"] as string[])[0]!) as Json;
  expect(controller.env).toContainEqual({ name: "AWS_REGION", value: "us-east-1" });
  expect(controller.env).toContainEqual({ name: "HTTPS_PROXY", value: "http://proxy.example.com:3128" });
});

test("pools go before the controller, and Helm waits until their nodes are gone", () => {
  const [id] = release("karpenter");
  const pools = release("karpenter-pools")[1];
  expect(pools).toMatchObject({ wait: true, timeout: 3600 });
  expect(pools["depends_on"]).toContain(`helm_release.${id}`);
});

// where nodes, warnings and roles are found: frozen
test("addresses are frozen", () => {
  const all = ["aws_sqs_queue", "aws_cloudwatch_event_rule", "aws_cloudwatch_event_target", "helm_release"].flatMap(
    (type) => of(type).map(([id]) => `${type}.${id.replace(/_[0-9A-F]{8}$/, "")}`),
  );
  expect(all.filter((address) => address.includes("karpenter")).sort()).toEqual([
    ...["health", "rebalance", "reservation", "spot", "state"].flatMap((word) => [
      `aws_cloudwatch_event_rule.karpenter_interruptions_${word}`,
    ]),
    ...["health", "rebalance", "reservation", "spot", "state"].map(
      (word) => `aws_cloudwatch_event_target.karpenter_interruptions_${word}-target`,
    ),
    "aws_sqs_queue.karpenter_interruptions_queue",
    "helm_release.karpenter-pools_objects_release",
    "helm_release.karpenter_chart_release",
  ]);
});
