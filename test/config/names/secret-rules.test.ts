import { namedSecrets } from "../../../config/names/named-secrets";
import { NAMED_SECRET_RULES } from "../../../config/names/secret-rules";
import { clusterSample, CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

const jane = { uid: 20001 };
const users = { jane };
const pyxis = (credentialsSecretName: string) => ({ containers: { kind: "pyxis", credentialsSecretName } });
const external = (secretName: string) => ({
  accounting: { kind: "external", host: "db.example.com", secretName },
});
const store = (bucket: string, secretName: string, teams = false) => ({
  kind: "s3-compatible",
  endpoint: "https://minio.example.com:9000",
  bucket,
  secretName,
  teams,
});
const OWN = ["slurm-auth-slurm", "railyard-slurm-users", "slurm-database-password", "slurm-login-login-ssh-host-keys"];

ruleCases(
  NAMED_SECRET_RULES,
  {
    "names/secret-taken": {
      severity: "error",
      trips: [
        ...OWN.map((keysSecretName) => ({
          when: keysSecretName,
          change: { slurm: { keysSecretName, users } },
          at: ["slurm", "keysSecretName"],
          message: [keysSecretName, "its own Secrets"],
          fix: ["another name"],
        })),
        {
          when: "credentials of a bucket",
          change: { storage: { store: store("data-a", "slurm-auth-slurm") } },
          at: ["storage", "store", "secretName"],
          message: ["Slurm"],
        },
        {
          when: "a release of Helm",
          change: { slurm: { directorySecretName: "sh.helm.release.v1.slurm.v1" } },
          at: ["slurm", "directorySecretName"],
          message: ["Helm"],
        },
      ],
      passes: [
        { when: "a name of its own", change: { slurm: { keysSecretName: "slurm-people.of-ours", users } } },
        {
          when: "a name of Slurm in another namespace",
          change: {
            storage: { fast: { kind: "weka", fileSystem: "default", folder: "a", secretName: "slurm-auth-weka" } },
          },
        },
        { when: "no Slurm", change: { slurm: null } },
      ],
    },
    "names/secret-twice": {
      severity: "error",
      trips: [
        {
          when: "registries and the directory",
          change: { slurm: { ...pyxis("one"), directorySecretName: "one" } },
          at: ["slurm", "containers", "credentialsSecretName"],
          message: ["sssd.conf of the directory already (slurm.directorySecretName)"],
          fix: ["of its own for credentials of registries"],
        },
        {
          when: "the database and keys",
          change: { slurm: { ...external("one"), keysSecretName: "one", users } },
          at: ["slurm", "keysSecretName"],
          message: ["the password of the accounting database already"],
        },
        {
          when: "a bucket and the directory",
          change: { slurm: { directorySecretName: "one" }, storage: { store: store("data-a", "one", true) } },
          at: ["storage", "store", "secretName"],
          message: ["in the namespace slurm has sssd.conf"],
        },
      ],
      passes: [
        { when: "one each", change: { slurm: { ...pyxis("pull"), directorySecretName: "sssd" } } },
        {
          when: "two buckets of one store",
          change: { storage: { a: store("data-a", "one"), b: store("data-b", "one") } },
        },
        {
          when: "one name in two namespaces",
          change: {
            slurm: { directorySecretName: "one" },
            storage: { fast: { kind: "weka", fileSystem: "default", folder: "a", secretName: "one" } },
          },
        },
      ],
    },
  },
  CLUSTER_SAMPLE,
);

test("Secrets of vGPU are among those that are named", () => {
  const manager = { repository: "registry.example.com/nvidia", version: "580.82.02", pullSecret: "pull" };
  const sharing = { kind: "vgpu", type: "L40S-48Q", manager, licenseSecret: "license" };
  const server = { like: "l40s-4", coresPerSocket: 32, threadsPerCore: 2, memoryGiB: 512 };
  const { env } = clusterSample({ nodeGroups: { dgx: { server, fabric: { kind: "none" }, sharing } } });
  expect(namedSecrets(env).map(({ namespace, name, path }) => `${namespace}/${name} ${path.join(".")}`)).toEqual([
    "gpu-operator/license nodeGroups.dgx.sharing.licenseSecret",
    "gpu-operator/pull nodeGroups.dgx.sharing.manager.pullSecret",
  ]);
});
