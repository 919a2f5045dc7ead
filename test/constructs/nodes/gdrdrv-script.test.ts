import { gdrdrv } from "../../../constructs/nodes/gdrdrv-script";
import { runInSandbox, syntaxErrors, type SandboxProps } from "../../helpers/sandbox";

const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const SOURCE = { url: "https://mirror/gdrcopy.tar.gz", sha256: EMPTY_SHA256 };
/** A node whose kernel has the module, or has it after a build. */
const node = (module: "present" | "absent" | "built"): SandboxProps => ({
  files: { "/proc/devices": "195 nvidia\n511 gdrdrv\n", "/usr/src/nvidia-open-580/nvidia/nv-p2p.c": "x" },
  stubs: {
    systemctl: "",
    sleep: "",
    modinfo: module === "present" ? "" : "exit 1",
    modprobe: module === "absent" ? "exit 1" : "",
    mknod: "",
    gcc: "",
    make: "",
    dnf: "",
    tar: "mkdir -p src/gdrdrv",
    curl: "touch source.tar.gz",
  },
});

describe("gdrdrv", () => {
  test("loads a module that the image has and makes its device", () => {
    const run = runInSandbox(gdrdrv(40, { source: SOURCE }).text, node("present"));
    expect(run.status).toBe(0);
    expect(run.output).toContain("modprobe gdrdrv");
    expect(run.output).toContain("mknod --mode=0666 /dev/gdrdrv c 511 0");
    expect(run.output).not.toContain("curl");
  });

  test("does nothing where the device is there already", () => {
    const run = runInSandbox(gdrdrv(40, {}).text, { ...node("absent"), links: { "/dev/gdrdrv": "/dev/null" } });
    expect(run.status).toBe(0);
    expect(run.output).toContain("present in the image");
    expect(run.output).not.toContain("systemctl");
  });

  test("waits for the NVIDIA driver, which it links to", () => {
    const run = runInSandbox(gdrdrv(40, {}).text, node("present"));
    const started = run.output.indexOf("systemctl start nvidia-kmod-load.service");
    expect(started).toBeGreaterThan(-1);
    expect(started).toBeLessThan(run.output.indexOf("modprobe gdrdrv"));
  });

  test("builds the module where the image has none", () => {
    const run = runInSandbox(gdrdrv(40, { source: SOURCE }).text, node("built"));
    expect(run.status).toBe(0);
    expect(run.output).toContain("--output source.tar.gz https://mirror/gdrcopy.tar.gz");
    expect(run.output.indexOf("make install")).toBeLessThan(run.output.indexOf("modprobe gdrdrv"));
    expect(run.output).not.toContain("dnf install");
  });

  test("loads it again on later boots", () => {
    const run = runInSandbox(gdrdrv(40, {}).text, node("present"));
    expect(run.output).toContain("systemctl enable railyard-gdrdrv.service");
    expect(run.file("/etc/systemd/system/railyard-gdrdrv.service")).toContain(
      "After=nvidia-kmod-load.service\n[Service]\nType=oneshot\nExecStart=/usr/local/sbin/railyard-gdrdrv\n",
    );
  });

  test("fails loudly where there is neither a module nor a source", () => {
    const run = runInSandbox(gdrdrv(40, {}).text, node("absent"));
    expect(run.status).not.toBe(0);
    expect(run.output).toContain("FAILED at line");
  });

  test("fails when the source is not the one that was named", () => {
    const run = runInSandbox(gdrdrv(40, { source: { ...SOURCE, sha256: "0".repeat(64) } }).text, node("built"));
    expect(run.status).not.toBe(0);
    expect(run.output).not.toContain("make install");
  });

  test("fails when the driver's headers are missing", () => {
    const { stubs } = node("built");
    const run = runInSandbox(gdrdrv(40, { source: SOURCE }).text, { stubs });
    expect(run.status).not.toBe(0);
    expect(run.output).toContain("FAILED: no NVIDIA driver source");
  });

  test.each([gdrdrv(1, {}), gdrdrv(1, { source: SOURCE })])("is bash, with and without a source", ({ text }) => {
    expect(syntaxErrors(text)).toBe("");
  });
});
