import fc from "fast-check";
import { TUNING_PURPOSES } from "../../../config/facts/host-setting";
import { HOST_SETTINGS } from "../../../config/facts/host-settings";
import { AL2023_SETTINGS, KUBELET_SETTINGS } from "../../../config/facts/image-settings";
import { tuningSchema } from "../../../config/tuning/schema";
import { sample, type Change } from "../../helpers/environment";

const tuned = (tuning: Change | undefined, more: Change = {}, name = "h100") =>
  sample({ nodeGroups: { [name]: { ...more, ...(tuning && { tuning }) } } }).env.nodeGroups.find(
    (group) => group.name === name,
  )!.tuning;

const values = (tuning: ReturnType<typeof tuned>, by?: "image" | "railyard") =>
  Object.fromEntries(
    tuning!.settings.filter((one) => by === undefined || one.by === by).map(({ at, value }) => [at, value]),
  );

describe("facts", () => {
  test.each(HOST_SETTINGS.map((row) => [row.at, row] as const))("%s has a reason and a source", (_, row) => {
    expect(row.why).toMatch(/^[A-Z].*\.$/);
    expect(row.source).toMatch(/^https:\/\/[\w.-]+\/\S+$/);
  });

  test("no setting is there twice", () => {
    const paths = HOST_SETTINGS.map(({ path }) => path.join(" "));
    expect(new Set(paths).size).toBe(paths.length);
  });

  test("the schema takes every default at its place", () => {
    const schema = tuningSchema("rolling", "x");
    for (const { path, kind, value } of HOST_SETTINGS) {
      const text = typeof value === "string" ? value : String(value.perCpu);
      const [group, name] = path;
      const written =
        group === "limits" && text === "infinity" ? "unlimited" : /^\d+$/.test(text) ? Number(text) : text;
      const result = schema.safeParse({ [group]: name === undefined ? written : { [name]: written } });
      expect([kind, path, result.error?.issues]).toEqual([kind, path, undefined]);
    }
  });
});

describe("a profile", () => {
  test("is nobody's who does not ask for one", () => expect(tuned(undefined)).toBeNull());

  test("of a group with EFA is that of training, with the clients of Lustre by CPUs and memory", () => {
    const tuning = tuned({});
    expect([tuning!.purpose, tuning!.bareMetal, tuning!.lustre]).toEqual(["training", false, "rdma"]);
    expect(values(tuning, "railyard")).toEqual({
      "vm.nr_hugepages": "5128",
      LimitMEMLOCK: "infinity",
      "net.core.rmem_max": "536870912",
      "net.core.wmem_max": "536870912",
      "net.core.rmem_default": "134217728",
      "net.core.wmem_default": "134217728",
      "net.core.netdev_max_backlog": "10000",
      "net.ipv4.tcp_max_syn_backlog": "8192",
      "net.ipv4.tcp_rmem": "4096 87380 268435456",
      "net.ipv4.tcp_wmem": "4096 65536 268435456",
      "kernel.numa_balancing": "0",
      "fs.inotify.max_user_instances": "65535",
      "kernel.threads-max": "16512444",
      "vm.min_free_kbytes": "65536",
      "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor": "performance",
      "ptlrpc.ptlrpcd_per_cpt_max": "32",
      "ldlm.namespaces.*.lru_max_age": "600000",
      "ldlm.namespaces.*.lru_size": "19200",
      "osc.*OST*.max_rpcs_in_flight": "32",
      "mdc.*.max_rpcs_in_flight": "64",
      "mdc.*.max_mod_rpcs_in_flight": "50",
    });
  });

  test("leaves to the image what it has, and says so", () => {
    expect(values(tuned({}), "image")).toEqual({
      "fs.inotify.max_user_watches": "524288",
      "vm.max_map_count": "262144",
    });
    // no document says what Bottlerocket sets
    expect(values(tuned({}, { image: { kind: "bottlerocket" } }), "image")).toEqual({});
  });

  test("asks for buffers of sockets of Lustre where it goes over TCP", () => {
    const cpu = { instanceType: "m7i.48xlarge" };
    expect(tuned({}, { ...cpu, zone: "us-east-1b" }, "cpu")).toMatchObject({ purpose: "cpu", lustre: "tcp" });
    expect(values(tuned({}, cpu, "cpu"))["ksocklnd.credits"]).toBe("2560");
    expect(values(tuned({}, { instanceType: "m7i.4xlarge" }, "cpu"))).toEqual({
      "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor": "performance",
    });
  });

  test("takes kernel arguments for defaults on bare metal alone, and leaves them to the image", () => {
    const metal = tuned({}, { instanceType: "g4dn.metal" }, "cpu")!;
    expect(metal.bareMetal).toBe(true);
    const args = metal.settings.filter(({ kind }) => kind === "kernel-argument");
    expect(args.map(({ at, value, by }) => [at, value, by])).toEqual([
      ["intel_idle.max_cstate", "1", "image"],
      ["processor.max_cstate", "1", "image"],
      ["iommu", "pt", "image"],
      ["init_on_alloc", "0", "image"],
    ]);
    expect(tuned({})!.settings.some(({ kind }) => kind === "kernel-argument")).toBe(false);
  });

  test("has what config writes over its defaults, exactly, and the word image takes a value out", () => {
    const tuning = tuned({
      sysctl: { "net.core.rmem_max": 1024, "kernel.numa_balancing": "image", "net.core.somaxconn": 4096 },
      hugepages2Mi: 6000,
      governor: "image",
      lustre: { lruSize: "image", ostRpcsInFlight: 16 },
      limits: { stack: 67_108_864 },
    })!;
    const of = (at: string) => tuning.settings.find((one) => one.at === at);
    expect(of("net.core.rmem_max")).toMatchObject({ value: "1024", compare: "equal", from: "config" });
    expect(of("kernel.numa_balancing")).toBeUndefined();
    expect(of("net.core.somaxconn")).toMatchObject({ value: "4096", from: "config", source: null });
    expect(of("vm.nr_hugepages")).toMatchObject({ value: "6000", compare: "at-least" });
    expect(of("/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")).toBeUndefined();
    expect(of("ldlm.namespaces.*.lru_size")).toBeUndefined();
    expect(of("osc.*OST*.max_rpcs_in_flight")).toMatchObject({ value: "16" });
    expect(of("LimitSTACK")).toMatchObject({ value: "67108864" });
  });

  test("without a purpose is what config says alone", () => {
    expect(values(tuned({ purpose: "none", sysctl: { "vm.swappiness": 5 } }))).toEqual({ "vm.swappiness": "5" });
  });

  test("a lower value than that of the image, which somebody wrote, is set", () => {
    const tuning = tuned({ sysctl: { "vm.max_map_count": 300_000 } })!;
    expect(tuning.settings.find(({ at }) => at === "vm.max_map_count")).toMatchObject({
      by: "railyard",
      value: "300000",
    });
  });
});

describe("the schema refuses", () => {
  const schema = tuningSchema("rolling", "x");
  test.each<[string, Record<string, unknown>]>([
    ["a name with a command", { sysctl: { "net.core.rmem_max; reboot": 1 } }],
    ["a name with a path upwards", { sysctl: { "net.core/../../etc": 1 } }],
    ["a name outside of what sysctl has", { sysctl: { "foo.bar": 1 } }],
    ["a value with a line break", { sysctl: { "vm.swappiness": "1\nkernel.core_pattern=|/bin/sh" } }],
    ["a value that a shell reads", { sysctl: { "vm.swappiness": "$(reboot)" } }],
    ["a fraction", { sysctl: { "vm.swappiness": 1.5 } }],
    ["an argument with a blank", { kernelArguments: { init_on_alloc: "0 init=/bin/sh" } }],
    ["an argument with a quote", { kernelArguments: { init_on_alloc: '0"' } }],
    ["a module with a path", { modules: { "../x": "loaded" } }],
    ["a read that PCIe does not have", { pci: { maxReadRequest: 1000 } }],
    ["a key that is not there", { hugepages: 1 }],
    ["pages below none", { hugepages2Mi: -1 }],
  ])("%s", (_, written) => expect(schema.safeParse(written).success).toBe(false));
});

test("what kubelet and images set has a source", () => {
  for (const { source } of [...KUBELET_SETTINGS, ...AL2023_SETTINGS])
    expect(source).toMatch(/^https:\/\/github\.com\//);
});

test("any legal profile sets each place once, and what is written exactly as it is written", () => {
  const sysctl = fc.dictionary(
    fc.constantFrom(
      "vm.swappiness",
      "net.core.rmem_max",
      "vm.max_map_count",
      "net.core.somaxconn",
      "kernel.numa_balancing",
    ),
    fc.oneof(fc.nat(), fc.constant("image" as const)),
  );
  const number = fc.option(fc.oneof(fc.nat({ max: 4_000_000 }), fc.constant("image" as const)), { nil: undefined });
  const profile = fc.record({
    purpose: fc.option(fc.constantFrom(...TUNING_PURPOSES), { nil: undefined }),
    sysctl,
    hugepages2Mi: number,
    lustre: fc.record({ lruSize: number, ostRpcsInFlight: number }),
  });
  fc.assert(
    fc.property(profile, (written) => {
      const { settings } = tuned(JSON.parse(JSON.stringify(written)) as Change)!;
      const places = settings.map(({ path }) => path.join(" "));
      expect(new Set(places).size).toBe(places.length);
      for (const [name, value] of Object.entries(written.sysctl)) {
        const found = settings.filter(({ at }) => at === name).map((one) => [one.value, one.compare]);
        expect(found).toEqual(value === "image" ? [] : [[String(value), "equal"]]);
      }
      for (const { why, source, from } of settings)
        expect(from === "config" || (why !== "" && source !== null)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
