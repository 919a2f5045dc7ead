import { nodeConfig, type NodeConfigProps } from "../../../constructs/nodes/node-config";

const spec = (props: NodeConfigProps) => JSON.parse(nodeConfig(props)).spec;

describe("nodeConfig", () => {
  test("is a NodeConfig that says nothing when nothing is asked", () => {
    expect(JSON.parse(nodeConfig({}))).toEqual({ apiVersion: "node.eks.aws/v1alpha1", kind: "NodeConfig", spec: {} });
  });

  test("sets the most pods", () => {
    expect(spec({ maxPods: 51 })).toEqual({ kubelet: { config: { maxPods: 51 } } });
  });

  test.each(["RAID0", "RAID10", "Mount"] as const)("formats the instance store as %s", (strategy) => {
    expect(spec({ localStorage: { strategy } })).toEqual({ instance: { localStorage: { strategy } } });
  });

  test("keeps mounts off the instance store and moves it", () => {
    const localStorage = { strategy: "RAID0", disabledMounts: ["PodLogs", "SOCI"], mountPath: "/data/" } as const;
    expect(spec({ localStorage }).instance.localStorage).toEqual(localStorage);
  });

  test("aligns CPUs with devices", () => {
    const kubelet = {
      cpuManagerPolicy: "static",
      topologyManagerPolicy: "restricted",
      topologyManagerScope: "pod",
      systemReserved: { cpu: "2", memory: "4Gi" },
    } as const;
    expect(spec({ kubelet }).kubelet.config).toEqual(kubelet);
  });

  test("clears nodeadm's cgroups when CPUs are reserved by number, for kubelet refuses both", () => {
    expect(spec({ kubelet: { reservedSystemCpus: "0-1,96-97" } }).kubelet.config).toEqual({
      reservedSystemCPUs: "0-1,96-97",
      kubeReservedCgroup: "",
      systemReservedCgroup: "",
    });
  });

  test("leaves nodeadm's cgroups alone otherwise", () => {
    expect(spec({ kubelet: { systemReserved: { cpu: "1" } } }).kubelet.config).toEqual({
      systemReserved: { cpu: "1" },
    });
  });

  test("gives labels by one flag, sorted", () => {
    expect(spec({ nodeLabels: { role: "gpu", "a/b": "c" } }).kubelet.flags).toEqual(["--node-labels=a/b=c,role=gpu"]);
    expect(spec({ nodeLabels: {} })).toEqual({});
  });

  test("switches parallel pulls", () => {
    expect(spec({ fastImagePull: true }).featureGates).toEqual({ FastImagePull: true });
    expect(spec({ fastImagePull: false }).featureGates).toEqual({ FastImagePull: false });
  });

  test("tells a custom image of its cluster, in nodeadm's words", () => {
    const cluster = {
      name: "c",
      apiServerEndpoint: "https://k8s",
      certificateAuthority: "LS0t",
      serviceCidr: "10.100.0.0/16",
    };
    expect(spec({ cluster }).cluster).toEqual({
      name: "c",
      apiServerEndpoint: "https://k8s",
      certificateAuthority: "LS0t",
      cidr: "10.100.0.0/16",
    });
  });

  test("merges the caller's own spec last: tables merge, lists replace, null removes", () => {
    const props: NodeConfigProps = {
      maxPods: 51,
      kubelet: { cpuManagerPolicy: "static" },
      nodeLabels: { role: "gpu" },
      overrides: {
        containerd: { config: "x = 1" },
        kubelet: { config: { maxPods: 60, cpuManagerPolicy: null, podPidsLimit: 4096 }, flags: ["--v=5"] },
      },
    };
    expect(spec(props)).toEqual({
      containerd: { config: "x = 1" },
      kubelet: { config: { maxPods: 60, podPidsLimit: 4096 }, flags: ["--v=5"] },
    });
  });

  test("is the same text in whatever order the settings came", () => {
    const one = nodeConfig({ overrides: { b: { d: 1, c: [{ z: 1, y: 2 }] }, a: 1 } });
    const other = nodeConfig({ overrides: { a: 1, b: { c: [{ y: 2, z: 1 }], d: 1 } } });
    expect(one).toBe(other);
    expect(one.indexOf('"y"')).toBeLessThan(one.indexOf('"z"'));
  });
});
