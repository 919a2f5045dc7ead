import type { KubernetesObject, PodSpec } from "../../../constructs/kubernetes/objects";
import { accountsJob } from "../../../constructs/slurm/accounts-job";
import { mariadb } from "../../../constructs/slurm/slurm-database";
import { deviceClaims } from "../../../constructs/slurm/device-claims";
import { slurmSample } from "../../helpers/slurm";

// `tsc` is part of the tests: it fails where one of these is no error any more
const WRONG: readonly KubernetesObject[] = [
  {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "a" },
    // @ts-expect-error: `backoffLimit`
    spec: { template: {}, backofLimit: 1 },
  },
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "a" },
    spec: {
      selector: {},
      template: {
        spec: {
          // @ts-expect-error: `volumeMounts`, deep in it
          containers: [{ name: "a", volumeMount: [] }],
        },
      },
    },
  },
  // @ts-expect-error: another API has this kind
  { apiVersion: "apps/v1", kind: "CronJob", metadata: { name: "a" } },
  // @ts-expect-error: without a name
  { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "a" }, data: {} },
  {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "a" },
    // @ts-expect-error: a number, where quotas are text
    spec: { hard: { "requests.nvidia.com/gpu": 8 } },
  },
  {
    apiVersion: "k8s.mariadb.com/v1alpha1",
    kind: "MariaDB",
    metadata: { name: "a", namespace: "b" },
    // @ts-expect-error: a key of a custom resource that Railyard does not write
    spec: { replica: 3 },
  },
  // @ts-expect-error: a kind that Railyard does not write
  { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } },
];

const WRONG_POD: PodSpec = {
  containers: [],
  // @ts-expect-error: `serviceAccountName`
  serviceAccountNames: "a",
};

test("types refuse what Kubernetes would drop in silence", () => {
  expect(WRONG).toHaveLength(7);
  expect(WRONG_POD.containers).toEqual([]);
});

const GPUS = { name: "gpus", deviceClass: "gpu.nvidia.com" };

test("what is typed is what is written", () => {
  const placement = { nodeSelector: {}, tolerations: [] };
  const objects: readonly KubernetesObject[] = [
    mariadb({ namespace: "slurm", storageGiB: 10, storageClassName: "gp3", placement }),
    ...accountsJob({ namespace: "slurm", release: "slurm", script: "true", image: "a", placement }),
    ...slurmSample().nodeGroups.flatMap((group) => deviceClaims({ ...group, deviceClaims: [GPUS] }, "slurm")),
  ];
  expect(new Set(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))).toEqual(
    new Set([
      "k8s.mariadb.com/v1alpha1 MariaDB",
      "v1 ConfigMap",
      "batch/v1 Job",
      "resource.k8s.io/v1 ResourceClaimTemplate",
    ]),
  );
  for (const { metadata } of objects) expect(metadata.name).toMatch(/^[a-z0-9-]+$/);
});
