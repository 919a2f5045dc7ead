import { clusterSample } from "../../helpers/cluster";
import { homesOf } from "../../../config/storage/homes";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const store = {
  kind: "s3-compatible",
  endpoint: "https://minio.example.com:9000",
  bucket: "checkpoints",
  secretName: "keys",
  teams: true,
};
const { env } = clusterSample({ storage: { scratch: null, store } });
const stacks = synthStacks(env);
const slurm: Json = valuesOf(releases(stacks["slurm"])["slurm/slurm"]);

test("login and compute pods see the files of a ConfigMap and one key of the Secret, which users can read", () => {
  for (const { podSpec } of [slurm.loginsets.login, slurm.nodesets.dgx])
    expect(podSpec.volumes).toContainEqual({
      name: "storage-store",
      projected: {
        defaultMode: 0o444,
        sources: [
          { configMap: { name: "store.bucket" } },
          { secret: { name: "keys", items: [{ key: "credentials", path: "credentials" }] } },
        ],
      },
    });
  for (const container of [slurm.loginsets.login.login, slurm.nodesets.dgx.slurmd])
    expect(container.volumeMounts).toContainEqual({ name: "storage-store", mountPath: "/mnt/store" });
});

test("the ConfigMap is in the namespaces of Slurm and of teams, and no Secret is written anywhere", () => {
  for (const namespace of ["slurm", "vision"]) {
    const [map] = valuesOf(releases(stacks["platform"])[`${namespace}/volume-store.bucket`]).objects as [Json];
    expect([map.kind, map.metadata.namespace]).toEqual(["ConfigMap", namespace]);
    expect(map.data.config).toContain("endpoint_url = https://minio.example.com:9000\n");
  }
  expect(JSON.stringify(stacks["platform"])).not.toContain('"Secret"');
  expect(env.storage[0]?.needs.cluster?.secrets).toEqual([
    { namespace: "slurm", name: "keys" },
    { namespace: "vision", name: "keys" },
  ]);
});

const variables = (storage: object): string => {
  const release = releases(synthStacks(clusterSample({ storage }).env)["slurm"]);
  const map = Object.values(release)
    .flatMap((one) => (valuesOf(one).objects ?? []) as Json[])
    .find((one) => one.kind === "ConfigMap" && one.data["task-prolog.sh"])!;
  return map.data["nccl-dgx.env"] ?? "";
};

test("jobs find the store in their environment, and nothing where there are two", () => {
  expect(variables({ store })).toContain("RAILYARD_CHECKPOINTS=s3://checkpoints/\n");
  expect(variables({ store })).toContain("AWS_SHARED_CREDENTIALS_FILE=/mnt/store/credentials\n");
  expect(variables({ store, more: store })).not.toContain("AWS_");
});

test("homes are never among files that pods can only read", () => {
  expect(homesOf(env).volume).toBeNull();
  expect(homesOf(clusterSample({ storage: { store } }).env).volume?.name).toBe("scratch");
});
