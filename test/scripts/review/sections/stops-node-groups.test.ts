import { created, deleted, replaced, replacedLate, updated, type Planned } from "../../../helpers/plan";
import { only, reviewed, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const H100 = {
  node_group_name: "sample-h100",
  labels: { "railyard.dev/node-group": "h100" },
  instance_types: ["p5.48xlarge"],
  scaling_config: [{ min_size: 4, desired_size: 4, max_size: 4 }],
  launch_template: [{ id: "lt-1", name: "sample-h100", version: "3" }],
  update_config: [{ max_unavailable: 1, max_unavailable_percentage: null }],
  force_update_version: false,
  release_version: "1.34.2-20251112",
  timeouts: { create: "60m", update: "6h", delete: "90m" },
};
const CPU = {
  ...H100,
  node_group_name: "sample-cpu",
  labels: { "railyard.dev/node-group": "cpu" },
  scaling_config: [{ min_size: 0, desired_size: 0, max_size: 3 }],
};
const SYSTEM = {
  ...H100,
  node_group_name: "sample-system",
  labels: { "railyard.dev/role": "system" },
  instance_types: null,
};

const h100 = "aws_eks_node_group.h100";
const newVersion = { unknown: { launch_template: [{ version: true }] } };
const nodes = (...resources: Planned[]): Reviewed => ({ plans: { nodes: resources } });
const roll = (values: object = H100, more: Reviewed = {}) =>
  only("stops", { ...nodes(updated(h100, { ...values }, {}, newVersion)), ...more });

describe("a node group that rolls", () => {
  test("names its nodes, GPUs, partitions and teams, and the order that loses no work", () => {
    const finding = roll();
    expect(finding).toMatchObject({ severity: "danger", address: "sample-nodes.aws_eks_node_group.h100" });
    expect(finding.title).toBe("Node group h100 rolls: 4 nodes with 32 H100-80GB GPUs are drained and made anew.");
    expect(finding.details).toContain("Slurm partition: train; teams: vision.");
    expect(finding.details).toContain("1 node at a time: 4 steps for 4 nodes.");
    expect(finding.text).toContain("How long a step takes is not known");
    expect(finding.text).toContain("railyard deploy drains its nodes in Slurm first");
    expect(finding.text).toMatch(
      /scontrol update nodename="\$\(sinfo -hN -p train[^]*state=drain[^]*squeue -h -p train -t running/,
    );
  });

  test("says what differs in its launch template, user data by the number of lines", () => {
    const template = (script: string) => ({
      id: "lt-1",
      name: "sample-h100",
      latest_version: 3,
      image_id: null,
      user_data: Buffer.from(script).toString("base64"),
    });
    const change = updated(
      "aws_launch_template.h100",
      template("a\nb\n"),
      { ...template("a\nc\n"), image_id: "ami-2" },
      { unknown: { latest_version: true } },
    );
    const finding = only("stops", nodes(change, updated(h100, H100, {}, newVersion)));
    expect(finding.details).toContain("launch_template[0].version: 3 → (known after apply)");
    expect(finding.details).toContain("In its launch template: image_id: nothing → ami-2");
    expect(finding.details).toContain("In its launch template: user_data: 2 lines differ");
  });

  test("says when only tags of the template make it roll", () => {
    const template = { id: "lt-1", latest_version: 3, tags: { Name: "a" } };
    const change = updated(
      "aws_launch_template.h100",
      template,
      { tags: { Name: "b" } },
      { unknown: { latest_version: true } },
    );
    expect(only("stops", nodes(change, updated(h100, H100, {}, newVersion))).text).toContain("Only tags change");
  });

  test.each([
    ["another image", { release_version: "1.34.2-20260101" }],
    ["another version of Kubernetes", { version: "1.35" }],
  ])("%s rolls it too", (_, change) => {
    expect(only("stops", nodes(updated(h100, H100, change))).title).toContain("rolls");
  });

  test("several nodes at a time take fewer steps", () => {
    expect(roll({ ...H100, update_config: [{ max_unavailable: 3 }] }).text).toContain(
      "3 nodes at a time: 2 steps for 4 nodes.",
    );
    expect(roll({ ...H100, update_config: [{ max_unavailable_percentage: 50 }] }).text).toContain(
      "50 % of the nodes at a time: 2 steps",
    );
  });

  test("a full reservation has no nodes to start first, and kept pods stop the update", () => {
    expect(roll().text).toContain("what is bought and full has none to give");
    expect(roll().text).toContain("busy slurmd ones, make the update fail");
    expect(roll({ ...H100, force_update_version: true }).text).toContain("are ended");
    const bought = { nodeGroups: { h100: { capacity: null } } };
    expect(roll(H100, { before: bought }).text).not.toContain("what is bought");
  });

  test("another reservation is named", () => {
    const after = {
      nodeGroups: { h100: { capacity: { kind: "reservation", target: "cr-0aaaaaaaaaaaaaaaa", zone: "us-east-1a" } } },
    };
    expect(roll(H100, { after }).text).toContain("reservation cr-0123456789abcdef0 → reservation cr-0aaaaaaaaaaaaaaaa");
  });

  test("in a partition with other groups, these are to be left out", () => {
    const both = { slurm: { partitions: { train: { nodeGroups: ["h100", "cpu"] } } } };
    expect(roll(H100, { before: both }).text).toContain("Partition train also has nodes of cpu");
  });

  test("without Slurm, its pods are told of", () => {
    const finding = roll(H100, { before: { slurm: null, teams: {} } });
    expect(finding.text).toContain("There is no Slurm");
    expect(finding.text).toContain("kubectl cordon -l railyard.dev/node-group=h100");
  });

  test("one without nodes disturbs nobody: before its Capacity Block, and by what AWS says", () => {
    const block = {
      kind: "capacity-block",
      id: "cr-0123456789abcdef0",
      zone: "us-east-1a",
      start: "2026-12-01",
      end: "2026-12-15",
    };
    const before = { nodeGroups: { h100: { capacity: block } } };
    const finding = roll({ ...H100, scaling_config: [{ desired_size: 0 }] }, { before });
    expect(finding).toMatchObject({ severity: "warning", title: "Node group h100 rolls: no node runs now." });
    expect(finding.text).not.toContain("railyard deploy drains");
    expect(
      roll({ ...H100, scaling_config: [{ desired_size: 4 }] }, { before, now: new Date("2026-12-05T00:00:00Z") })
        .severity,
    ).toBe("danger");
    expect(roll({ ...CPU }, { asked: "aws" }).severity).toBe("warning");
  });

  test("of an autoscaled one, a rehearsal does not know how many nodes run, and says so", () => {
    const finding = roll({ ...CPU });
    expect(finding).toMatchObject({ severity: "danger" });
    expect(finding.title).toContain("0 to 3 nodes (how many run now is not known here)");
    expect(roll({ ...CPU, scaling_config: [{ desired_size: 2 }] }, { asked: "aws" }).title).toContain(
      "2 nodes are drained",
    );
  });

  test("of one without sizes in the plan, nothing is said of their number", () => {
    const finding = roll({ ...H100, node_group_name: "other", labels: {}, scaling_config: [], instance_types: [] });
    expect(finding.title).toBe(
      "Node group other rolls: its nodes (how many run now is not known here) are drained and made anew.",
    );
  });

  test("system nodes carry controllers, not jobs", () => {
    const finding = roll(SYSTEM);
    expect(finding.severity).toBe("warning");
    expect(finding.text).toContain("Controllers run on it");
  });

  test("one that config does not have is known by its instance type", () => {
    const finding = roll({ ...H100, node_group_name: "other", labels: {}, instance_types: ["p5.48xlarge"] });
    expect(finding.title).toContain("Node group other rolls: 4 nodes with 32 H100-80GB GPUs");
  });
});

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
