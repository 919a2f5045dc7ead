import { resolveNone } from "../../../../../config/fabrics/none/kind";
import { MAX_PODS_RULES } from "../../../../../config/sites/aws-eks/nodes/max-pod-rules";
import { INSTANCE_TYPE_NAMES, INSTANCE_TYPES } from "../../../../../config/facts/instance-types";
import { managedPodCap, mostPods } from "../../../../../config/sites/aws-eks/nodes/max-pods";
import { sample } from "../../../../helpers/environment";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";
import { ec2Groups } from "../../../../../config/sites/aws-eks/nodes/ec2-groups";

const custom = { kind: "custom", imageId: "ami-0123456789abcdef0" };

ruleCases(MAX_PODS_RULES, {
  "nodes/max-pods-placeable": {
    severity: "error",
    trips: [
      {
        when: "pods without an address on p5, and names the roomier layout",
        change: group("h100", { maxPods: 52 }),
        at: groupAt("h100", "maxPods"),
        message: ["maxPods is 52", "places 51 on p5.48xlarge"],
        fix: ["maxPods: 51", `layout: "primary-efa"`, "up to 100"],
      },
      {
        when: "pods without an address where no layout has more room",
        change: group("cpu", { maxPods: 235 }),
        at: groupAt("cpu", "maxPods"),
        message: ["maxPods is 235", "places 234 on m7i.4xlarge"],
        fix: ["maxPods: 234"],
      },
    ],
    passes: [
      { when: "all that can be placed", change: group("h100", { maxPods: 51 }) },
      {
        when: "more with the layout that has more room",
        change: group("h100", { maxPods: 100, fabric: { kind: "efa", layout: "primary-efa" } }),
      },
      {
        when: "anything on a type of which nothing is known",
        change: group("h100", { instanceType: "p6e-gb200.36xlarge", maxPods: 737 }),
      },
    ],
  },
  "nodes/max-pods-managed": {
    severity: "error",
    trips: [
      {
        when: "more than EKS lets a large node have",
        change: group("h100", {
          instanceType: "g6e.48xlarge",
          capacity: { kind: "spot", target: null, zone: null },
          fabric: { kind: "none" },
          maxPods: 251,
        }),
        at: groupAt("h100", "maxPods"),
        message: ["maxPods is 251", "g6e.48xlarge (192 vCPUs) to 250"],
        fix: ["maxPods: 250", "custom"],
      },
      {
        when: "more than EKS lets a small node have",
        change: group("cpu", { maxPods: 111 }),
        at: groupAt("cpu", "maxPods"),
        message: ["m7i.4xlarge (16 vCPUs) to 110"],
      },
    ],
    passes: [
      { when: "all that EKS allows", change: group("cpu", { maxPods: 110 }) },
      { when: "more with an image of one's own", change: group("cpu", { maxPods: 234, image: custom }) },
    ],
  },
  "nodes/max-pods-daemons": {
    severity: "error",
    trips: [
      {
        change: group("h100", { maxPods: 4 }),
        at: groupAt("h100", "maxPods"),
        message: ["maxPods is 4", "aws-node", "nvidia-device-plugin"],
        fix: ["remove maxPods"],
      },
      { change: group("cpu", { maxPods: 8 }), at: groupAt("cpu", "maxPods"), message: ["8 daemons"] },
    ],
    passes: [{ change: group("cpu", { maxPods: 9 }) }, { change: group("h100", { maxPods: 30 }) }, { change: {} }],
  },
});

test("no type gets more pods than EKS allows, unless the image is one's own", () => {
  for (const name of INSTANCE_TYPE_NAMES) {
    const facts = INSTANCE_TYPES[name];
    const most = mostPods(facts, resolveNone(facts), "al2023");
    expect(most ?? 0).toBeLessThanOrEqual(facts.vcpus > 30 ? 250 : 110);
    expect(mostPods(facts, resolveNone(facts), "custom")).toBe(facts.maxPods.otherwise);
  }
  expect(managedPodCap({ vcpus: 16 }, "bottlerocket")).toBe(110);
  const { env } = sample({ nodeGroups: { cpu: { instanceType: "m7i.16xlarge" } } });
  expect(ec2Groups(env).find(({ name }) => name === "cpu")?.machines.maxPods).toBe(250);
});
