import { nodeSet, type NodeSetProps } from "../../../constructs/slurm/node-set";
import type { Json } from "../../helpers/synth";
import { allocated, CPU, GB200, H100 } from "../../helpers/slurm";

const PROPS: NodeSetProps = {
  scriptsConfigMap: "scripts",
  shared: [{ name: "shared", claimName: "lustre", mountPath: "/fsx" }],
  containers: { kind: "pyxis" },
  image: { repository: "slurmd", tag: "1" },
  logfile: { image: { repository: "slurmd", tag: "1" } },
};

const NO_CONTAINERS = { kind: "none" } as const;

const built = (group = H100, props: Partial<NodeSetProps> = {}): Json => nodeSet(group, { ...PROPS, ...props });
const mounts = (set: Json) =>
  Object.fromEntries(set.slurmd.volumeMounts.map((m: Json) => [m.mountPath, m.name])) as Record<string, string>;

describe("nodeSet", () => {
  test("takes a whole node: every GPU, every EFA device, huge pages, and CPU and memory beside the system's", () => {
    expect(built().slurmd.resources).toEqual({
      limits: {
        cpu: "184",
        memory: "1926400Mi",
        "hugepages-2Mi": "5120Mi",
        "nvidia.com/gpu": "8",
        "vpc.amazonaws.com/efa": "32",
      },
      requests: built().slurmd.resources.limits,
    });
  });

  test("tells Slurm the type and number of GPUs", () => {
    expect(built().extraConfMap).toEqual({ Gres: "gpu:h100:8" });
    expect(built(CPU)).not.toHaveProperty("extraConfMap");
  });

  test("runs on every node of a reservation, under the node's own name", () => {
    expect(built()).toMatchObject({ scalingMode: "DaemonSet", pruneSlurmNodeRecords: "NodeNotFound" });
  });

  test("begins with no pod where somebody scales", () => {
    expect(built(CPU)).toMatchObject({ scalingMode: "StatefulSet", replicas: 0 });
  });

  test("goes to its group's nodes and tolerates their taints whatever the value", () => {
    expect(built().podSpec).toMatchObject({
      nodeSelector: { "kubernetes.io/os": "linux", "railyard.dev/node-group": "h100" },
      tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
    });
  });

  test("lets people with a job in by SSH where config says so, and nobody elsewhere", () => {
    expect(built()).not.toHaveProperty("ssh");
    const { ssh } = built(H100, { nodeSsh: true });
    expect(ssh).toMatchObject({ enabled: true });
    expect(ssh.extraSshdConfig).toContain("PermitRootLogin no");
    expect(ssh.extraSshdConfig).not.toContain("AuthorizedKeysCommand");
  });

  test("has the file of SSSD once: from the operator where it has SSH, else as a Secret that only root reads", () => {
    const own = built(H100, { directorySecretName: "sssd" });
    expect(mounts(own)).toMatchObject({ "/etc/sssd/sssd.conf": "directory" });
    expect(own.podSpec.volumes).toContainEqual({
      name: "directory",
      secret: { secretName: "sssd", defaultMode: 0o600 },
    });
    const both = built(H100, { directorySecretName: "sssd", nodeSsh: true });
    expect(mounts(both)).not.toHaveProperty(["/etc/sssd/sssd.conf"]);
    expect(both.ssh.extraSshdConfig).toMatch(/^AuthorizedKeysCommand .*\/sss_ssh_authorizedkeys /m);
  });

  test("runs as the account with the role of jobs, where there is one", () => {
    expect(built().podSpec).not.toHaveProperty("serviceAccountName");
    expect(built(H100, { serviceAccountName: "jobs" }).podSpec.serviceAccountName).toBe("jobs");
  });

  test("mounts scripts, shared memory, scratch space and the shared file system", () => {
    expect(mounts(built())).toMatchObject({
      "/opt/railyard": "railyard",
      "/dev/shm": "shm",
      "/scratch": "scratch",
      "/fsx": "shared",
    });
    expect(built().podSpec.volumes).toContainEqual({
      name: "shm",
      emptyDir: { medium: "Memory", sizeLimit: "481600Mi" },
    });
    expect(built().podSpec.volumes).toContainEqual({
      name: "shared",
      persistentVolumeClaim: { claimName: "lustre" },
    });
  });

  test("has the folder of the host in which jobs tell of themselves where they have GPUs", () => {
    const path = "/var/lib/railyard-telemetry";
    expect(mounts(built(H100))[path]).toBe("telemetry");
    expect(built(H100).podSpec.volumes).toContainEqual({
      name: "telemetry",
      hostPath: { path, type: "DirectoryOrCreate" },
    });
    expect(mounts(built(CPU))[path]).toBeUndefined();
  });

  test("mounts each volume once: the chart's DCGM patch merges mounts by the name of their volume", () => {
    const names = built().slurmd.volumeMounts.map((m: Json) => m.name);
    expect(new Set(names).size).toBe(names.length);
    expect(mounts(built())["/etc/enroot/enroot.conf"]).toBe("enroot");
  });

  test("declares every volume that it mounts, and no other", () => {
    for (const set of [built(), built(CPU), built(CPU, { containers: NO_CONTAINERS, shared: [] })]) {
      const declared = set.podSpec.volumes.map((v: Json) => v.name).sort();
      expect(Object.values(mounts(set)).sort()).toEqual(declared);
    }
  });

  test("has no scratch space where nothing is fast and nothing needs it", () => {
    expect(mounts(built(CPU, { containers: NO_CONTAINERS }))).not.toHaveProperty("/scratch");
    expect(mounts(built(H100, { containers: NO_CONTAINERS }))).toHaveProperty("/scratch");
  });

  test("scratch space is a folder of the host where config names one, and it must be there", () => {
    const set = built({ ...CPU, hostScratch: "/raid/scratch" }, { containers: NO_CONTAINERS });
    expect(mounts(set)).toHaveProperty("/scratch", "scratch");
    expect(set.podSpec.volumes).toContainEqual({
      name: "scratch",
      hostPath: { path: "/raid/scratch", type: "Directory" },
    });
    expect(built().podSpec.volumes).toContainEqual({ name: "scratch", emptyDir: {} });
  });

  test("makes scripts executable and picks the facts of its own group", () => {
    const [scripts] = built().podSpec.volumes;
    expect(scripts.configMap).toMatchObject({ name: "scripts", defaultMode: 0o755 });
    expect(scripts.configMap.items).toContainEqual({ key: "node-h100.env", path: "node.env" });
  });

  test("claims devices instead of counting them where allocation is dynamic", () => {
    const set = built(GB200);
    expect(set.slurmd.resources.limits).not.toHaveProperty(["nvidia.com/gpu"]);
    expect(set.slurmd.resources.limits).not.toHaveProperty(["vpc.amazonaws.com/efa"]);
    expect(set.slurmd.resources.claims).toEqual([{ name: "gpus" }, { name: "efa" }, { name: "imex" }]);
    expect(set.podSpec.resourceClaims).toContainEqual({ name: "imex", resourceClaimTemplateName: "slurm-gb200-imex" });
  });

  test("claims the compute domain beside counts of GPUs, for it has no other way", () => {
    const set = built(allocated("device-plugin", GB200));
    expect(set.slurmd.resources.limits).toMatchObject({ "nvidia.com/gpu": "4", "vpc.amazonaws.com/efa": "8" });
    expect(set.slurmd.resources.claims).toEqual([{ name: "imex" }]);
  });

  test("claims nothing for CPU nodes", () => {
    expect(built(allocated("dra", CPU)).podSpec).not.toHaveProperty("resourceClaims");
  });
});
