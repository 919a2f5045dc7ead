import { NODE_CHECK_NAMES, type NodeCheckName } from "../../../config/facts/node-checks";
import { checkScript } from "../../../constructs/slurm/node-checks";
import { runScript } from "../../helpers/slurm";

interface Machine {
  readonly stubs?: Record<string, string>;
  readonly files?: Record<string, string>;
  readonly env?: Record<string, string>;
}

const SYSFS = { RAILYARD_SYSFS: "$FOLDER/sys", FABRIC_SYSFS: "class/infiniband", FABRIC_TITLE: "EFA" };

/** What a check says of a machine: its exit code and its words. */
function ask(name: NodeCheckName, { stubs, files, env }: Machine): string {
  const run = runScript(checkScript(name), {
    ...(stubs && { stubs }),
    ...(files && { files }),
    env: { ...SYSFS, ...env },
  });
  return `${run.status} ${run.output.trim()}`.trim();
}

const smi = (output: string) => ({ stubs: { "nvidia-smi": `cat <<'END'\n${output}\nEND` } });
const devices = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`sys/class/infiniband/${path}`, text]));
const dmesg = (...lines: string[]): Machine => ({
  stubs: { dmesg: `[ "$*" = "--syslog --raw" ] && cat "$FOLDER/messages"` },
  files: { messages: `${lines.join("\n")}\n`, uptime: "10000.25 4.00\n" },
  env: { RAILYARD_UPTIME: "$FOLDER/uptime" },
});
const xid = (seconds: number, number: number) =>
  `<4>[ ${seconds}.123456] NVRM: Xid (PCI:0000:53:00): ${number}, pid=1, name=python`;
const sxid = (number: number, text: string) =>
  `<3>[ 9900.123456] nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): ${number}, ${text}`;
/** As a kernel with CONFIG_PRINTK_CALLER has it. */
const called = (line: string) => line.replace("] ", "][  T4242] ");
/** As a real kernel has what a process wrote with `<4>` into /dev/kmsg. */
const byProcess = (line: string) => line.replace(/^<4>/, "<12>");
const links = (...active: number[]) =>
  active
    .flatMap((count, gpu) => [
      `GPU ${gpu}: NVIDIA H100 80GB HBM3 (UUID: GPU-${gpu})`,
      ...Array.from({ length: 18 }, (_, link) => `\t Link ${link}: ${link < count ? "26.562 GB/s" : "<inactive>"}`),
    ])
    .join("\n");

/** Machines that a check finds sound, that it finds something on, and of which it cannot tell. */
const CASES: Record<NodeCheckName, { sound: Machine[]; found: [Machine, string][]; unknown?: Machine[] }> = {
  "gpu-count": {
    sound: [{ ...smi("GPU 0: NVIDIA\nGPU 1: NVIDIA"), env: { EXPECTED_GPUS: "2" } }],
    found: [
      [{ ...smi("GPU 0: NVIDIA"), env: { EXPECTED_GPUS: "2" } }, "1 of 2 GPUs answer"],
      [{ stubs: { "nvidia-smi": "exit 9" }, env: { EXPECTED_GPUS: "2" } }, "0 of 2 GPUs answer"],
    ],
  },
  xid: {
    sound: [
      dmesg(),
      dmesg(xid(9300, 79)),
      ...[13, 31, 43, 94, 126, 63].map((number) => dmesg(xid(9900, number))),
      dmesg(byProcess(xid(9900, 79)), called(byProcess(xid(9900, 79)))),
      dmesg(sxid(22013, "Non-fatal, Link 47 Minion Link DLREQ interrupt"), sxid(10004, "NVSWITCH Temperature 95C")),
      dmesg(sxid(20034, "Severity 1 Engine instance 30"), sxid(20034, "Data {0x00000000, 0x00000000}")),
    ],
    found: [
      [dmesg(xid(9800, 79)), "XID 79 on GPU 0000:53:00"],
      [dmesg(xid(9300, 79), "other", xid(9999, 48)), "XID 48 on GPU 0000:53:00"],
      [dmesg(called(xid(9800, 79))), "XID 79 on GPU 0000:53:00"],
      [dmesg(sxid(20034, "Fatal, Link 30 LTSSM Fault Up")), "SXid 20034 on NVSwitch 0000:c1:00.0"],
      [dmesg(sxid(11001, "Fatal, Link 04 ingress invalid command")), "SXid 11001 on NVSwitch 0000:c1:00.0"],
      [dmesg(called(sxid(12028, "Non-fatal, Link 32 egress (First)"))), "SXid 12028 on NVSwitch 0000:c1:00.0"],
    ],
    unknown: [
      { ...dmesg(), stubs: { dmesg: "exit 1" } },
      { ...dmesg(), env: { RAILYARD_UPTIME: "$FOLDER/none" } },
    ],
  },
  "xid-program": {
    sound: [dmesg(xid(9900, 79)), dmesg(xid(9300, 13)), dmesg(sxid(20034, "Fatal, Link 30 LTSSM Fault Up"))],
    found: [13, 31, 43, 94, 126].map((number) => [dmesg(xid(9900, number)), `XID ${number} on GPU 0000:53:00`]),
  },
  ecc: {
    sound: [smi("0, 0\n1, 0"), smi("0, [N/A]")],
    found: [[smi("0, 0\n1, 3"), "GPU 1 had 3 uncorrected errors of memory"]],
    unknown: [{ stubs: { "nvidia-smi": "exit 9" } }],
  },
  "memory-rows": {
    sound: [smi("00000000:53:00.0, 0, 0"), smi("00000000:53:00.0, No, No"), smi("")],
    found: [
      [smi("a, 0, 0\n00000000:53:00.0, 1, 0"), "GPU 00000000:53:00.0 cannot remap a broken memory row"],
      [smi("00000000:53:00.0, No, Yes"), "GPU 00000000:53:00.0 remaps a memory row at its next reset"],
    ],
    unknown: [{ stubs: { "nvidia-smi": "exit 9" } }],
  },
  nvlink: {
    sound: [smi(links(18, 18)), smi(links(0, 0)), smi(""), smi(links(12, 12))],
    found: [[smi(links(18, 17, 18)), "GPU 1 has 17 NVLinks, and others have 18"]],
    unknown: [{ stubs: { "nvidia-smi": "exit 9" } }],
  },
  clocks: {
    sound: [smi("0, Not Active, Not Active")],
    found: [
      [smi("0, Not Active, Not Active\n1, Active, Not Active"), "GPU 1 is slowed down for heat"],
      [
        { stubs: { "nvidia-smi": `case "$*" in *clocks_event*) exit 2 ;; esac; echo "0, Not Active, Active"` } },
        "GPU 0 is slowed down for power",
      ],
    ],
    unknown: [{ stubs: { "nvidia-smi": "exit 9" } }],
  },
  "fabric-devices": {
    sound: [{ files: devices({ "rdmap0/x": "", "rdmap1/x": "" }), env: { FABRIC_DEVICES: "2" } }],
    found: [
      [{ files: devices({ "rdmap0/x": "" }), env: { FABRIC_DEVICES: "2" } }, "1 of 2 EFA devices are there"],
      [{ env: { FABRIC_DEVICES: "2" } }, "0 of 2 EFA devices are there"],
    ],
  },
  "fabric-links": {
    sound: [{ files: devices({ "mlx5_0/ports/1/state": "4: ACTIVE\n" }) }, {}],
    found: [
      [
        { files: devices({ "mlx5_0/ports/1/state": "4: ACTIVE\n", "mlx5_1/ports/1/state": "1: DOWN\n" }) },
        "port 1 of mlx5_1 is DOWN",
      ],
    ],
  },
  "fabric-counters": {
    sound: [
      { files: devices({ "mlx5_0/ports/1/counters/link_downed": "4\n" }), env: { RAILYARD_STATE: "$FOLDER/run" } },
      {
        files: {
          ...devices({ "mlx5_0/ports/1/counters/link_downed": "4\n" }),
          "run/counters": "mlx5_0 link_downed 4\n",
        },
        env: { RAILYARD_STATE: "$FOLDER/run" },
      },
      {
        files: {
          ...devices({ "mlx5_0/ports/1/counters/link_downed": "0\n" }),
          "run/counters": "mlx5_0 link_downed 4\n",
        },
        env: { RAILYARD_STATE: "$FOLDER/run" },
      },
    ],
    found: [
      [
        {
          files: {
            ...devices({ "mlx5_0/ports/1/counters/link_downed": "6\n" }),
            "run/counters": "mlx5_0 link_downed 4\n",
          },
          env: { RAILYARD_STATE: "$FOLDER/run" },
        },
        "link_downed of mlx5_0 rose by 2",
      ],
    ],
  },
  "huge-pages": {
    sound: [
      { files: { "sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages": "5128\n" }, env: { HUGE_PAGES: "5128" } },
    ],
    found: [
      [
        { files: { "sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages": "12\n" }, env: { HUGE_PAGES: "5128" } },
        "12 of 5128 huge pages of 2 MiB are there",
      ],
    ],
    unknown: [{ env: { HUGE_PAGES: "5128" } }],
  },
  nvme: {
    sound: [{}, { files: { "sys/class/nvme/nvme0/state": "live\n", "sys/class/nvme/nvme1/state": "resetting\n" } }],
    found: [
      [{ files: { "sys/class/nvme/nvme0/state": "live\n", "sys/class/nvme/nvme1/state": "dead\n" } }, "nvme1 is dead"],
    ],
  },
  scratch: {
    sound: [{ files: { "scratch/a": "" }, env: { RAILYARD_SCRATCH: "$FOLDER/scratch" } }],
    found: [
      [{ env: { RAILYARD_SCRATCH: "$FOLDER/none" } }, "nothing can be written to /scratch"],
      [
        {
          stubs: { sync: "exit 1" },
          files: { "scratch/a": "" },
          env: { RAILYARD_SCRATCH: "$FOLDER/scratch" },
        },
        "what is written to /scratch does not reach the disk",
      ],
    ],
  },
  volumes: {
    sound: [{ env: { SHARED_PATH: "" } }, { env: { SHARED_PATH: "/:/tmp" } }],
    found: [[{ env: { SHARED_PATH: "/:/no/such/home" } }, "/no/such/home does not answer"]],
  },
  "shared-memory": {
    sound: [
      { stubs: { df: "echo size; echo 1000000", find: "echo 4242 1" }, env: { RAILYARD_SHM: "/shm" } },
      { stubs: { df: "echo size; echo 1000000", find: "echo 0 1000000" }, env: { RAILYARD_SHM: "/shm" } },
      {
        stubs: { df: "echo size; echo 1000000", find: "echo 4242 1000000", pgrep: "exit 0" },
        env: { RAILYARD_SHM: "/shm" },
      },
    ],
    found: [
      [
        {
          stubs: { df: "echo size; echo 104857600", find: "echo 4242 40960", pgrep: "exit 1" },
          env: { RAILYARD_SHM: "/shm" },
        },
        "20 MiB of /shm are files of user 4242, who runs nothing here",
      ],
    ],
    unknown: [{ stubs: { df: "exit 1" } }],
  },
  "boot-disk": {
    sound: [
      { stubs: { df: "echo pcent; echo ' 95%'" }, files: { "log/a": "" }, env: { RAILYARD_BOOT_DISK: "$FOLDER/log" } },
    ],
    found: [
      [
        { stubs: { df: "echo pcent; echo ' 96%'" }, env: { RAILYARD_BOOT_DISK: "/disk" } },
        "the disk below /disk is 96 % full",
      ],
      [
        { stubs: { df: "echo pcent; echo ' 5%'" }, env: { RAILYARD_BOOT_DISK: "/no/disk" } },
        "nothing can be written to /no/disk",
      ],
    ],
    unknown: [{ stubs: { df: "exit 1" } }],
  },
};

describe.each(NODE_CHECK_NAMES)("%s", (name) => {
  const { sound, found, unknown = [] } = CASES[name];

  test("leaves a sound node alone", () => {
    expect(sound.length).toBeGreaterThan(0);
    for (const machine of sound) expect(ask(name, machine)).toBe("0");
  });

  test("says what it finds", () => {
    expect(found.length).toBeGreaterThan(0);
    for (const [machine, text] of found) expect(ask(name, machine)).toBe(`1 ${text}`);
  });

  test("takes what it cannot read for no finding", () => {
    for (const machine of unknown) expect(ask(name, machine)).toBe("2");
  });
});

test("leaves nothing behind where it tried to write", () => {
  for (const [name, env] of [
    ["scratch", { RAILYARD_SCRATCH: "$FOLDER/disk" }],
    ["boot-disk", { RAILYARD_BOOT_DISK: "$FOLDER/disk" }],
  ] as const) {
    const run = runScript(checkScript(name), { files: { "disk/a": "" }, env: { ...SYSFS, ...env } });
    expect([run.file("disk/a"), run.calls]).toEqual(["", []]);
  }
});
