import { bottlerocketSettings } from "../../../constructs/nodes/bottlerocket-settings";
import { expectGolden } from "../../helpers/golden";

describe("bottlerocketSettings", () => {
  test("is empty when nothing is asked", () => {
    expect(bottlerocketSettings({})).toBe("");
  });

  test("writes everything as the golden file has it", () => {
    expectGolden(
      "user-data/bottlerocket.toml.txt",
      bottlerocketSettings({
        maxPods: 100,
        cpuManagerPolicy: "static",
        topologyManagerPolicy: "best-effort",
        topologyManagerScope: "container",
        systemReserved: { cpu: "1", memory: "2Gi" },
        hugepages2Mi: 5128,
        sysctl: { "net.core.somaxconn": "4096" },
        useInstanceStore: true,
        nvidia: { partitioning: { kind: "mig", profiles: { "h100.80gb": "1g.10gb" } } },
      }),
    );
  });

  test("spells huge pages like the setting that Bottlerocket generates, so that it replaces it", () => {
    expect(bottlerocketSettings({ hugepages2Mi: 0 })).toBe('[settings.kernel.sysctl]\n"vm/nr_hugepages" = "0"\n');
  });

  test("binds the instance store on every boot, and before anything else", () => {
    const text = bottlerocketSettings({ useInstanceStore: true });
    expect(text).toContain("[settings.bootstrap-commands.010-instance-store]");
    expect(text).toContain('mode = "always"');
    expect(text).toContain("essential = true");
    expect(text.indexOf('"init"')).toBeLessThan(text.indexOf('"bind"'));
    expect(bottlerocketSettings({ useInstanceStore: false })).toBe("");
  });

  test("hands the GPUs to another owner only when told so", () => {
    const header = "[settings.kubelet-device-plugins.nvidia]\n";
    expect(bottlerocketSettings({ nvidia: { devicePlugin: false } })).toBe(`${header}enabled = false\n`);
    expect(bottlerocketSettings({ nvidia: { devicePlugin: true } })).toBe("");
  });

  test("shares GPUs by time", () => {
    expect(bottlerocketSettings({ nvidia: { partitioning: { kind: "time-slicing", replicas: 4 } } })).toBe(
      '[settings.kubelet-device-plugins.nvidia]\ndevice-sharing-strategy = "time-slicing"\n\n' +
        "[settings.kubelet-device-plugins.nvidia.time-slicing]\nreplicas = 4\n",
    );
  });

  test("tells a custom image of its cluster", () => {
    expect(
      bottlerocketSettings({
        cluster: {
          name: "c",
          apiServerEndpoint: "https://k8s",
          certificateAuthority: "LS0t",
          serviceCidr: "10.0.0.0/16",
        },
      }),
    ).toBe('[settings.kubernetes]\napi-server = "https://k8s"\ncluster-certificate = "LS0t"\ncluster-name = "c"\n');
  });

  test("merges the caller's own settings last", () => {
    expect(bottlerocketSettings({ maxPods: 50, overrides: { kubernetes: { "max-pods": 60 }, motd: "GPU" } })).toBe(
      '[settings]\nmotd = "GPU"\n\n[settings.kubernetes]\nmax-pods = 60\n',
    );
  });

  test("fails when partitioning is asked of a device plugin that is off", () => {
    expect(() =>
      bottlerocketSettings({ nvidia: { devicePlugin: false, partitioning: { kind: "time-slicing", replicas: 2 } } }),
    ).toThrow("time-slicing is done by the built-in device plugin");
  });
});
