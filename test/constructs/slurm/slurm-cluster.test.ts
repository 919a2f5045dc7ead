import { Release } from "@cdktf/provider-helm/lib/release";
import { SlurmCluster, type SlurmClusterProps } from "../../../constructs/slurm/slurm-cluster";
import { SlurmDatabase } from "../../../constructs/slurm/slurm-database";
import { valuesOf } from "../../helpers/release";
import { resources, synthStack, type Json } from "../../helpers/synth";
import { H100, CPU, GB200, onlyGroup, slurmSample } from "../../helpers/slurm";
import type { SlurmNodeGroupProps } from "../../../constructs/slurm/slurm-types";

const source = (chart: string) => ({ repository: "oci://charts", chart, version: "1.2.1" });
const placement = { nodeSelector: { role: "system" }, tolerations: [{ key: "a", operator: "Exists" as const }] };

/** Releases of a stack by name, their values parsed. */
function releases(define: Parameters<typeof synthStack>[0]): Record<string, Json> {
  const all = Object.entries(resources(synthStack(define), Release));
  return Object.fromEntries(all.map(([id, r]) => [r.name, { ...r, id, values: valuesOf(r) }]));
}

const cluster = (change: Partial<SlurmClusterProps> = {}) =>
  releases((stack) => {
    const database = new SlurmDatabase(stack, "accounting", {
      namespace: "slurm",
      storageGiB: 50,
      storageClassName: "gp3",
      placement,
    });
    new SlurmCluster(stack, "slurm", {
      source: source("slurm"),
      namespace: "slurm",
      clusterName: "research",
      layout: slurmSample(),
      storage: database.storage,
      login: { kind: "internal", replicas: 1 },
      storageClassName: "gp3",
      serviceMonitor: false,
      dcgmJobMapping: false,
      placement,
      dependsOn: [database.dependable],
      ...change,
    });
  });

const address = (release: Json) => `helm_release.${release.id}`;

describe("SlurmCluster", () => {
  test("brings files, topology, Slurm and accounts, each after the one before", () => {
    const all = cluster();
    expect(Object.keys(all).sort()).toEqual([
      "slurm",
      "slurm-accounts",
      "slurm-database",
      "slurm-files",
      "slurm-topology",
    ]);
    expect(all["slurm-files"].depends_on).toEqual([address(all["slurm-database"])]);
    expect(all["slurm-topology"].depends_on).toEqual([address(all["slurm-files"])]);
    expect(all["slurm"].depends_on).toEqual(
      ["slurm-database", "slurm-files", "slurm-topology"].map((name) => address(all[name])),
    );
    expect(all["slurm-accounts"].depends_on).toEqual([address(all["slurm"])]);
  });

  test("reaches the database under the name and Secret that its operator makes", () => {
    const all = cluster();
    const [database] = all["slurm-database"].values.objects;
    const { storageConfig } = all["slurm"].values.accounting;
    expect(storageConfig.host).toBe(database.metadata.name);
    expect(storageConfig.passwordKeyRef.name).toBe(database.spec.passwordSecretKeyRef.name);
    expect(storageConfig.database).toBe(database.spec.database);
  });

  test("gives the database no name that the operator uses for slurmdbd", () => {
    const [database] = cluster()["slurm-database"].values.objects;
    const operators = ["accounting", "controller", "restapi", "login-login"].map((part) => `slurm-${part}`);
    expect(operators).not.toContain(database.metadata.name);
  });

  test("mounts the ConfigMap that it makes", () => {
    const all = cluster();
    const [scripts] = all["slurm-files"].values.objects;
    expect(all["slurm"].values.nodesets.h100.podSpec.volumes[0].configMap.name).toBe(scripts.metadata.name);
    for (const { key } of all["slurm"].values.nodesets.h100.podSpec.volumes[0].configMap.items)
      expect(scripts.data).toHaveProperty([key]);
  });

  test("annotates no nodes where all are equal", () => {
    const all = cluster({ layout: onlyGroup(CPU) });
    expect(all).not.toHaveProperty("slurm-topology");
    expect(all["slurm"].depends_on).toHaveLength(2);
  });

  test("gives the annotator the NVLink blocks of topology.yaml", () => {
    const [scripts] = cluster({ layout: onlyGroup(GB200) })["slurm-topology"].values.objects;
    expect(scripts.data["annotate.sh"]).toContain('BLOCKS="nvl001 nvl002"');
  });

  test("claims devices where allocation is dynamic only", () => {
    const kinds = (group: SlurmNodeGroupProps) =>
      cluster({ layout: onlyGroup(group) })["slurm-files"].values.objects.map((o: Json) => o.kind);
    expect(kinds(GB200).slice(-3)).toEqual(["ResourceClaimTemplate", "ResourceClaimTemplate", "ComputeDomain"]);
    expect(kinds(H100)).toEqual(["ConfigMap", "ConfigMap", "PriorityClass"]);
  });

  test("lets the environment's own values win", () => {
    expect(cluster({ overrides: { restapi: { replicas: 3 } } })["slurm"].values.restapi.replicas).toBe(3);
  });

  test("has no secret in its values", () => {
    expect(JSON.stringify(cluster())).not.toMatch(/"(password|token|secretKey)":\s*"[^"]*"/i);
  });
});
