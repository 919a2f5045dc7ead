import { moneyText } from "../../../../scripts/review/sections/money";
import { findingsOf, only, reviewed, type Reviewed } from "../../../helpers/reviewed";

const table = (section: "capacity" | "money", given: Reviewed) => {
  const found = reviewed(given).tables.find((one) => one.section === section);
  if (!found) throw new Error(`no table of ${section}`);
  return found;
};
const row = (section: "capacity" | "money", label: string, given: Reviewed) =>
  table(section, given).rows.find((one) => one.label === label);
const more = { nodeGroups: { h100: { nodes: 8 } } };

describe("capacity", () => {
  test("has GPUs, nodes, network, storage and partitions, before and after", () => {
    expect(table("capacity", { after: more }).rows).toEqual([
      { label: "GPUs", before: "32 GPUs", after: "64 GPUs", delta: "+32 GPUs", changed: true },
      { label: "Node group h100: nodes", before: "4 nodes", after: "8 nodes", delta: "+4 nodes", changed: true },
      { label: "Node group cpu: nodes", before: "3 nodes", after: "3 nodes", changed: false },
      { label: "Node group h100: EFA for each node", before: "3,200 Gbps", after: "3,200 Gbps", changed: false },
      { label: "EFA of all nodes", before: "12,800 Gbps", after: "25,600 Gbps", delta: "+12,800 Gbps", changed: true },
      { label: "Lustre: capacity", before: "38,400 GiB", after: "38,400 GiB", changed: false },
      { label: "Lustre: throughput", before: "9,375 MB/s", after: "9,375 MB/s", changed: false },
      { label: "Lustre: metadata", before: "12,000 IOPS", after: "12,000 IOPS", changed: false },
      {
        label: "Slurm partition train",
        before: "4 nodes of h100, 32 GPUs, up to 336 hours, default",
        after: "8 nodes of h100, 64 GPUs, up to 336 hours, default",
        changed: true,
      },
    ]);
  });

  test("what is not there on one side is null there", () => {
    expect(row("capacity", "GPUs", { before: null, after: {} })).toEqual({
      label: "GPUs",
      before: null,
      after: "32 GPUs",
      changed: true,
    });
    expect(row("capacity", "GPUs", { before: {}, after: null })).toEqual({
      label: "GPUs",
      before: "32 GPUs",
      after: null,
      changed: true,
    });
    expect(
      row("capacity", "Lustre: capacity", { before: { lustre: null, checkpoints: null }, after: {} })?.before,
    ).toBeNull();
  });

  test("has each Lustre by its name: a tier that moves to another one is no smaller file system", () => {
    const fast = { fast: { kind: "fsx-lustre", deployment: "scratch-2", capacityGiB: 4800, mountPath: "/fast" } };
    const [before, after] = [{}, { warm: { fileSystem: "fast" } }].map((checkpoints) => ({
      storage: fast,
      checkpoints,
    }));
    expect(row("capacity", "Lustre: capacity", { before, after })).toMatchObject({
      before: "38,400 GiB",
      changed: false,
    });
    expect(row("capacity", "Lustre fast: capacity", { before, after })).toMatchObject({
      after: "4,800 GiB",
      changed: false,
    });
    const moved = only("lost", { before, after });
    expect(moved).toMatchObject({ severity: "danger", address: "sample-platform.config.checkpoints.warm.fileSystem" });
    expect(moved.text).toContain("lustre:/checkpoints → fast:/checkpoints");
  });

  test("tells models apart where there are several", () => {
    const both = { nodeGroups: { l40s: { instanceType: "g6e.12xlarge", nodes: 1, capacity: { kind: "spot" } } } };
    expect(row("capacity", "GPUs: L40S-48GB", { after: both })).toMatchObject({ before: null, after: "4 GPUs" });
    expect(row("capacity", "GPUs: H100-80GB", { after: both })).toMatchObject({ before: "32 GPUs", changed: false });
  });

  test("says what is not known", () => {
    const tiered = {
      lustre: {
        deployment: "persistent-2-intelligent-tiering",
        capacityGiB: null,
        throughput: null,
        throughputMBps: 4000,
        efa: false,
      },
      checkpoints: null,
    };
    expect(row("capacity", "Lustre: capacity", { after: tiered })?.after).toBe("unknown");
  });

  test("growth is told, and loss is a warning; nothing is told of what stays", () => {
    expect(findingsOf("capacity", { after: more }).map(({ severity, title }) => [severity, title])).toEqual([
      ["info", "GPUs: 32 GPUs → 64 GPUs."],
      ["info", "Node group h100: nodes: 4 nodes → 8 nodes."],
      ["info", "EFA of all nodes: 12,800 Gbps → 25,600 Gbps."],
    ]);
    expect(findingsOf("capacity", { before: more, after: {} }).every(({ severity }) => severity === "warning")).toBe(
      true,
    );
    expect(findingsOf("capacity", {})).toEqual([]);
    expect(findingsOf("capacity", { before: null, after: {} }).map(({ title }) => title)).toEqual([
      "Nothing is proved yet of pool h100.",
    ]);
  });

  test("another type is told with its GPUs, which are no loss when there are as many", () => {
    const other = { nodeGroups: { h100: { instanceType: "p5en.48xlarge" } } };
    expect(row("capacity", "Node group h100: type", { after: other })).toEqual({
      label: "Node group h100: type",
      before: "p5.48xlarge",
      after: "p5en.48xlarge",
      changed: true,
    });
    expect(findingsOf("capacity", { after: other }).map(({ severity, title }) => [severity, title])).toEqual([
      ["info", "GPUs: H100-80GB: 32 GPUs → none."],
      ["info", "GPUs: H200-141GB: none → 32 GPUs."],
      ["warning", "What was measured of pool h100 holds no longer: measure again after this is applied."],
    ]);
  });

  test("a slower network is a warning", () => {
    const none = { nodeGroups: { h100: { fabric: { kind: "none" } } }, lustre: { efa: false, capacityGiB: 38400 } };
    const [finding] = findingsOf("capacity", { after: none }).filter(({ title }) =>
      title.includes("EFA for each node"),
    );
    expect(finding).toMatchObject({
      severity: "warning",
      title: "Node group h100: EFA for each node: 3,200 Gbps → none.",
    });
  });
});

describe("money", () => {
  test("of what has no known price, nobody says that it costs nothing", () => {
    const group = {
      instanceType: "p5en.48xlarge",
      nodes: 4,
      capacity: {
        kind: "capacity-block",
        id: "cr-00000000000000009",
        zone: "us-east-1a",
        start: "2026-11-10",
        end: "2026-12-08",
      },
    };
    const [finding] = findingsOf("money", { before: {}, after: { nodeGroups: { h200: group } } });
    expect(finding).toMatchObject({ severity: "info", title: expect.stringContaining("is not known") as unknown });
  });

  test("has a row for each group, and the sum", () => {
    const { rows } = table("money", { after: more });
    expect(rows.map(({ label, changed }) => [label, changed])).toEqual([
      ["Node group h100: 4 × p5.48xlarge → 8 × p5.48xlarge", true],
      ["Node group cpu: 3 × m7i.4xlarge", false],
      ["System nodes: 3 × m7i.xlarge", false],
      ["EKS control plane", false],
      ["Lustre: 38400 GiB, persistent-2-ssd", false],
      ["NAT: 1 gateway", false],
      ["Sum of what is known", true],
    ]);
    expect(rows[0]).toMatchObject({
      before: "$220.16",
      after: "$440.32",
      delta: "+$220.16",
    });
  });

  test("the month has a table of its own, with the same rows and what a GPU-hour costs", () => {
    const [hour, month] = reviewed({ after: more }).tables.filter(({ section }) => section === "money");
    expect([hour?.title, month?.title]).toEqual(["USD an hour", "USD a month"]);
    expect(month?.rows.map(({ label }) => label)).toEqual([
      ...(hour?.rows.map(({ label }) => label) ?? []),
      "GPU-hours",
    ]);
    expect(month?.rows[0]).toMatchObject({ before: "$160,717", after: "$321,434", delta: "+$160,717" });
  });

  test("a group keeps its row when its size or type changes, and a new one has nothing before", () => {
    const other = { lustre: { capacityGiB: 57600 } };
    const { rows } = table("money", { after: other });
    expect(rows.map(({ label }) => label)).toContain(
      "Lustre: 38400 GiB, persistent-2-ssd → 57600 GiB, persistent-2-ssd",
    );
    const added = row("money", "Node group h100: 4 × p5.48xlarge", { before: null, after: {} });
    expect(added).toMatchObject({ before: null, after: "$220.16", changed: true });
    expect(added).not.toHaveProperty("delta");
  });

  test("prices that nobody knows are said to be unknown, and the sum is without them", () => {
    const elsewhere = {
      region: "eu-north-1",
      network: { zones: ["eu-north-1a", "eu-north-1b"] },
      nodeGroups: { h100: { capacity: { zone: "eu-north-1a" } } },
    };
    const { rows, notes } = table("money", { before: elsewhere });
    expect(rows.find(({ label }) => label.startsWith("NAT"))?.after).toContain("price unknown");
    expect(notes.join("\n")).toMatch(/No price is known for [^]*NAT/);
    const [finding] = findingsOf("money", { before: {}, after: elsewhere });
    expect(finding?.details.join()).toContain("Without what has no known price");
  });

  test("says what the numbers are", () => {
    const { notes } = table("money", {});
    expect(notes[0]).toContain("an estimate, not a bill");
    expect(notes).toContain(
      "Node group h100: billed by the reservation, whether nodes run or not; capacity.count does not say how many it has.",
    );
  });

  test("the difference is told by the hour and the month; much more is a warning, less is none", () => {
    expect(findingsOf("money", { after: more })).toMatchObject([
      { severity: "warning", title: expect.stringMatching(/^It costs \$220\.16\/h, \$160,717\/month more: /) },
    ]);
    expect(findingsOf("money", { before: more, after: {} })).toMatchObject([
      { severity: "info", title: expect.stringContaining("less") },
    ]);
    expect(findingsOf("money", { after: { nodeGroups: { cpu: { nodes: { max: 4 } } } } })).toMatchObject([
      { severity: "info" },
    ]);
    expect(findingsOf("money", {})).toEqual([]);
  });

  test("nodes of a reservation may go: it costs what it cost", () => {
    const held = (nodes: number) => ({ nodeGroups: { h100: { nodes, capacity: { count: 4 } } } });
    expect(findingsOf("money", { before: held(4), after: held(2) })).toEqual([]);
  });

  test("a reservation that config drops goes on to cost, and that is said", () => {
    const after = { nodeGroups: { h100: { capacity: { target: "cr-00000000000000002" } } } };
    expect(findingsOf("money", { after })).toMatchObject([
      {
        severity: "warning",
        title: expect.stringMatching(/^cr-0123456789abcdef0 is in config no more, and goes on to cost \$220\.16\/h/),
      },
    ]);
  });

  test("money has two digits by the hour and none by the month", () => {
    expect(moneyText({ usdPerHour: 880.64, usdPerMonth: 642867.2 })).toBe("$880.64/h, $642,867/month");
    expect(moneyText({ usdPerHour: 0, usdPerMonth: 0 })).toBe("$0.00/h, $0/month");
    expect(moneyText({ usdPerHour: null, usdPerMonth: null })).toBe("unknown");
  });
});
