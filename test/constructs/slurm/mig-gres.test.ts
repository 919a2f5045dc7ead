import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptFile } from "../../../constructs/core/script-file";
import { runScript } from "../../helpers/slurm";

const WANTED = "3g.40gb:2 1g.10gb:2 1g.10gb.me:2";
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "railyard-mig-"));
  const minors = ["config 1", "monitor 2"];
  for (let gpu = 0, minor = 3; gpu < 2; gpu += 1)
    for (let gi = 0; gi < 15; gi += 1) {
      minors.push(`gpu${gpu}/gi${gi}/access ${minor++}`);
      for (let ci = 0; ci < 8; ci += 1) minors.push(`gpu${gpu}/gi${gi}/ci${ci}/access ${minor++}`);
    }
  write("minors", minors.join("\n"));
  // two sockets of eight cores with two threads each; threads of the second round come last, as kernels number them
  for (let cpu = 0; cpu < 32; cpu += 1) {
    write(`sys/devices/system/cpu/cpu${cpu}/topology/physical_package_id`, String(Math.floor((cpu % 16) / 8)));
    write(`sys/devices/system/cpu/cpu${cpu}/topology/core_id`, String(cpu % 8));
  }
  write("sys/bus/pci/devices/0000:0a:00.0/local_cpulist", "0-3,16-19");
  write("sys/bus/pci/devices/0000:0b:00.0/local_cpulist", "8-15,24-31");
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** As nvidia-smi prints them. */
const LIST = ["A", "B"]
  .map(
    (gpu, at) => `GPU ${at}: NVIDIA H100 80GB HBM3 (UUID: GPU-${gpu})
  MIG 3g.40gb     Device  0: (UUID: MIG-${gpu}0)
  MIG 1g.10gb     Device  1: (UUID: MIG-${gpu}1)
  MIG 1g.10gb+me  Device  2: (UUID: MIG-${gpu}2)`,
  )
  .join("\n");
const instance = (index: number, gi: number) => `<mig_device>
	<index>${index}</index>
	<gpu_instance_id>${gi}</gpu_instance_id>
	<compute_instance_id>0</compute_instance_id>
</mig_device>`;
const QUERY = ["0A", "0B"]
  .map(
    (bus, at) => `<gpu id="00000000:${bus}:00.0">
<mig_devices>
${[1, 9, 10].map((gi, index) => instance(index, gi)).join("\n")}
</mig_devices>
	<minor_number>${at}</minor_number>
</gpu>`,
  )
  .join("\n");

function list(wanted = WANTED, change: Record<string, string> = {}) {
  const script = scriptFile("slurm/files/mig-gres.sh", { values: { wanted, folder: join(folder, "gres") } });
  const env = { RAILYARD_MINORS: join(folder, "minors"), RAILYARD_SYSFS: join(folder, "sys"), ...change };
  return runScript(script, {
    stubs: { "nvidia-smi": `case $1 in -L) cat <<'X'\n${LIST}\nX\n;; *) cat <<'X'\n${QUERY}\nX\n;; esac` },
    env,
  });
}
const read = (name: string) =>
  readFileSync(join(folder, "gres", name), "utf8")
    .trim()
    .split("\n");

test("lists each instance by its device files and whole sockets, by type in the order asked for", () => {
  expect(list().status).toBe(0);
  const cap = (a: number) => `/dev/nvidia-caps/nvidia-cap${a},/dev/nvidia-caps/nvidia-cap${a + 1}`;
  expect(read("gres.conf")).toEqual([
    `Name=gpu Type=3g.40gb MultipleFiles=/dev/nvidia0,${cap(12)} Cores=0-7`,
    `Name=gpu Type=3g.40gb MultipleFiles=/dev/nvidia1,${cap(147)} Cores=8-15`,
    `Name=gpu Type=1g.10gb MultipleFiles=/dev/nvidia0,${cap(84)} Cores=0-7`,
    `Name=gpu Type=1g.10gb MultipleFiles=/dev/nvidia1,${cap(219)} Cores=8-15`,
    `Name=gpu Type=1g.10gb.me MultipleFiles=/dev/nvidia0,${cap(93)} Cores=0-7`,
    `Name=gpu Type=1g.10gb.me MultipleFiles=/dev/nvidia1,${cap(228)} Cores=8-15`,
  ]);
  expect(read("uuids")).toEqual(["MIG-A0", "MIG-B0", "MIG-A1", "MIG-B1", "MIG-A2", "MIG-B2"]);
});

test("leaves cores out where the machine does not say where its GPUs are", () => {
  expect(list(WANTED, { RAILYARD_SYSFS: join(folder, "nothing") }).status).toBe(0);
  expect(read("gres.conf").join("\n")).not.toContain("Cores=");
});

test.each([
  ["3g.40gb:2 1g.10gb:3 1g.10gb.me:2", {}, "2 of 3 instances 1g.10gb are there"],
  ["3g.40gb:2 1g.10gb:2", {}, "instances that config does not say are there: 1g.10gb.me"],
  [WANTED, { RAILYARD_MINORS: "/nothing" }, "/nothing does not have gpu0/gi1/access"],
] as const)("fails, and slurmd does not start, where nodes are not as config says: %s %j", (wanted, change, words) => {
  const done = list(wanted, change);
  expect(done.status).not.toBe(0);
  expect(done.output).toContain(words);
});

describe("a task on a node with instances", () => {
  const task = (env: Record<string, string>) => {
    write("gres/uuids", "MIG-A\nMIG-B\nMIG-C\nMIG-D\n");
    const script = scriptFile("slurm/files/mig-task.sh", { values: { uuids: join(folder, "gres/uuids") } });
    return runScript(`#!/usr/bin/env bash\n${script}`, { stubs: {}, env }).output.trim();
  };

  test.each([
    ["one, counted within its step", { SLURM_STEP_GPUS: "2", CUDA_VISIBLE_DEVICES: "0" }, "MIG-C"],
    ["two of the step", { SLURM_STEP_GPUS: "1,3", CUDA_VISIBLE_DEVICES: "0,1" }, "MIG-B,MIG-D"],
    ["one of two, bound to the task", { SLURM_STEP_GPUS: "1,3", CUDA_VISIBLE_DEVICES: "1" }, "MIG-D"],
    ["those of the job, in its first step", { SLURM_JOB_GPUS: "3", CUDA_VISIBLE_DEVICES: "0" }, "MIG-D"],
  ])("is told its instances by their UUIDs: %s", (_, env, uuids) => {
    expect(task(env)).toBe(`export CUDA_VISIBLE_DEVICES=${uuids}`);
  });

  const KEPT: readonly Record<string, string>[] = [
    {},
    { CUDA_VISIBLE_DEVICES: "" },
    { CUDA_VISIBLE_DEVICES: "MIG-X" },
    { CUDA_VISIBLE_DEVICES: "NoDevFiles" },
  ];
  test.each(KEPT)("keeps what says no number: %j", (env) => expect(task(env)).toBe(""));
});
