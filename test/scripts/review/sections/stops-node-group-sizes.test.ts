import { created, deleted, replaced, replacedLate, updated } from "../../../helpers/plan";
import { only, reviewed, findingsOf, type Reviewed } from "../../../helpers/reviewed";
import { SYSTEM, H100, CPU, h100, nodes } from "../../../helpers/node-group-plans";

describe("a node group that goes", () => {
  test("takes all its nodes at once, and says for how long as far as that is known", () => {
    const finding = only("stops", nodes(replaced(h100, H100, { instance_types: ["p5en.48xlarge"] })));
    expect(finding.severity).toBe("danger");
    expect(finding.title).toBe(
      "Node group h100 is replaced. 4 nodes with 32 H100-80GB GPUs go at once, with every job on them.",
    );
    expect(finding.text).toContain("It cannot change in place: instance_types[0]: p5.48xlarge → p5en.48xlarge");
    expect(finding.text).toContain("Terraform waits at most 90m for the old one to go and 60m for the new one to come");
    expect(only("stops", nodes(deleted(h100, H100))).text).not.toContain("60m");
    expect(only("stops", nodes(deleted(h100, { ...H100, timeouts: null }))).text).toContain(
      "For how long is not known.",
    );
  });

  test("and is made again at another address is told to be moved instead", () => {
    const [finding] = findingsOf("stops", nodes(deleted(h100, H100), created("aws_eks_node_group.other", H100)));
    expect(finding?.severity).toBe("danger");
    expect(finding?.details.join("\n")).toContain(`terraform state mv '${h100}' 'aws_eks_node_group.other'`);
  });

  test("may be made anew before the old one goes", () => {
    expect(only("stops", nodes(replacedLate(h100, H100, { ami_type: "x" }))).text).toContain(
      "made before the old one goes",
    );
  });

  test("is no danger where nothing runs", () => {
    expect(only("stops", { ...nodes(deleted(h100, CPU)), asked: "aws" })).toMatchObject({ severity: "warning" });
  });

  test("is one for system nodes: all controllers go at once", () => {
    expect(only("stops", nodes(replaced(h100, SYSTEM, { ami_type: "x" }))).severity).toBe("danger");
  });

  test.each(["aws_autoscaling_group.a", "aws_instance.a", "aws_eks_fargate_profile.a"])(
    "%s too is a danger",
    (address) => {
      expect(only("stops", nodes(deleted(address, { name: "a" }))).severity).toBe("danger");
    },
  );
});

describe("a node group of another size", () => {
  const size = (min: number, desired: number, max: number) => ({
    scaling_config: [{ min_size: min, desired_size: desired, max_size: max }],
  });
  const resize = (values: object, change: object, more: Reviewed = {}) =>
    only("stops", { ...nodes(updated(h100, { ...values }, { ...change })), ...more });

  test("that grows disturbs nobody", () => {
    const finding = resize(H100, size(8, 8, 8));
    expect(finding).toMatchObject({
      severity: "info",
      title: "Node group h100 grows by 4 nodes with 32 H100-80GB GPUs: nothing that runs is touched.",
    });
    expect(reviewed(nodes(updated(h100, H100, size(8, 8, 8)))).verdict).toBe("safe");
  });

  test("that may grow, if an autoscaler wants it, disturbs nobody either", () => {
    expect(resize(CPU, size(0, 0, 6)).title).toBe("Node group cpu may grow: nothing that runs is touched.");
  });

  test("that shrinks ends nodes that nobody chooses", () => {
    const finding = resize(H100, size(2, 2, 2));
    expect(finding).toMatchObject({ severity: "danger" });
    expect(finding.title).toBe("Node group h100 shrinks: 2 nodes with 16 H100-80GB GPUs end.");
    expect(finding.text).toContain("Auto Scaling chooses which nodes end");
  });

  test("that gets a lower limit ends nodes above it", () => {
    expect(resize(CPU, size(0, 0, 1)).severity).toBe("danger");
    expect(resize(CPU, size(0, 0, 1)).title).toContain("if so many run");
    const running = { ...CPU, ...size(0, 1, 3) };
    expect(resize(running, size(0, 1, 1), { asked: "aws" }).severity).toBe("info");
    expect(resize(running, size(0, 1, 2), { asked: "aws" }).title).toContain("other limits");
    expect(resize({ ...CPU, ...size(0, 3, 3) }, size(0, 3, 1), { asked: "aws" }).title).toContain(
      "shrinks: 2 nodes end",
    );
  });

  test("whose size is left to an autoscaler ends none", () => {
    const after = { nodeGroups: { h100: { nodes: { min: 0, max: 4 } } } };
    expect(resize(H100, size(0, 4, 4), { after }).severity).toBe("info");
  });

  test("an Auto Scaling group shrinks as well", () => {
    const values = { name: "a", desired_capacity: 4, max_size: 4 };
    expect(
      findingsOf("stops", nodes(updated("aws_autoscaling_group.a", values, { desired_capacity: 1 })))[0]?.title,
    ).toContain("shrinks: 3 nodes end");
  });
});

describe("a node group that changes under its jobs", () => {
  const taint = (effect: string, key = "a") => ({ taint: [{ key, value: "", effect }] });

  test.each([
    ["a taint that evicts", {}, taint("NO_EXECUTE"), "danger"],
    ["a taint that keeps away", {}, taint("NO_SCHEDULE"), "warning"],
    ["a taint that goes", taint("NO_SCHEDULE"), { taint: [] }, "info"],
    ["another way to cut GPUs", {}, { labels: { ...H100.labels, "nvidia.com/mig.config": "all-1g.10gb" } }, "danger"],
    ["another label of its group", {}, { labels: { "railyard.dev/node-group": "other" } }, "danger"],
    ["a label that goes", { labels: { ...H100.labels, a: "b" } }, { labels: H100.labels }, "warning"],
    ["a label that comes", {}, { labels: { ...H100.labels, a: "b" } }, "info"],
    [
      "repair by EKS",
      { node_repair_config: [{ enabled: false }] },
      { node_repair_config: [{ enabled: true }] },
      "warning",
    ],
  ])("%s: %s", (_, before, change, severity) => {
    expect(only("stops", nodes(updated(h100, { ...H100, ...before }, change))).severity).toBe(severity);
  });

  test("a taint evicts nobody where nothing runs", () => {
    const empty = { ...CPU, scaling_config: [{ desired_size: 0 }] };
    expect(only("stops", { ...nodes(updated(h100, empty, taint("NO_EXECUTE"))), asked: "aws" }).severity).toBe(
      "warning",
    );
  });

  test("limits of updates touch nobody and are not told here", () => {
    expect(findingsOf("stops", nodes(updated(h100, H100, { update_config: [{ max_unavailable: 2 }] })))).toEqual([]);
  });
});

test("a new node group is told with its size", () => {
  const finding = only("stops", nodes(created(h100, H100)));
  expect(finding).toMatchObject({
    severity: "info",
    title: "Node group h100 is made: 4 nodes with 32 H100-80GB GPUs at most.",
  });
});

test("a template of which no group takes the new version touches only new nodes", () => {
  const template = { id: "lt-9", name: "other", latest_version: 3, image_id: "ami-1" };
  const change = updated(
    "aws_launch_template.other",
    template,
    { image_id: "ami-2" },
    { unknown: { latest_version: true } },
  );
  const finding = only("stops", nodes(change, updated(h100, H100, { update_config: [{ max_unavailable: 2 }] })));
  expect(finding).toMatchObject({ severity: "info", details: ["image_id: ami-1 → ami-2"] });
});

test("capacity that is given back, or less of it, may not be had again", () => {
  const reservation = { id: "cr-1", instance_count: 16 };
  const address = "aws_ec2_capacity_reservation.a";
  expect(only("stops", nodes(deleted(address, reservation))).title).toContain("of 16 instances is given back");
  expect(only("stops", nodes(updated(address, reservation, { instance_count: 8 }))).severity).toBe("danger");
  expect(findingsOf("stops", nodes(updated(address, reservation, { instance_count: 20 })))).toEqual([]);
});
