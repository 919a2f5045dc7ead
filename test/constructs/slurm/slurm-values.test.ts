import { configFiles, slurmValues, type SlurmValuesProps } from "../../../constructs/slurm/slurm-values";
import type { Json } from "../../helpers/synth";
import { CPU, H100, onlyGroup, slurmSample } from "../../helpers/slurm";

const PROPS: SlurmValuesProps = {
  clusterName: "research",
  layout: slurmSample(),
  storage: {
    host: "db",
    port: 3306,
    database: "slurm_acct_db",
    username: "slurm",
    passwordSecret: { name: "db-password", key: "password" },
  },
  login: { kind: "none" },
  scriptsConfigMap: "scripts",
  storageClassName: "gp3",
  serviceMonitor: true,
  dcgmJobMapping: true,
  placement: { nodeSelector: { role: "system" }, tolerations: [] },
};

const values = (change: Partial<SlurmValuesProps> = {}): Json => slurmValues({ ...PROPS, ...change });

/** Every `image` at any depth. */
const imagesIn = (value: Json): Json[] =>
  typeof value === "object" && value !== null
    ? Object.entries<Json>(value).flatMap(([key, inner]) => (key === "image" ? [inner] : imagesIn(inner)))
    : [];

describe("slurmValues", () => {
  test("writes every setting of Slurm as text", () => {
    const { controller, partitions, nodesets } = values();
    const maps = [controller.extraConfMap, ...Object.values<Json>(partitions).map((p) => p.configMap)];
    for (const map of [...maps, nodesets.h100.extraConfMap])
      expect(Object.values(map).every((value) => typeof value === "string" && value !== "")).toBe(true);
  });

  test("names the Secret of a directory to the chart, and lets people of it log in with keys that it has", () => {
    expect(values()).not.toHaveProperty("sssd");
    const { sssd, loginsets, nodesets } = values({
      directorySecretName: "directory",
      login: { kind: "internal", replicas: 1 },
      nodeSsh: true,
    });
    expect(sssd).toEqual({ secretRef: { name: "directory", key: "sssd.conf" } });
    expect(loginsets.login.extraSshdConfig).toContain("sss_ssh_authorizedkeys");
    expect(nodesets.h100.ssh.enabled).toBe(true);
  });

  test("has a NodeSet for each group that a partition uses, and no other", () => {
    const layout = { ...onlyGroup(H100), nodeGroups: [H100, CPU] };
    expect(Object.keys(values({ layout }).nodesets)).toEqual(["h100"]);
    expect(Object.keys(values().nodesets)).toEqual(["h100", "cpu"]);
  });

  test("has every partition enabled over its NodeSets", () => {
    expect(values().partitions).toMatchObject({
      train: { enabled: true, nodesets: ["h100"], configMap: { Default: "YES" } },
      prep: { enabled: true, nodesets: ["cpu"], configMap: { Default: "NO" } },
    });
  });

  test("has accounting always, with its password by reference", () => {
    expect(values().accounting).toMatchObject({
      enabled: true,
      storageConfig: { host: "db", username: "slurm", passwordKeyRef: { name: "db-password", key: "password" } },
    });
  });

  test("keeps its keys when the release is removed", () => {
    for (const key of ["slurmKey", "jwtKey"])
      expect(values()[key].annotations).toEqual({ "helm.sh/resource-policy": "keep" });
  });

  test("names the storage class of slurmctld's state: EKS has no default", () => {
    expect(values().controller.persistence).toMatchObject({ enabled: true, storageClassName: "gp3" });
  });

  test("keeps slurmctld's state on a claim of somebody else's, from where others take over", () => {
    const kept = (controller: object) => values({ controller }).controller;
    expect(kept({ replicas: 1, claim: "slurm-state" }).persistence).toEqual({
      enabled: true,
      existingClaim: "slurm-state",
    });
    expect(kept({ claim: "slurm-state" })).not.toHaveProperty("ha");
    expect(kept({ claim: "slurm-state" }).extraConfMap).not.toHaveProperty("SlurmctldTimeout");
    expect(kept({ replicas: 3, claim: "slurm-state" }).ha).toEqual({ enabled: true, backups: 2 });
    expect(kept({ replicas: 3, claim: "slurm-state" }).extraConfMap.SlurmctldTimeout).toBe("30");
  });

  test("serves metrics, and asks Prometheus for them where it is there", () => {
    expect(values().controller.metrics).toMatchObject({ enabled: true, serviceMonitor: { enabled: true } });
    expect(values().controller.metrics.serviceMonitor.endpoints).toContainEqual({ path: "/metrics/jobs-users-accts" });
    expect(values().controller.metrics.serviceMonitor).not.toHaveProperty("labels");
    expect(values({ serviceMonitor: false }).controller.metrics.serviceMonitor.enabled).toBe(false);
    expect(values({ serviceMonitorLabels: { a: "b" } }).controller.metrics.serviceMonitor.labels).toEqual({ a: "b" });
  });

  test("takes the images with Pyxis together, or those without", () => {
    const withPyxis = values({ login: { kind: "internal", replicas: 1 } });
    expect(withPyxis.nodesets.h100.slurmd.image.repository).toBe("ghcr.io/slinkyproject/slurmd-pyxis");
    expect(withPyxis.loginsets.login.login.image.repository).toBe("ghcr.io/slinkyproject/login-pyxis");
    const without = values({
      login: { kind: "internal", replicas: 1 },
      layout: slurmSample({ containers: { kind: "none" } }),
    });
    expect(without.nodesets.h100.slurmd.image.repository).toBe("ghcr.io/slinkyproject/slurmd");
    expect(without.configFiles).not.toHaveProperty(["plugstack.conf"]);
  });

  test("takes an image of one's own for Apptainer, apart where tag and digest begin", () => {
    const of = (image: string, loginImage?: string) =>
      values({
        login: { kind: "internal", replicas: 1 },
        layout: slurmSample({ containers: { kind: "apptainer", image, ...(loginImage && { loginImage }) } }),
      });
    const tagged = of("registry.example.com:5000/hpc/slurmd:26.05.1");
    expect(tagged.nodesets.h100.slurmd.image).toEqual({
      repository: "registry.example.com:5000/hpc/slurmd",
      tag: "26.05.1",
    });
    expect(tagged.loginsets.login.login.image.repository).toBe("ghcr.io/slinkyproject/login");
    expect(tagged.configFiles).not.toHaveProperty(["plugstack.conf"]);
    const digest = `sha256:${"a".repeat(64)}`;
    const both = of(`registry.example.com:5000/slurmd@${digest}`, `registry.example.com/login:1@${digest}`);
    expect(both.nodesets.h100.slurmd.image).toEqual({ repository: "registry.example.com:5000/slurmd", digest });
    expect(both.loginsets.login.login.image).toEqual({ repository: "registry.example.com/login", tag: "1", digest });
  });

  test("has a login set only where one is asked for", () => {
    expect(values()).not.toHaveProperty("loginsets");
  });

  test("runs prolog, epilog and job mapping where there are GPUs", () => {
    expect(values()).toMatchObject({
      prologScripts: { "10-railyard.sh": expect.stringMatching(/^#!/) as string },
      epilogScripts: { "10-railyard.sh": expect.stringMatching(/^#!/) as string },
      vendor: { nvidia: { dcgm: { enabled: true } } },
    });
    const cpu = values({ layout: onlyGroup(CPU) });
    for (const key of ["prologScripts", "epilogScripts", "vendor"]) expect(cpu).not.toHaveProperty(key);
    expect(values({ dcgmJobMapping: false })).not.toHaveProperty("vendor");
  });

  test("puts everything but slurmd on system nodes, where nothing else is before it", () => {
    const { controller, restapi, accounting } = values();
    for (const { podSpec } of [controller, restapi, accounting]) {
      expect(podSpec.nodeSelector).toEqual({ role: "system" });
      expect(podSpec.priorityClassName).toBe("system-cluster-critical");
    }
  });

  test("every daemon asks for CPU and memory, and has a limit of memory alone", () => {
    const { controller, restapi, accounting, loginsets } = values({ login: { kind: "internal", replicas: 1 } });
    for (const part of [
      controller.slurmctld,
      controller.logfile,
      controller.reconfigure,
      restapi.slurmrestd,
      accounting.slurmdbd,
      loginsets.login.login,
      loginsets.login.initconf,
    ]) {
      expect(part.resources.requests).toEqual({
        cpu: expect.stringMatching(/m$/) as string,
        memory: expect.stringMatching(/Mi$/) as string,
      });
      expect(Object.keys(part.resources.limits)).toEqual(["memory"]);
    }
    expect(loginsets.login.podSpec.priorityClassName).toBe("railyard-login");
  });

  test.each(["pyxis", "none"] as const)(
    "every image has an exact release, and none comes from Docker Hub: %s",
    (kind) => {
      const layout = slurmSample({ containers: { kind } });
      const images = imagesIn(values({ login: { kind: "internal", replicas: 1 }, layout }));
      // slurmctld and its two helpers, slurmdbd, slurmrestd, login and its helper, slurmd and its helper of two groups
      expect(images).toHaveLength(11);
      for (const { repository, tag } of images) {
        expect(repository).toMatch(/^ghcr\.io\/slinkyproject\//);
        expect(tag).toMatch(/^\d+\.\d+\.\d+-ubuntu/);
      }
    },
  );
});

test("the files beside slurm.conf are those that the cluster needs", () => {
  expect(Object.keys(configFiles(slurmSample()))).toEqual([
    "cgroup.conf",
    "gres.conf",
    "plugstack.conf",
    "topology.yaml",
  ]);
  expect(Object.keys(configFiles({ ...onlyGroup(CPU), containers: { kind: "none" } }))).toEqual(["cgroup.conf"]);
});
