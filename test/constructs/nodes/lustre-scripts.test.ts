import { lustreClient, lustreOverEfa, type LustreEfa } from "../../../constructs/nodes/lustre-scripts";
import { runInSandbox, syntaxErrors } from "../../helpers/sandbox";

describe("lustreClient", () => {
  test("installs the client and does not load its modules", () => {
    const run = runInSandbox(lustreClient(10).text, { stubs: { dnf: "", modinfo: "" } });
    expect(run.status).toBe(0);
    expect(run.output).toContain("dnf install -y lustre-client");
    expect(lustreClient(10).text).not.toContain("modprobe");
  });

  test("leaves a client of the image alone", () => {
    const run = runInSandbox(lustreClient(10).text, { stubs: { dnf: "exit 1", modinfo: "", "mount.lustre": "" } });
    expect(run.status).toBe(0);
    expect(run.output).toContain("present in the image");
    expect(run.output).not.toContain("dnf install");
  });

  test("fails when the kernel has no module for it", () => {
    expect(runInSandbox(lustreClient(10).text, { stubs: { dnf: "", modinfo: "exit 1" } }).status).not.toBe(0);
  });
});

describe("lustreOverEfa", () => {
  /** LNet as a file of device names, in the output form of `lnetctl net show`. */
  const LNETCTL = `
list="$ROOT/lnet"
case "$2" in
  show) i=0; echo net:; while read -r d; do echo "  - nid: 1.0.0.$i@efa"; echo "    interfaces:"; echo "        0: $d"; i=$((i + 1)); done < "$list" ;;
  del) sed -i "/^$6$/d" "$list" ;;
  add) echo "$6" >> "$list" ;;
esac`;
  const stubs = (configured: readonly string[]) => ({
    curl: "touch client.zip",
    sleep: "",
    systemctl: "",
    lustre_rmmod: "",
    lnetctl: LNETCTL,
    python3: `mkdir -p configure-efa-fsx-lustre-client; cat > configure-efa-fsx-lustre-client/setup.sh << 'S'
echo "setup $*" >> "$ROOT/calls"
printf '%s\\n' ${configured.join(" ")} | sed '/^$/d' > "$ROOT/lnet"
S`,
  });
  const run = (props: LustreEfa, configured: readonly string[], devices: Record<string, string> = {}) =>
    runInSandbox(lustreOverEfa(20, props).text, {
      stubs: stubs(configured),
      files: { "/drivers/efa/x": "", "/drivers/mlx5_core/x": "" },
      links: Object.fromEntries(
        Object.entries(devices).map(([name, driver]) => [
          `/sys/class/infiniband/${name}/device/driver`,
          `/drivers/${driver}`,
        ]),
      ),
    });
  const EIGHT = ["e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7"];

  test("runs AWS's setup for this boot, then enables it for later ones", () => {
    const result = run({}, EIGHT);
    expect(result.status).toBe(0);
    const calls = result.output.split("\n").filter((line) => line.startsWith("setup "));
    expect(calls).toEqual(["setup --configure-once", "setup --systemd-only"]);
    expect(result.output).toContain("LNet has 8 EFA interfaces");
    expect(result.output).toContain("LustreGuide/samples/configure-efa-fsx-lustre-client.zip");
    expect(result.output).not.toContain("lnetctl net del");
  });

  test("unloads Lustre first where it is loaded, or its CPU partitions would not be set", () => {
    const loaded = runInSandbox(lustreOverEfa(20, {}).text, {
      stubs: stubs(EIGHT),
      files: { "/sys/module/libcfs/version": "" },
    });
    expect(loaded.output.indexOf("lustre_rmmod")).toBeGreaterThan(-1);
    expect(loaded.output.indexOf("lustre_rmmod")).toBeLessThan(loaded.output.indexOf("setup --configure-once"));
    expect(run({}, EIGHT).output).not.toContain("lustre_rmmod");
  });

  test("fails loudly when LNet ends up without EFA", () => {
    const result = run({}, []);
    expect(result.status).not.toBe(0);
    expect(result.output).toContain("FAILED: Lustre will use TCP");
  });

  test("takes fewer interfaces, spread over the list, and keeps it so after a reboot", () => {
    const result = run({ interfaces: 4 }, EIGHT);
    expect(result.status).toBe(0);
    expect(result.file("/lnet")).toBe("e0\ne2\ne4\ne6\n");
    expect(result.file("/etc/systemd/system/configure-efa-fsx-lustre-client.service.d/10-railyard.conf")).toBe(
      "[Service]\nExecStartPost=/usr/local/sbin/railyard-lnet-efa 4\n",
    );
  });

  test("takes more interfaces from EFA devices that are free, never from others", () => {
    const devices = { e0: "efa", e1: "efa", mlx5_0: "mlx5_core", z2: "efa", z3: "efa" };
    const result = run({ interfaces: 3 }, ["e0", "e1"], devices);
    expect(result.status).toBe(0);
    expect(result.file("/lnet")).toBe("e0\ne1\nz2\n");
  });

  test("changes nothing when the number is already right", () => {
    expect(run({ interfaces: 8 }, EIGHT).output).not.toMatch(/lnetctl net (add|del)/);
  });

  test("fails when there are too few devices for the number", () => {
    const result = run({ interfaces: 4 }, ["e0", "e1"], { e0: "efa", e1: "efa" });
    expect(result.status).not.toBe(0);
    expect(result.output).toContain("FAILED: Lustre will use TCP");
  });

  test("checks the package against its digest, before anything of it runs", () => {
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    expect(run({ packageSha256: empty }, EIGHT).status).toBe(0);
    const wrong = run({ packageSha256: "0".repeat(64) }, EIGHT);
    expect(wrong.status).not.toBe(0);
    expect(wrong.output).not.toContain("setup --configure-once");
  });

  test("takes the package from elsewhere", () => {
    expect(run({ packageUrl: "https://mirror/client.zip" }, EIGHT).output).toContain("https://mirror/client.zip");
  });

  test.each([0, -1, 1.5])("fails on %d interfaces", (interfaces) => {
    expect(() => lustreOverEfa(20, { interfaces })).toThrow("whole number from 1");
  });

  test.each([lustreClient(1), lustreOverEfa(1, {}), lustreOverEfa(1, { interfaces: 4 })])(
    "$name is bash",
    ({ text }) => {
      expect(syntaxErrors(text)).toBe("");
    },
  );
});
