import { resolveGpus } from "../../../config/gpu/gpus";
import type { WrittenSharing } from "../../../config/sharing/schema";
import { resolveSharing } from "../../../config/sharing/resolve";
import { GpuOperator, gpuOperatorValues, type GpuOperatorValuesProps } from "../../../constructs/platform/gpu-operator";
import { chart, onlyRelease } from "../../helpers/release";
import type { Json } from "../../helpers/synth";

const gpus = resolveGpus({ gpu: { model: "H100-80GB", count: 8, memoryMiB: 81920 } });
const share = (written: WrittenSharing) => resolveSharing(written, { gpus, inSlurm: false });

const PROPS: GpuOperatorValuesProps = {
  driver: "ami",
  allocation: "device-plugin",
  gds: false,
  gdrcopy: false,
  dcgm: "exporter",
  sharing: [share({ kind: "whole" })],
  taints: [
    { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" },
    { key: "team", effect: "NoExecute" },
  ],
  placement: { nodeSelector: { "railyard.dev/role": "system" }, tolerations: [] },
  serviceMonitor: true,
};

const values = (change: Partial<GpuOperatorValuesProps> = {}): Json => gpuOperatorValues({ ...PROPS, ...change });

test("leaves the driver and the toolkit of the image alone", () => {
  expect(values()).toMatchObject({
    driver: { enabled: false },
    toolkit: { enabled: false },
    gds: { enabled: false },
    gdrcopy: { enabled: false },
    devicePlugin: { enabled: true },
  });
});

test("brings driver and toolkit together where images have none", () => {
  const { driver, toolkit, gds } = values({ driver: "operator", gds: true });
  expect(driver).toEqual({ enabled: true, kernelModuleType: "open" });
  expect(toolkit).toEqual({ enabled: true });
  expect(gds).toEqual({ enabled: true });
  expect(values({ driver: "operator" }).driver).toEqual({ enabled: true });
});

test("hands /dev/gdrdrv to pods where boot scripts load its module", () => {
  expect(values({ gdrcopy: true }).gdrcopy).toEqual({ enabled: true });
});

test("fails on GPUDirect Storage without the driver pod that it lives in", () => {
  expect(() => values({ gds: true })).toThrow('gds is true and driver is "ami"');
});

test("has no device plugin beside dynamic resource allocation", () => {
  expect(values({ allocation: "dra" }).devicePlugin).toEqual({ enabled: false });
});

test.each(["time-slicing", "mps"] as const)("fails on %s with dynamic resource allocation", (kind) => {
  expect(() => values({ allocation: "dra", sharing: [share({ kind, replicas: 2, renamed: true })] })).toThrow(
    `a group shares by ${kind}`,
  );
});

test("tolerates every taint of the nodes, in operands and in node discovery", () => {
  const tolerations = [
    { key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" },
    { key: "team", operator: "Exists", effect: "NoExecute" },
  ];
  const all = values();
  expect(all.daemonsets.tolerations).toEqual(tolerations);
  expect(all["node-feature-discovery"].worker.tolerations).toEqual(tolerations);
});

test("controllers run on system nodes", () => {
  const selector = { nodeSelector: { "railyard.dev/role": "system" } };
  const all = values();
  expect(all.operator).toEqual(selector);
  expect(all["node-feature-discovery"]).toMatchObject({ master: selector, gc: selector });
});

describe("sharing", () => {
  test("whole GPUs need no configuration, no MIG and no MIG manager", () => {
    const { devicePlugin, mig, migManager } = values();
    expect(devicePlugin).toEqual({ enabled: true });
    expect(mig).toEqual({ strategy: "none" });
    expect(migManager).toEqual({ enabled: false });
  });

  test("shared GPUs have a configuration for each kind; the cluster-wide strategy gives way to it", () => {
    const { devicePlugin, mig, migManager } = values({ sharing: [share({ kind: "mps", replicas: 4, renamed: true })] });
    expect(devicePlugin.config).toMatchObject({ create: true, name: "railyard-device-plugin", default: "whole" });
    expect(Object.keys(devicePlugin.config.data)).toEqual(["mps-4", "whole"]);
    expect(mig).toEqual({ strategy: "" });
    expect(migManager.enabled).toBe(false);
  });

  test("MIG brings the manager, which may reboot", () => {
    const { migManager } = values({
      sharing: [share({ kind: "mig", layout: "all-1g.10gb" })],
    });
    expect(migManager).toEqual({ enabled: true, env: [{ name: "WITH_REBOOT", value: "true" }] });
  });
});

describe("virtual machines", () => {
  const vgpu: WrittenSharing = {
    kind: "vgpu",
    type: "L40S-12Q",
    manager: { repository: "registry.example.com/nvidia", version: "580.82.02", pullSecret: "registry" },
    licenseSecret: "vgpu-license",
  };

  test("nobody has any: nothing of the operator is for them", () =>
    expect(values()).not.toHaveProperty("sandboxWorkloads"));

  test("GPUs that are passed on are bound to VFIO, and containers keep those of nodes without a label", () => {
    const all = values({ sharing: [share({ kind: "whole" }), share({ kind: "passthrough" })] });
    expect(all).toMatchObject({
      sandboxWorkloads: { enabled: true, defaultWorkload: "container" },
      vfioManager: { enabled: true },
      vgpuManager: { enabled: false },
      vgpuDeviceManager: { enabled: false },
      devicePlugin: { enabled: true },
    });
    expect(all.devicePlugin).not.toHaveProperty("config");
  });

  test("vGPUs have the manager of their licensee, and the licence by its name", () =>
    expect(values({ sharing: [share(vgpu)] })).toMatchObject({
      vfioManager: { enabled: false },
      vgpuManager: {
        enabled: true,
        repository: "registry.example.com/nvidia",
        version: "580.82.02",
        imagePullSecrets: ["registry"],
      },
      vgpuDeviceManager: { enabled: true },
      driver: { licensingConfig: { secretName: "vgpu-license", nlsEnabled: true } },
    }));
});

describe("telemetry", () => {
  test("the exporter has our metrics and its own engine", () => {
    const { dcgm, dcgmExporter } = values();
    expect(dcgm).toEqual({ enabled: false });
    expect(dcgmExporter.enabled).toBe(true);
    expect(dcgmExporter.config).toMatchObject({ create: true, name: "railyard-dcgm-metrics" });
    expect(dcgmExporter.config.data).toContain("DCGM_EXP_XID_ERRORS_COUNT");
  });

  test("one engine of the node can serve others too", () => {
    expect(values({ dcgm: "engine-and-exporter" })).toMatchObject({
      dcgm: { enabled: true },
      dcgmExporter: { enabled: true },
    });
  });

  test("can be off, engine and all", () => {
    const { dcgm, dcgmExporter } = values({ dcgm: "off" });
    expect(dcgm).toEqual({ enabled: false });
    expect(dcgmExporter).toEqual({ enabled: false });
  });

  test("metrics have the node as `hostname`, whatever the exporter calls it", () => {
    expect(values().dcgmExporter.serviceMonitor.relabelings).toEqual([
      { sourceLabels: ["__meta_kubernetes_pod_node_name"], targetLabel: "hostname", action: "replace" },
    ]);
  });

  test("nobody is told to scrape without a Prometheus", () => {
    expect(values({ serviceMonitor: false }).dcgmExporter.serviceMonitor.enabled).toBe(false);
  });

  test("metrics bear Slurm's jobs where Slurm writes them down", () => {
    expect(values().dcgmExporter).not.toHaveProperty("hpcJobMapping");
    expect(values({ jobMappingFolder: "/var/lib/jobs" }).dcgmExporter.hpcJobMapping).toEqual({
      enabled: true,
      directory: "/var/lib/jobs",
    });
  });
});

test("does not wait for a free GPU to prove itself: Slurm takes them all", () => {
  expect(values().validator.plugin.env).toEqual([{ name: "WITH_WORKLOAD", value: "false" }]);
});

test("is one release, with the environment's values last", () => {
  const { release, values: synthesized } = onlyRelease((stack) => {
    new GpuOperator(stack, "gpu", {
      ...chart("gpu-operator"),
      ...PROPS,
      nodes: 1,
      overrides: { driver: { version: "1" } },
    });
  });
  // the hook that upgrades its CRDs needs the validation off
  expect(release).toMatchObject({ name: "gpu-operator", wait: true, disable_openapi_validation: true });
  expect(synthesized.driver).toEqual({ enabled: false, version: "1" });
});
