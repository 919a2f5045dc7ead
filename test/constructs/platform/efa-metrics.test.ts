import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { efaMetricsScript, efaMetricsSidecar } from "../../../constructs/platform/efa-metrics";
import { sidecarValues } from "../../../constructs/platform/node-exporter-sidecars";
import type { Json } from "../../helpers/synth";

/** Runs the script with a real shell once over files of /sys/class/infiniband; sleep ends it. */
function metrics(files: Record<string, string>): string | undefined {
  const root = mkdtempSync(join(tmpdir(), "railyard-efa-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      const file = join(root, "sys/class/infiniband", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    mkdirSync(join(root, "out"));
    mkdirSync(join(root, "bin"));
    writeFileSync(join(root, "bin/sleep"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    spawnSync("/bin/sh", ["-c", efaMetricsScript()], {
      env: { PATH: `${root}/bin:/usr/bin:/bin`, SYSFS: join(root, "sys"), OUT: join(root, "out") },
      timeout: 20_000,
    });
    expect(existsSync(join(root, "out/efa.prom.new"))).toBe(false);
    const out = join(root, "out/efa.prom");
    return existsSync(out) ? readFileSync(out, "utf8") : undefined;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const device = (name: string, counters: Record<string, string>, vendor = "0x1d0f") => ({
  [`${name}/device/vendor`]: `${vendor}\n`,
  ...Object.fromEntries(
    Object.entries(counters).map(([counter, value]) => [`${name}/ports/1/hw_counters/${counter}`, `${value}\n`]),
  ),
});

test("writes each counter of each interface, of a kind together", () => {
  const text = metrics({
    ...device("rdmap16s27", { tx_bytes: "12", rx_drops: "0" }),
    ...device("rdmap32s27", { tx_bytes: "34", rx_drops: "1" }),
  });
  expect(text).toBe(`# TYPE node_amazonefa_rx_drops counter
node_amazonefa_rx_drops{device="rdmap16s27",port="1"} 0
node_amazonefa_rx_drops{device="rdmap32s27",port="1"} 1
# TYPE node_amazonefa_tx_bytes counter
node_amazonefa_tx_bytes{device="rdmap16s27",port="1"} 12
node_amazonefa_tx_bytes{device="rdmap32s27",port="1"} 34
`);
});

test("leaves adapters of other vendors to node-exporter", () => {
  expect(metrics(device("mlx5_0", { tx_bytes: "1" }, "0x15b3"))).toBe("");
});

test("leaves out the lifespan of counters, which is no counter", () => {
  expect(metrics(device("rdmap16s27", { lifespan: "12" }))).toBe("");
});

test("writes an empty file on nodes without such interfaces, so that no old one stays", () => {
  expect(metrics({})).toBe("");
});

test("has nothing that Terraform would take for its own", () => {
  expect(efaMetricsScript()).not.toMatch(/[$%]\{/);
});

describe("values of node-exporter", () => {
  const values: Json = sidecarValues(["--collector.a"], [efaMetricsSidecar()]);
  const [sidecar] = values.sidecars;
  const out = sidecar.env.find(({ name }: { name: string }) => name === "OUT").value;

  test("the exporter reads the folder that the sidecar writes", () => {
    expect(values.extraArgs).toEqual(["--collector.a", `--collector.textfile.directory=${out}`]);
    expect(values.sidecarVolumeMount).toEqual([{ name: "textfile", mountPath: out, readOnly: false }]);
  });

  test("the image has a shell", () => {
    expect(values.image).toEqual({ distroless: false });
    expect(sidecar.command).toEqual(["/bin/sh", "-c", efaMetricsScript()]);
  });

  test("the sidecar sees /sys of the node and has no rights", () => {
    expect(sidecar.volumeMounts).toEqual([{ name: "sys", mountPath: "/host/sys", readOnly: true }]);
    expect(sidecar.env).toContainEqual({ name: "SYSFS", value: "/host/sys" });
    expect(sidecar.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });
});
