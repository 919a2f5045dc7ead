import { updated } from "../../../helpers/plan";
import { only, type Reviewed } from "../../../helpers/reviewed";
import { SYSTEM, H100, CPU, h100, nodes } from "../../../helpers/node-group-plans";

const newVersion = { unknown: { launch_template: [{ version: true }] } };

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

  test("one that Kueue has names the teams with a queue there", () => {
    const queues = { slurm: null, teams: { vision: {}, speech: {} }, kueue: { nodeGroups: ["h100"] } };
    expect(roll(H100, { before: queues }).text).toContain("jobs in queues of teams: vision and speech.");
    const elsewhere = {
      ...queues,
      slurm: { partitions: { prep: { nodeGroups: ["cpu"], default: true }, train: null } },
    };
    expect(roll(H100, { before: elsewhere }).text).toMatch(
      /No Slurm partition [^]*in queues of teams: vision and speech\./,
    );
    expect(roll(H100, { before: { slurm: null } }).text).not.toContain("Kueue");
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
