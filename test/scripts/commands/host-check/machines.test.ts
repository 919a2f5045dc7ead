import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hostCheckCommand } from "../../../../scripts/commands/host-check/command";
import { judgeMachines } from "../../../../scripts/commands/host-check/machines";
import { readSettings } from "../../../../scripts/commands/host-check/read-settings";
import { captured } from "../../../helpers/captured";
import { clusterSample } from "../../../helpers/cluster";
import type { Change } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import { group } from "../../../helpers/rule-cases";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

const GPUS = ["18", "2a", "3a", "5d", "9a", "ab", "ba", "db"].map((bus) => `0000:${bus}:00.0`);
const PASSED = { kind: "passthrough", nics: { deviceId: "101e" } };
const VGPU = {
  kind: "vgpu",
  type: "H100-20C",
  manager: { repository: "registry.example.com/nvidia", version: "580.82.02" },
  licenseSecret: "vgpu-license",
};

/** Parts of a text; a section that is null is not there. */
type Sections = Readonly<Record<string, readonly string[] | null>>;

/** A host with eight H100 that are ready for virtual machines: each alone in its group, a virtual function beside it. */
const READY: Sections = {
  cmdline: ["ro intel_iommu=on"],
  options: ["/sys/module/vfio/parameters/enable_unsafe_noiommu_mode=N"],
  "iommu-groups": [
    "1 0000:17:00.0",
    ...GPUS.map((pci, at) => `${10 + at} ${pci}`),
    ...GPUS.map((pci, at) => `${30 + at} ${pci.replace(":00.0", ":01.2")}`),
  ],
  "pci-drivers": [
    "0000:17:00.0 1000:c030 0604 pcieport physical",
    ...GPUS.map((pci) => `${pci} 10de:2330 0302 vfio-pci physical`),
    ...GPUS.map((pci) => `${pci.replace(":00.0", ":01.2")} 15b3:101e 0200 vfio-pci virtual`),
  ],
  "mediated-types": [],
  "vgpu-framework": [],
};

/** The same host with vGPUs: NVIDIA's driver has the GPUs, and functions of them offer types. */
const DIVIDED: Sections = {
  ...READY,
  "pci-drivers": [
    ...GPUS.map((pci) => `${pci} 10de:2330 0302 nvidia physical`),
    ...GPUS.map((pci) => `${pci.replace(":00.0", ":00.4")} 10de:2330 0302 nvidia virtual`),
  ],
  "mediated-types": GPUS.map((pci) => `${pci.replace(":00.0", ":00.4")} NVIDIA H100-20C`),
};

function text(sections: Sections): string {
  const parts = Object.entries({ host: ["vm-a01"], ...sections }).flatMap(([name, lines]) =>
    lines === null ? [] : [`== ${name}`, ...lines],
  );
  return ["== railyard host-check 1", ...parts, "== end", ""].join("\n");
}

function judged(sections: Sections, sharing: Change = PASSED) {
  const { env } = clusterSample({ ...group("dgx", { fabric: { kind: "none" }, sharing }), slurm: null });
  const rows = judgeMachines(env.nodeGroups[0]!, readSettings(text(sections)));
  return Object.fromEntries(
    rows.map(({ at, verdict, has }) => [at, verdict === "holds" ? verdict : `${verdict}: ${has}`]),
  );
}

/** Lines of a section with one of them changed. */
const with_ = (section: string, from: string | RegExp, to: string): Sections => ({
  ...READY,
  [section]: READY[section]!.map((line) => line.replace(from, to)),
});

test("a host that is ready has all that machines need", () => {
  expect(new Set(Object.values(judged(READY)))).toEqual(new Set(["holds"]));
  expect(Object.keys(judged(READY))).toEqual([
    "iommu",
    "isolation",
    "gpus",
    "gpu-model",
    "gpu-driver",
    "groups",
    "nics",
  ]);
});

test("a host with vGPUs has the type of config, and its GPUs are NVIDIA's driver's", () => {
  expect(judged(DIVIDED, VGPU)).toEqual({
    iommu: "holds",
    isolation: "holds",
    gpus: "holds",
    "gpu-driver": "holds",
    "vgpu-types": "holds",
  });
});

test.each<[string, string, Sections, string | RegExp]>([
  ["no IOMMU", "iommu", { ...READY, "iommu-groups": [] }, /^differs: off, and no kernel argument says so/],
  [
    "an IOMMU that the kernel was told to leave off",
    "iommu",
    { ...READY, "iommu-groups": [], cmdline: ["ro amd_iommu=off"] },
    "differs: off by the kernel argument amd_iommu=off",
  ],
  [
    "groups that are made up",
    "isolation",
    { ...READY, cmdline: ["pcie_acs_override=downstream"] },
    /pcie_acs_override/,
  ],
  ["VFIO without an IOMMU", "isolation", with_("options", "=N", "=Y"), /enable_unsafe_noiommu_mode/],
  [
    "a GPU that is gone",
    "gpus",
    { ...READY, "pci-drivers": READY["pci-drivers"]!.filter((line) => !line.startsWith("0000:db:00.0")) },
    "differs: 7",
  ],
  [
    "another GPU",
    "gpu-model",
    with_("pci-drivers", /^(0000:18:00.0) 10de:2330/, "$1 10de:2331"),
    "differs: 10de:2331 at 0000:18:00.0",
  ],
  [
    "GPUs that NVIDIA's driver has",
    "gpu-driver",
    with_("pci-drivers", "0302 vfio-pci", "0302 nvidia"),
    "differs: nvidia at 0000:18:00.0 0000:2a:00.0 0000:3a:00.0 0000:5d:00.0 and 4 more",
  ],
  [
    "a GPU that nobody has bound",
    "gpu-driver",
    with_("pci-drivers", /^(0000:18:00.0.*)vfio-pci/, "$1-"),
    "differs: no driver at 0000:18:00.0",
  ],
  [
    "a group with a device of the host",
    "groups",
    {
      ...READY,
      "iommu-groups": [...READY["iommu-groups"]!, "10 0000:19:00.0"],
      "pci-drivers": [...READY["pci-drivers"]!, "0000:19:00.0 144d:a80a 0108 nvme physical"],
    },
    "differs: 0000:18:00.0 with nvme at 0000:19:00.0",
  ],
  [
    "two GPUs in a group",
    "groups",
    with_("iommu-groups", "11 0000:2a", "10 0000:2a"),
    "differs: 0000:18:00.0 with vfio-pci at 0000:2a:00.0 0000:2a:00.0 with vfio-pci at 0000:18:00.0",
  ],
  [
    "sound of the GPU that the host has",
    "groups",
    {
      ...READY,
      "iommu-groups": [...READY["iommu-groups"]!, "10 0000:18:00.1"],
      "pci-drivers": [...READY["pci-drivers"]!, "0000:18:00.1 10de:22bc 0403 snd_hda_intel physical"],
    },
    "differs: 0000:18:00.0 with snd_hda_intel at 0000:18:00.1",
  ],
  [
    "a card's function that the host has",
    "nics",
    with_("pci-drivers", /^(0000:18:01.2.*)vfio-pci/, "$1mlx5_core"),
    "differs: mlx5_core at 0000:18:01.2",
  ],
  ["no virtual functions", "nics", with_("pci-drivers", "15b3:101e", "15b3:1021"), /^differs: no 15b3:101e on the bus/],
])("%s is told", (_, check, sections, expected) => {
  const { [check]: found, ...others } = judged(sections);
  if (typeof expected === "string") expect(found).toBe(expected);
  else expect(found).toMatch(expected);
  // what is right stays right, but for GPUs whose address is gone or another's
  for (const [name, verdict] of Object.entries(others))
    if (!["gpus", "groups"].includes(name)) expect(verdict).toBe("holds");
});

test.each<[string, Sections, RegExp]>([
  ["no manager", { ...DIVIDED, "mediated-types": [] }, /^differs: no mediated device: the vGPU manager does not run/],
  ["other types", { ...DIVIDED, "mediated-types": ["0000:18:00.4 NVIDIA H100-40C"] }, /^differs: NVIDIA H100-40C/],
  [
    "NVIDIA's own framework",
    { ...DIVIDED, "mediated-types": [], "vgpu-framework": ["0000:18:00.4"] },
    /^differs: NVIDIA's own VFIO framework, and no mediated device, at 0000:18:00.4/,
  ],
])("vGPUs: %s is told", (_, sections, expected) => expect(judged(sections, VGPU)["vgpu-types"]).toMatch(expected));

test("a bridge, a function of the GPU with VFIO or without a driver, and a driver of VFIO with another name are no fault", () => {
  const beside = [
    ["10 0000:17:01.0", "0000:17:01.0 1000:c030 0604 pcieport physical"],
    ["10 0000:18:00.1", "0000:18:00.1 10de:22bc 0403 vfio-pci physical"],
    ["10 0000:19:00.0", "0000:19:00.0 1000:00b2 0107 - physical"],
  ] as const;
  const sections = {
    ...READY,
    "iommu-groups": [...READY["iommu-groups"]!, ...beside.map(([one]) => one)],
    "pci-drivers": [
      ...READY["pci-drivers"]!.map((line) => line.replace("0302 vfio-pci", "0302 nvgrace-gpu-vfio-pci")),
      ...beside.map(([, one]) => one),
    ],
  };
  expect(new Set(Object.values(judged(sections)))).toEqual(new Set(["holds"]));
});

test.each(["iommu-groups", "pci-drivers"])("a text without %s holds nothing that it would tell", (section) => {
  const verdicts = judged({ ...READY, [section]: null });
  expect(Object.values(verdicts).filter((one) => one.startsWith("unknown")).length).toBeGreaterThan(1);
  expect(Object.values(verdicts).some((one) => one.startsWith("differs"))).toBe(false);
});

test("nothing is asked of hosts of containers", () => {
  expect(judged(READY, { kind: "whole" })).toEqual({});
});

/** A host as the kernel shows it: the paths that the script reads, in a folder. */
function madeUp(): string {
  const root = temporary();
  const write = (path: string, value: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${value}\n`);
  };
  const device = (pci: string, [vendor, id, kind, driver]: readonly string[], grouped: string) => {
    const folder = `bus/pci/devices/${pci}`;
    write(`${folder}/vendor`, `0x${vendor}`);
    write(`${folder}/device`, `0x${id}`);
    write(`${folder}/class`, `0x${kind}00`);
    if (driver) symlinkSync(`../../../bus/pci/drivers/${driver}`, join(root, folder, "driver"));
    write(`kernel/iommu_groups/${grouped}/devices/${pci}`, "");
  };
  device("0000:18:00.0", ["10de", "2330", "0302", "nvidia"], "10");
  device("0000:18:01.2", ["15b3", "101e", "0200", ""], "10");
  symlinkSync("../0000:18:00.1", join(root, "bus/pci/devices/0000:18:01.2/physfn"));
  write("bus/pci/devices/0000:18:00.1/vendor", "0x15b3");
  write("module/vfio_iommu_type1/parameters/allow_unsafe_interrupts", "Y");
  write("class/mdev_bus/0000:18:00.4/mdev_supported_types/nvidia-1120/name", "NVIDIA H100-20C");
  write("bus/pci/devices/0000:2a:00.4/nvidia/creatable_vgpu_types", "ID : vGPU Name");
  return root;
}

test("the script reads them of a host", () => {
  const script = readFileSync(join(ROOT, "scripts/commands/host-check/collect.sh"), "utf8");
  const root = madeUp();
  const done = spawnSync("bash", ["-c", script.replaceAll(/(?<=[ (])\/sys\//g, `${root}/`)], { encoding: "utf8" });
  const seen = readSettings(done.stdout.replaceAll(`${root}/`, "/sys/"));
  expect(seen.machines).toEqual({
    groups: new Map([
      ["0000:18:00.0", "10"],
      ["0000:18:01.2", "10"],
    ]),
    bus: [
      { pci: "0000:18:00.0", id: "10de:2330", kind: "0302", driver: "nvidia", virtual: false },
      { pci: "0000:18:01.2", id: "15b3:101e", kind: "0200", driver: null, virtual: true },
    ],
    mediated: [{ pci: "0000:18:00.4", name: "NVIDIA H100-20C" }],
    ownFramework: ["0000:2a:00.4"],
  });
  expect(seen.options?.get("vfio_iommu_type1.allow_unsafe_interrupts")).toBe("Y");
});

test("the command says what is wrong on which host, and why it matters", () => {
  const file = join(temporary(), "vm-a01.txt");
  writeFileSync(file, text(with_("pci-drivers", "0302 vfio-pci", "0302 nvidia")));
  const { context, texts } = captured();
  const code = hostCheckCommand(["iron", "desktops", file], context);
  const { printed } = texts();
  expect(code).toBe(2);
  expect(printed).toMatch(/^differs +machines\.gpu-driver +vfio-pci +nvidia at .* +vm-a01$/m);
  expect(printed).toContain("gpu-driver: A guest gets a GPU that vfio-pci holds");
});
