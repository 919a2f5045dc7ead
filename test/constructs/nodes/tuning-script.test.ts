import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResolvedSetting } from "../../../config/tuning/tuning";
import { setByRailyard } from "../../../config/tuning/tuning";
import { al2023UserData } from "../../../constructs/nodes/al2023-boot";
import { TUNING_SERVICE, TUNING_TIMER, tuningBoot, tuningScript } from "../../../constructs/nodes/tuning-script";
import { nodeImage } from "../../../stacks/node-image";
import { sample, type Change } from "../../helpers/environment";
import { runInSandbox, syntaxErrors, type SandboxProps } from "../../helpers/sandbox";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

const one = (kind: ResolvedSetting["kind"], at: string, value: string, more: Partial<ResolvedSetting> = {}) =>
  ({
    path: [],
    kind,
    at,
    value,
    compare: "equal",
    from: "default",
    by: "railyard",
    disturbs: false,
    mayLack: null,
    why: "",
    source: null,
    ...more,
  }) satisfies ResolvedSetting;

/** A kernel whose settings are files below /etc/fake. */
const SYSCTL = `case "$1" in
  --values) cat "$ROOT/etc/fake/$2" 2> /dev/null ;;
  --quiet) echo "\${3#*=}" > "$ROOT/etc/fake/\${3%%=*}" ;;
esac`;

const apply = (settings: readonly ResolvedSetting[], props: SandboxProps = {}, cards: readonly string[] = []) =>
  runInSandbox(tuningScript({ settings, cards }), {
    ...props,
    stubs: { sysctl: SYSCTL, systemctl: "", ...props.stubs },
  });

const kernel = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`/etc/fake/${name}`, `${value}\n`]));

const atLeast = (name: string, value: string) => one("sysctl", name, value, { compare: "at-least" });

describe("settings of the kernel", () => {
  test("are raised, and never lowered", () => {
    const files = kernel({ "vm.a": "9", "vm.b": "100000", "vm.c": "65536", "vm.d": "18446744073709551615" });
    const run = apply(
      ["a", "b", "c", "d"].map((name) => atLeast(`vm.${name}`, "65536")),
      { files },
    );
    expect(["a", "b", "c", "d"].map((name) => run.file(`/etc/fake/vm.${name}`))).toEqual([
      "65536\n",
      "100000\n",
      "65536\n",
      "18446744073709551615\n",
    ]);
    expect(run.status).toBe(0);
    expect(run.output.match(/sysctl --quiet --write/g)).toHaveLength(1);
  });

  test("are set exactly where that is asked, tabs of the kernel or not", () => {
    const files = kernel({ "net.ipv4.tcp_rmem": "4096\t131072\t6291456", "net.ipv4.tcp_wmem": "4096\t16384\t4194304" });
    const run = apply(
      [
        one("sysctl", "net.ipv4.tcp_rmem", "4096 87380 268435456"),
        one("sysctl", "net.ipv4.tcp_wmem", "4096 16384 4194304"),
      ],
      { files },
    );
    expect(run.file("/etc/fake/net.ipv4.tcp_rmem")).toBe("4096 87380 268435456\n");
    expect(run.output).not.toContain("write net.ipv4.tcp_wmem");
  });

  test("that the kernel lacks are told, the rest is set, and the exit is not 0", () => {
    const run = apply([atLeast("vm.none", "1"), one("sysctl", "vm.no", "1"), one("sysctl", "vm.yes", "1")], {
      files: kernel({ "vm.yes": "0" }),
    });
    expect(run.status).toBe(1);
    expect(run.output).toContain("FAILED: the kernel has no vm.none");
    expect(run.output).toContain("FAILED: the kernel has no vm.no");
    expect(run.file("/etc/fake/vm.yes")).toBe("1\n");
  });

  test("of this machine are read by its own sysctl", () => {
    const run = spawnSync("bash", ["-c", tuningScript({ settings: [atLeast("kernel.pid_max", "2")] })], {
      encoding: "utf8",
    });
    expect(run.status).toBe(0);
    expect(run.stderr).not.toContain("FAILED");
  });
});

describe("huge pages", () => {
  const setting = one("hugepages", "vm.nr_hugepages", "5128", { compare: "at-least" });
  test("are reserved, and kubelet counts them again", () => {
    const run = apply([setting], { files: kernel({ "vm.nr_hugepages": "0" }) });
    expect(run.file("/etc/fake/vm.nr_hugepages")).toBe("5128\n");
    expect(run.output).toContain("systemctl restart kubelet.service");
    expect(run.status).toBe(0);
  });

  test("that are there leave kubelet alone", () => {
    const run = apply([setting], { files: kernel({ "vm.nr_hugepages": "6000" }) });
    expect(run.output).not.toContain("systemctl");
  });

  test("that the kernel does not give are told", () => {
    const grudging = `case "$1" in --values) echo 100 ;; esac`;
    const run = apply([setting], { stubs: { sysctl: grudging } });
    expect(run.status).toBe(1);
    expect(run.output).toContain("gives 100 of 5128 huge pages");
  });
});

test("looking changes nothing, and tells what is not so by its exit", () => {
  const settings = [
    one("sysctl", "vm.a", "1"),
    one("unit-limit", "LimitSTACK", "67108864"),
    one("module", "ib_umad", "loaded"),
  ];
  const script = `set -- look\n${tuningScript({ settings })}`;
  const run = runInSandbox(script, {
    stubs: { sysctl: SYSCTL, systemctl: "", modprobe: "" },
    files: kernel({ "vm.a": "0" }),
  });
  expect(run.status).toBe(3);
  expect(run.file("/etc/fake/vm.a")).toBe("0\n");
  expect(run.output).toContain("not so yet: sysctl --quiet --write vm.a=1");
  expect(run.output).not.toMatch(/^(systemctl|modprobe|sysctl --quiet)/m);
  const settled = runInSandbox(`set -- look\n${tuningScript({ settings: settings.slice(0, 1) })}`, {
    stubs: { sysctl: SYSCTL },
    files: kernel({ "vm.a": "1" }),
  });
  expect(settled.status).toBe(0);
});

describe("files of the kernel", () => {
  const governor = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";
  test("each get the value, and none is no fault", () => {
    const files = Object.fromEntries(
      [0, 1].map((cpu) => [`/sys/devices/system/cpu/cpu${cpu}/cpufreq/scaling_governor`, "powersave\n"]),
    );
    const run = apply([one("sysfs", governor, "performance")], { files });
    expect(run.file("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor")).toBe("performance\n");
    expect(apply([one("sysfs", governor, "performance")]).status).toBe(0);
  });

  test("that have the value in brackets are left alone", () => {
    const file = "/sys/kernel/mm/transparent_hugepage/enabled";
    const run = apply([one("sysfs", file, "madvise")], { files: { [file]: "always [madvise] never\n" } });
    expect(run.file(file)).toBe("always [madvise] never\n");
  });
});

describe("modules and units", () => {
  test("limits of containerd go into a file of their own, and restart it once", () => {
    const setting = one("unit-limit", "LimitSTACK", "67108864");
    const file = "/etc/systemd/system/containerd.service.d/20-railyard-LimitSTACK.conf";
    const run = apply([setting]);
    expect(run.file(file)).toBe("[Service]\nLimitSTACK=67108864\n");
    expect(run.output).toContain("systemctl restart containerd.service");
    expect(apply([setting], { files: { [file]: "[Service]\nLimitSTACK=67108864\n" } }).output).not.toContain(
      "systemctl",
    );
  });

  test("options are written for the next load, and a module that is loaded with others is told", () => {
    const setting = one("module-option", "ptlrpc.ptlrpcd_per_cpt_max", "32");
    const fresh = apply([setting], { files: { "/etc/modprobe.d/x": "" } });
    expect(fresh.file("/etc/modprobe.d/railyard-ptlrpc-ptlrpcd_per_cpt_max.conf")).toBe(
      "options ptlrpc ptlrpcd_per_cpt_max=32\n",
    );
    expect(fresh.status).toBe(0);
    const loaded = apply([setting], {
      files: { "/etc/modprobe.d/x": "", "/sys/module/ptlrpc/parameters/ptlrpcd_per_cpt_max": "0\n" },
    });
    expect(loaded.status).toBe(1);
    expect(loaded.output).toContain("ptlrpc is loaded with ptlrpcd_per_cpt_max=0: reboot for 32");
  });

  test("modules are loaded now and at each boot", () => {
    const run = apply([one("module", "ib_umad", "loaded")], {
      stubs: { modprobe: "" },
      files: { "/etc/modules-load.d/x": "" },
    });
    expect(run.output).toContain("modprobe -- ib_umad");
    expect(run.file("/etc/modules-load.d/railyard-ib_umad.conf")).toBe("ib_umad\n");
  });

  test("a unit that is not installed is no fault", () => {
    expect(apply([one("service", "irqbalance.service", "off")], { stubs: { systemctl: "exit 1" } }).status).toBe(0);
    expect(apply([one("service", "irqbalance.service", "off")]).output).toContain(
      "systemctl disable --now irqbalance.service",
    );
  });
});

describe("clients of Lustre", () => {
  const setting = one("lustre", "osc.*OST*.max_rpcs_in_flight", "32");
  test("are left alone until a file system is mounted", () => {
    const run = apply([setting], { files: { "/proc/mounts": "tmpfs / tmpfs rw 0 0\n" } });
    expect(run.status).toBe(0);
    expect(run.output).not.toContain("lctl");
  });

  test("get what one of them lacks", () => {
    const files = { "/proc/mounts": "10.0.0.1@tcp:/fsx /fsx lustre rw 0 0\n" };
    const wrong = apply([setting], { files, stubs: { lctl: '[ "$1" = set_param ] || printf "32\\n8\\n"' } });
    expect(wrong.output).toContain("lctl set_param osc.*OST*.max_rpcs_in_flight=32");
    const right = apply([setting], { files, stubs: { lctl: 'printf "32\\n32\\n"' } });
    expect(right.output).not.toContain("set_param");
  });
});

describe("PCIe", () => {
  const LSPCI = `printf '%s\\n' '0000:15:01.0 "0604" "1000" "c030"' '0000:16:00.0 "0604" "1000" "c030"' '0000:18:00.0 "0207" "15b3" "1021"'`;
  test("ACS goes off on bridges that have it, and on those alone", () => {
    const setpci = 'case "$*" in *15:01.0*w) echo 001d ;; *16:00.0*w) exit 1 ;; esac';
    const run = apply([one("pci", "ACSCtl", "off")], { stubs: { lspci: LSPCI, setpci } });
    expect(run.output).toContain("setpci -s 0000:15:01.0 ECAP_ACS+0x6.w=0000");
    expect(run.output).not.toContain("0000:16:00.0 ECAP_ACS+0x6.w=0000");
    expect(run.output).not.toContain("18:00.0");
    expect(run.status).toBe(0);
  });

  test("reads of compute cards grow, by the three bits of the register alone", () => {
    const setpci = 'case "$*" in *18:00.0*w) echo 295e ;; *40:00.0*w) echo 595e ;; *4f:00.0*w) exit 1 ;; esac';
    const run = apply([one("pci", "MaxReadReq", "4096")], { stubs: { setpci } }, [
      "0000:18:00.0",
      "0000:40:00.0",
      "0000:4f:00.0",
    ]);
    expect(run.output).toContain("setpci -s 0000:18:00.0 CAP_EXP+8.w=5000:7000");
    expect(run.output).not.toContain("40:00.0 CAP_EXP+8.w=5");
    expect(run.output).toContain("FAILED: there is no card 0000:4f:00.0");
    expect(run.status).toBe(1);
  });
});

describe("text", () => {
  const HOSTILE = ["'; touch /tmp/railyard-owned; '", "$(touch /tmp/railyard-owned)", "`id`", "a b", "--help", "x\ny"];
  test.each(HOSTILE)("of any kind stays one word: %j", (text) => {
    const kinds = ["sysctl", "hugepages", "unit-limit", "module", "lustre", "service"] as const;
    const script = tuningScript({ settings: kinds.map((kind) => one(kind, text, text)) });
    expect(syntaxErrors(script)).toBe("");
    const seen = spawnSync(
      "bash",
      [
        "-c",
        script
          .replace(/^keep\(\)[^]*?^\}$/m, 'keep() { printf "%s|" "$@"; }')
          .replace(/^exit .*$/m, "exit 0")
          .replace(/^(limit|load|client|unit|pages) /gm, ": "),
      ],
      { encoding: "utf8" },
    );
    expect(seen.stdout).toBe(`${text}|${text}|`);
  });

  test("an argument of the kernel is nothing for a program", () => {
    expect(() => tuningScript({ settings: [one("kernel-argument", "iommu", "pt")] })).toThrow("which no program sets");
  });
});

describe("the first boot", () => {
  const tuned = (change: Change) => {
    const { env } = sample({ nodeGroups: { h100: change } });
    const group = ec2Groups(env).find(({ name }) => name === "h100")!;
    return { group, image: nodeImage(group, env, {} as never) };
  };

  test("sets everything before Lustre is loaded, and keeps doing so", () => {
    const { image } = tuned({ tuning: {} });
    if (image.kind !== "al2023") throw new Error(image.kind);
    const text = al2023UserData(image.boot!, 32);
    const names = [...text.matchAll(/filename="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      "10-lustre-client.sh",
      "15-tuning.sh",
      "20-lustre-efa.sh",
      "30-hugepages.sh",
      "60-memlock.sh",
    ]);
    expect(text.length).toBeLessThan(12 * 1024);
    expect(text).toContain("raise net.core.rmem_max 536870912\n");
    expect(text).toContain("client 'ldlm.namespaces.*.lru_size' 19200\n");
    // what the image has, and what has a script of its own
    expect(text).not.toMatch(/raise (vm.max_map_count|vm.nr_hugepages)|LimitMEMLOCK'? infinity/);
  });

  test("of a group without a profile is what it was", () => {
    const { image } = tuned({});
    expect(image.kind === "al2023" && "tuning" in image.boot!).toBe(false);
  });

  test("installs the program and its units, and runs it once", () => {
    const { group } = tuned({ tuning: { purpose: "none", sysctl: { "vm.swappiness": 1 }, lustre: { lruSize: 100 } } });
    const run = runInSandbox(tuningBoot(15, { settings: setByRailyard(group.tuning!) }).text, {
      stubs: { systemctl: "", sysctl: SYSCTL },
      files: { ...kernel({ "vm.swappiness": "60" }), "/proc/mounts": "" },
    });
    expect(run.output).toContain("done");
    expect(run.status).toBe(0);
    expect(run.file("/etc/fake/vm.swappiness")).toBe("1\n");
    expect(run.file("/etc/systemd/system/railyard-tuning.service")).toContain(
      "ExecStart=/usr/local/sbin/railyard-tuning",
    );
    expect(run.output).toContain("systemctl enable --now railyard-tuning.timer");
  });

  test("of Bottlerocket has what its settings can say", () => {
    const { image } = tuned({
      image: { kind: "bottlerocket" },
      tuning: { purpose: "none", sysctl: { "vm.swappiness": 1 }, hugepages2Mi: 6000 },
    });
    expect(image.kind === "bottlerocket" && image.settings).toMatchObject({
      hugepages2Mi: 6000,
      sysctl: { "vm.swappiness": "1" },
    });
  });

  test("units are what systemd takes", () => {
    const folder = mkdtempSync(join(tmpdir(), "railyard-units-"));
    try {
      const service = TUNING_SERVICE.replace("/usr/local/sbin/railyard-tuning", "/bin/true");
      writeFileSync(join(folder, "railyard-tuning.service"), `${service}\n`);
      writeFileSync(join(folder, "railyard-tuning.timer"), `${TUNING_TIMER}\n`);
      const units = ["railyard-tuning.service", "railyard-tuning.timer"].map((name) => join(folder, name));
      const run = spawnSync("systemd-analyze", ["verify", "--man=no", ...units], { encoding: "utf8" });
      expect(`${run.stdout}${run.stderr}`.split("\n").filter((line) => line.includes("railyard-tuning"))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
