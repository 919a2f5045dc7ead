import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOST_SETTINGS } from "../../../../config/facts/host-settings";
import { setByRailyard, type ResolvedSetting, type ResolvedTuning } from "../../../../config/tuning/tuning";
import { hostCheckCommand } from "../../../../scripts/commands/host-check/command";
import { judgeHost, type Judged } from "../../../../scripts/commands/host-check/judge";
import { NoSettingsError, readSettings } from "../../../../scripts/commands/host-check/read-settings";
import { captured } from "../../../helpers/captured";
import { sample } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

function run(...args: string[]) {
  const { context, texts } = captured();
  return { code: hostCheckCommand(args, context), ...texts() };
}

/** A text as the script prints it; a section that is null is not there. */
function text(sections: Readonly<Record<string, string | null>> = {}): string {
  const all = {
    host: "gpu-a01",
    sysctl: "kernel.pid_max = 4194304",
    cmdline: "ro quiet",
    files: "",
    limits: "LoadState=loaded\nLimitMEMLOCK=infinity\nLimitSTACK=8388608",
    units: "irqbalance.service loaded active",
    modules: "mlx5_core\nib_umad",
    options: "",
    mounts: "",
    ...sections,
  };
  const body = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`== ${name}`, value]));
  return ["== railyard host-check 1", ...body, "== end", ""].join("\n");
}

const one = (
  kind: ResolvedSetting["kind"],
  at: string,
  value: string,
  more: Partial<ResolvedSetting> = {},
): ResolvedSetting => ({
  path: [at],
  kind,
  at,
  value,
  compare: "equal",
  from: "default",
  by: "railyard",
  disturbs: false,
  mayLack: null,
  why: "Why.",
  source: null,
  ...more,
});

function judged(
  setting: ResolvedSetting,
  sections: Readonly<Record<string, string | null>> = {},
  cards: string[] = [],
): Judged {
  const tuning: ResolvedTuning = {
    purpose: "training",
    bareMetal: null,
    lustre: null,
    gate: "none",
    maxCordoned: null,
    settings: [setting],
  };
  return judgeHost(tuning, readSettings(text(sections)), cards)[0]!;
}

const verdictOf = (...args: Parameters<typeof judged>) => judged(...args).verdict;
const atLeast = { compare: "at-least" } as const;

describe("a setting of the kernel", () => {
  test.each<[string, ResolvedSetting, string | null, string]>([
    ["the same", one("sysctl", "vm.swappiness", "1"), "vm.swappiness = 1", "holds"],
    ["another", one("sysctl", "vm.swappiness", "1"), "vm.swappiness = 60", "differs"],
    [
      "tabs between numbers",
      one("sysctl", "net.ipv4.tcp_rmem", "4096 87380 9"),
      "net.ipv4.tcp_rmem = 4096\t87380\t9",
      "holds",
    ],
    [
      "more, where more is as good",
      one("sysctl", "vm.max_map_count", "262144", atLeast),
      "vm.max_map_count = 1048576",
      "holds",
    ],
    [
      "more than a double can tell",
      one("sysctl", "vm.x", "9007199254740993", atLeast),
      "vm.x = 9007199254740992",
      "differs",
    ],
    [
      "more, where it is to be exact",
      one("sysctl", "vm.max_map_count", "262144"),
      "vm.max_map_count = 1048576",
      "differs",
    ],
    ["less", one("hugepages", "vm.nr_hugepages", "5128", atLeast), "vm.nr_hugepages = 5127", "differs"],
    ["a kernel without it", one("sysctl", "vm.none", "1"), "vm.swappiness = 60", "differs"],
    ["a program that could not run", one("sysctl", "vm.swappiness", "1"), "", "unknown"],
    ["a part that is missing", one("sysctl", "vm.swappiness", "1"), null, "unknown"],
  ])("%s", (_, setting, sysctl, verdict) => expect(verdictOf(setting, { sysctl })).toBe(verdict));
});

describe("other settings", () => {
  const governor = one("sysfs", "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor", "performance", {
    mayLack: "the hypervisor chooses",
  });
  const file = (cpu: number, value: string) => `/sys/devices/system/cpu/cpu${cpu}/cpufreq/scaling_governor=${value}`;
  const thp = one("sysfs", "/sys/kernel/mm/transparent_hugepage/enabled", "madvise");
  const lustre = one("lustre", "osc.*OST*.max_rpcs_in_flight", "32", { mayLack: "no file system is mounted" });
  const MOUNTED = { mounts: "10.0.0.1@tcp:/fsx /fsx lustre rw 0 0" };
  const acs = one("pci", "ACSCtl", "off");
  const bridge = (control: string) =>
    `0000:15:01.0 0604: 1000:c030\n\tCapabilities: [158 v1] Access Control Services\n\t\tACSCtl:\t${control}\n0000:18:00.0 0207: 15b3:1021\n\t\tMaxPayload 512 bytes, MaxReadReq 4096 bytes`;
  const read = one("pci", "MaxReadReq", "4096");
  const iommu = one("kernel-argument", "iommu", "pt");

  test.each<[string, ResolvedSetting, Record<string, string | null>, string]>([
    ["clocks of all CPUs", governor, { files: [file(0, "performance"), file(1, "performance")].join("\n") }, "holds"],
    ["clocks of one CPU", governor, { files: [file(0, "performance"), file(1, "powersave")].join("\n") }, "differs"],
    ["no clocks to choose", governor, {}, "absent"],
    ["no text of files", governor, { files: null }, "unknown"],
    [
      "the chosen one in brackets",
      thp,
      { files: "/sys/kernel/mm/transparent_hugepage/enabled=always [madvise] never" },
      "holds",
    ],
    [
      "another one in brackets",
      thp,
      { files: "/sys/kernel/mm/transparent_hugepage/enabled=[always] madvise never" },
      "differs",
    ],
    ["no limit", one("unit-limit", "LimitMEMLOCK", "infinity"), {}, "holds"],
    ["a limit", one("unit-limit", "LimitMEMLOCK", "infinity"), { limits: "LimitMEMLOCK=65536" }, "differs"],
    ["systemd that does not answer", one("unit-limit", "LimitMEMLOCK", "infinity"), { limits: "" }, "unknown"],
    ["a module", one("module", "ib-umad", "loaded"), {}, "holds"],
    ["a module that is not loaded", one("module", "ib_uverbs", "loaded"), {}, "differs"],
    [
      "an option",
      one("module-option", "ptlrpc.ptlrpcd_per_cpt_max", "32"),
      { options: "/sys/module/ptlrpc/parameters/ptlrpcd_per_cpt_max=32" },
      "holds",
    ],
    [
      "an option of a module that is not loaded",
      one("module-option", "a.b", "1", { mayLack: "not loaded" }),
      {},
      "absent",
    ],
    ["a client of Lustre", lustre, { ...MOUNTED, lustre: "osc.fs-OST0000-osc-ff1.max_rpcs_in_flight=32" }, "holds"],
    [
      "one client of two",
      lustre,
      {
        ...MOUNTED,
        lustre: "osc.fs-OST0000-osc-ff1.max_rpcs_in_flight=32\nosc.fs-OST0001-osc-ff1.max_rpcs_in_flight=8",
      },
      "differs",
    ],
    ["no file system", lustre, { mounts: "" }, "absent"],
    ["a file system, and no parameters", lustre, { ...MOUNTED, lustre: "" }, "unknown"],
    ["a unit that is on", one("service", "irqbalance.service", "off"), {}, "differs"],
    [
      "a unit that is off",
      one("service", "irqbalance.service", "off"),
      { units: "irqbalance.service loaded inactive" },
      "holds",
    ],
    [
      "a unit that is not installed",
      one("service", "irqbalance.service", "off", { mayLack: "x" }),
      { units: "irqbalance.service not-found inactive" },
      "absent",
    ],
    ["ACS off", acs, { lspci: bridge("SrcValid- TransBlk- ReqRedir-") }, "holds"],
    ["ACS on", acs, { lspci: bridge("SrcValid+ TransBlk- ReqRedir+") }, "differs"],
    [
      "ACS that only root reads",
      acs,
      { lspci: "0000:15:01.0 0604: 1000:c030\n\tCapabilities: <access denied>" },
      "unknown",
    ],
    ["no lspci", acs, {}, "unknown"],
    ["reads", read, { lspci: bridge("SrcValid-") }, "holds"],
    ["an argument of the kernel", iommu, { cmdline: "BOOT_IMAGE=/vmlinuz ro iommu=pt quiet" }, "holds"],
    ["the last of two counts", iommu, { cmdline: "iommu=pt iommu=off" }, "differs"],
    ["no such argument", iommu, { cmdline: "ro" }, "differs"],
    ["no text of the kernel", iommu, { cmdline: null }, "unknown"],
    [
      "one of several, each taken",
      one("kernel-argument", "pci", "realloc=off"),
      { cmdline: "pci=realloc=off pci=noaer" },
      "holds",
    ],
  ])("%s", (_, setting, sections, verdict) => expect(verdictOf(setting, sections, ["0000:18:00.0"])).toBe(verdict));
});

describe("a text", () => {
  test.each<[string, string, RegExp]>([
    ["of something else", "hello", /first line must be == railyard host-check 1/],
    ["that was cut off", text().replace("== end\n", ""), /was cut off/],
    ["of no host", text({ host: null }), /of which host/],
  ])("%s is refused", (_, given, message) => {
    expect(() => readSettings(given)).toThrow(NoSettingsError);
    expect(() => readSettings(given)).toThrow(message);
  });

  test("with colours and CR is read all the same", () => {
    expect(
      readSettings(text({ sysctl: "\u001b[1mvm.swappiness\u001b[0m = 1" }).replaceAll("\n", "\r\n")).sysctl?.get(
        "vm.swappiness",
      ),
    ).toBe("1");
  });
});

/** A node of research that has all that its profile asks for. */
function whole(host: string, change: (text: string) => string = (one) => one): string {
  const { env } = sample({ nodeGroups: { h100: { tuning: {} } } });
  const { settings } = env.nodeGroups.find(({ name }) => name === "h100")!.tuning!;
  const of = (...kinds: string[]) => settings.filter(({ kind }) => kinds.includes(kind));
  const folder = temporary();
  const sysctl = of("sysctl", "hugepages")
    .map(({ at, value }) => `${at} = ${value}`)
    .join("\n");
  const lustre = of("lustre")
    .map(({ at, value }) => `${at.replaceAll("*", "x")}=${value}`)
    .join("\n");
  const options = of("module-option")
    .map(({ at, value }) => `/sys/module/${at.replace(".", "/parameters/")}=${value}`)
    .join("\n");
  const path = join(folder, `${host}.txt`);
  writeFileSync(path, change(text({ host, sysctl, lustre, options, mounts: "10.0.0.1@tcp:/fsx /fsx lustre rw 0 0" })));
  return path;
}

describe("railyard host-check", () => {
  test("says in one line that nodes have their profile", () => {
    const { code, printed, errors } = run("research", "h100", whole("gpu-a01"), whole("gpu-a02"));
    expect([code, errors]).toEqual([0, ""]);
    expect(printed.split("\n")[0]).toBe(
      "h100: 2 nodes against what tuning: {} would set (training): 2 not there, and need not be, 44 as wanted",
    );
    expect(printed).toMatch(/absent {2}governor .* all$/m);
  });

  test("names the nodes on which something differs, with the reason", () => {
    const wrong = (one: string) => one.replace("vm.nr_hugepages = 5128", "vm.nr_hugepages = 0");
    const { code, printed } = run("research", "h100", whole("gpu-a01"), whole("gpu-a02", wrong));
    expect(code).toBe(2);
    expect(printed).toMatch(/^differs {2}hugepages2Mi +5128 or more +0 +gpu-a02$/m);
    expect(printed).toContain("hugepages2Mi: Buffers of EFA");
    expect(printed).toContain("https://github.com/ofiwg/libfabric");
  });

  test("is no yes where something is unknown", () => {
    const { code, printed } = run(
      "research",
      "h100",
      whole("gpu-a01", (one) => one.replace(/^== limits$[^]*?(?=^== units$)/m, "")),
    );
    expect(printed).toContain("1 unknown");
    expect(printed).toMatch(/^unknown {2}limits\.memlock/m);
    expect(code).toBe(2);
  });

  test("prints all as JSON", () => {
    const { code, printed } = run("research", "h100", whole("gpu-a01"), "--json");
    const { hosts, written } = JSON.parse(printed) as {
      hosts: { host: string; settings: Judged[] }[];
      written: boolean;
    };
    expect([code, written, hosts[0]!.host]).toEqual([0, false, "gpu-a01"]);
    expect(hosts[0]!.settings.find(({ at }) => at === "vm.nr_hugepages")).toMatchObject({
      verdict: "holds",
      has: "5128",
      wanted: "5128 or more",
    });
  });

  test("shows no control characters of a text", () => {
    const { printed } = run(
      "research",
      "h100",
      whole("gpu-a01", (one) => one.replace("net.ipv4.tcp_rmem = 4096", "net.ipv4.tcp_rmem = \u0007\u009b4096")),
    );
    expect(printed.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  test.each<[string, () => string[], RegExp]>([
    ["no file", () => ["research", "h100"], /a file for each node/],
    ["a pool that is not there", () => ["research", "h10", whole("a")], /research has no pool "h10": .*h100/],
    ["an environment that is not there", () => ["reserch", "h100", whole("a")], /research/],
    ["a file that is not there", () => ["research", "h100", "/no/such/file"], /there is no file \/no\/such\/file/],
    ["two texts of one host", () => ["research", "h100", whole("a"), whole("a")], /two files are of a/],
    [
      "another text",
      () => ["research", "h100", join(ROOT, "package.json")],
      /package\.json is not what the script prints/,
    ],
  ])("refuses %s", (_, args, message) => {
    const { code, printed, errors } = run(...args());
    expect([code, printed]).toEqual([1, ""]);
    expect(errors).toMatch(message);
  });

  test("has a script that reads all that is judged, here and now", () => {
    const { code, printed } = run("--script");
    expect(code).toBe(0);
    for (const { kind, at } of HOST_SETTINGS) {
      if (kind === "sysfs") expect(printed).toContain(at.replace("cpu*/", "cpu[0-9]*/"));
      if (kind === "lustre") expect(printed).toContain(`'${at}'`);
      if (kind === "service") expect(printed).toContain(at);
      if (kind === "module-option") expect(printed).toContain(at.split(".")[0]);
    }
    const done = spawnSync("bash", ["-c", printed], { encoding: "utf8" });
    const seen = readSettings(done.stdout);
    expect(done.status).toBe(0);
    expect(Number(seen.sysctl?.get("kernel.pid_max"))).toBeGreaterThan(0);
    expect(seen.cmdline?.length).toBeGreaterThan(0);
  });

  test("judges just what a profile sets", () => {
    const { env } = sample({ nodeGroups: { h100: { tuning: { purpose: "none", sysctl: { "vm.swappiness": 1 } } } } });
    const tuning = env.nodeGroups.find(({ name }) => name === "h100")!.tuning!;
    expect(setByRailyard(tuning)).toHaveLength(1);
    expect(
      judgeHost(tuning, readSettings(text({ sysctl: "vm.swappiness = 1" })), []).map(({ verdict }) => verdict),
    ).toEqual(["holds"]);
  });
});
