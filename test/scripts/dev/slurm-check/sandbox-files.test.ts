import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import { sandboxFiles } from "../../../../scripts/dev/slurm-check/sandbox-files";
import type { SlurmVersion } from "../../../../scripts/dev/slurm-check/slurm-version";
import { CPU, GB200, onlyGroup, slurmSample } from "../../../helpers/slurm";

const generated = generatedFiles(slurmSample(), "research");
const made = (version: SlurmVersion, files = generated) => sandboxFiles(files, version, "/w");
const conf = (version: SlurmVersion, files = generated) => (made(version, files).files["slurm.conf"] ?? "").split("\n");

describe("sandboxFiles", () => {
  test.each([
    [22, 5],
    [26, 5],
  ] as const)("has Slurm %i.%i look at its queue more often, and leaves its other parameters", (...version) => {
    const line = (text: string) => /^SchedulerParameters=(.*)$/m.exec(text)?.[1]?.split(",") ?? [];
    const [before, after] = [line(generated["slurm.conf"] ?? ""), line(conf(version).join("\n"))];
    expect(after).toEqual(expect.arrayContaining([...before, "sched_interval=5", "bf_interval=5"]));
    // where the wait is measured, it is that of the shipped values
    const { files } = sandboxFiles(generated, version, "/w", false);
    expect(line(files["slurm.conf"] ?? "").join()).not.toContain("interval=");
    expect(files["slurm.conf"]).toContain("\nKillWait=60\n");
    expect(conf(version)).toContain("KillWait=3");
  });

  test("replaces what names the real environment, and only that", () => {
    const before = (generated["slurm.conf"] ?? "").split("\n");
    const changed = before.filter((line) => !conf([26, 5]).includes(line)).map((line) => line.split("=")[0]);
    expect(changed).toEqual(
      expect.arrayContaining(["SlurmUser", "SlurmctldHost", "AuthType", "Prolog", "HealthCheckProgram"]),
    );
    for (const key of [
      "GresTypes",
      "SelectTypeParameters",
      "PartitionName",
      "NodeSet",
      "AccountingStorageTRES",
      "PreemptType",
    ])
      expect(changed).not.toContain(key);
    expect(conf([26, 5])).toContain("HealthCheckProgram=/w/bin/health-check");
    expect(conf([26, 5])).toContain("HealthCheckInterval=30");
    // the drill of checks waits for what they find
    expect(sandboxFiles(generated, [26, 5], "/w", true, 5).files["slurm.conf"]).toContain("\nHealthCheckInterval=5\n");
  });

  test("tells of every setting that it leaves out", () => {
    const { notes } = made([26, 5]);
    const left = ["PrologFlags", "SlurmctldParameters", "AuthAltTypes", "JobAcctGatherType", "ProctrackType"];
    for (const key of left) expect(notes.some((note) => note.includes(`${key}=`))).toBe(true);
    expect(notes.join()).not.toContain("gres.conf");
  });

  test("gives a new Slurm the generated files themselves, and dynamic nodes", () => {
    const { files } = made([26, 5]);
    for (const name of ["gres.conf", "topology.yaml", "plugstack.conf", "accounts.sh"])
      expect(files[name]).toBe(generated[name]);
    expect(conf([26, 5]).join()).not.toContain("NodeName=");
    const [first = ""] = (files["nodes"] ?? "").split("\n");
    expect(first.split("\t").slice(0, 8)).toEqual(["h100-0", "h100", "17000", "nn-h100-0", "8", "h100", "192", "2"]);
    expect(first).toMatch(/\tFeatures=h100 .*NodeHostname=localhost NodeAddr=127.0.0.1 Port=17000$/);
  });

  test("gives an old Slurm the same tree and the same GPUs in its own form, and says so", () => {
    const { files, notes } = made([22, 5]);
    expect(files).not.toHaveProperty(["topology.yaml"]);
    expect(files["topology.conf"]).toBe(
      "SwitchName=nn-h100-0 Nodes=h100-0,h100-2\nSwitchName=nn-h100-1 Nodes=h100-1,h100-3\n" +
        "SwitchName=unknown Nodes=cpu-0,cpu-1,cpu-2,cpu-3\nSwitchName=root Switches=nn-h100-0,nn-h100-1,unknown\n",
    );
    expect(files["gres.conf"]).toContain("NodeName=h100-0 Name=gpu Type=h100 File=/dev/nvidia[0-3] Cores=0-47\n");
    expect(files["gres.conf"]).toContain("NodeName=h100-0 Name=gpu Type=h100 File=/dev/nvidia[4-7] Cores=48-95\n");
    expect(files).toHaveProperty(["lists-devices"]);
    expect(conf([22, 5])).toContain("TopologyPlugin=topology/tree");
    expect(conf([22, 5]).join("\n")).toMatch(/^NodeName=h100-3 .*Port=17003$/m);
    expect(conf([22, 5]).join("\n")).not.toMatch(/Topology=|GLOB_SILENCE/);
    expect(notes.filter((note) => /^(gres.conf|topology.yaml)/.test(note))).toHaveLength(2);
  });

  test("detects GPUs from 24.05 on, with static nodes until 25.05", () => {
    const { files } = made([24, 11]);
    expect(files["gres.conf"]).toBe("AutoDetect=nvidia\n");
    expect(files).toHaveProperty(["topology.conf"]);
  });

  test("has jobs say their memory where a release counts a whole node's before it places them, and says so", () => {
    const asksMemory = (version: SlurmVersion, files = generated) => {
      const { files: all, notes } = made(version, files);
      return ["asks-memory" in all, notes.some((note) => note.startsWith("sbatch: "))];
    };
    expect(asksMemory([22, 5])).toEqual([true, true]);
    expect(asksMemory([26, 5])).toEqual([false, false]);
    expect(asksMemory([22, 5], generatedFiles(onlyGroup(CPU), "c"))).toEqual([false, false]);
  });

  test("takes the partition's topology from an old Slurm", () => {
    const gb200 = generatedFiles(onlyGroup(GB200), "c");
    expect(conf([26, 5], gb200).join("\n")).toContain(" Topology=nvlink");
    expect(conf([22, 5], gb200).join("\n")).not.toContain(" Topology=nvlink");
  });

  test("has no GPUs and no tree where there are none", () => {
    const { files, notes } = made([22, 5], generatedFiles(onlyGroup(CPU), "c"));
    for (const name of ["gres.conf", "topology.conf", "lists-devices"]) expect(files).not.toHaveProperty([name]);
    expect(notes.join()).not.toMatch(/gres.conf|topology.yaml/);
    expect(files["nodes"]).toMatch(/^cpu-0\tcpu\t17000\t-\t0\t-\t64\t1\t2\t-$/m);
  });

  test.each([
    [[22, 5], "CgroupPlugin=cgroup/v1\n"],
    [[23, 2], "CgroupPlugin=disabled\n"],
  ] as const)("switches cgroups off in %j", (version, text) => {
    expect(made(version).files["cgroup.conf"]).toBe(text);
  });
});
