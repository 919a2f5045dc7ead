import type { ApiObject } from "../../../scripts/control-plane/api";
import { OPERATOR_LISTS, standIn } from "../../../scripts/control-plane/operators";

const listOf = (plural: string): string => OPERATOR_LISTS.find((list) => list.endsWith(`/${plural}`))!;
const resource = (spec: object): ApiObject => ({ metadata: { name: "a", namespace: "slurm", uid: "7" }, spec });
const asks = (cpu: string, more: object = {}) => ({ resources: { requests: { cpu }, ...more } });

test("a NodeSet is a pod on each of its nodes, without a prefix for its name, and claims its devices", () => {
  const { path, body } = standIn(
    listOf("nodesets"),
    resource({
      scalingMode: "DaemonSet",
      slurmd: asks("190", { claims: [{ name: "gpus" }] }),
      logfile: asks("10m"),
      template: {
        spec: { hostname: "h100-", nodeSelector: { a: "b" }, resourceClaims: [{ name: "gpus" }], containers: [] },
      },
    }),
  );
  expect(path).toBe("/apis/apps/v1/namespaces/slurm/daemonsets");
  expect(body).toMatchObject({
    metadata: { name: "nodeset-a", ownerReferences: [{ kind: "NodeSet", name: "a", uid: "7" }] },
    spec: {
      template: {
        spec: {
          nodeSelector: { a: "b" },
          resourceClaims: [{ name: "gpus" }],
          containers: [{ name: "slurmd", resources: { requests: { cpu: "190" }, claims: [{ name: "gpus" }] } }],
          initContainers: [{ name: "logfile", restartPolicy: "Always" }],
        },
      },
    },
  });
  expect(JSON.stringify(body)).not.toMatch(/hostname/i);
});

test("a NodeSet that is scaled has as many pods as it says", () => {
  const { path, body } = standIn(listOf("nodesets"), resource({ replicas: 3, slurmd: asks("1") }));
  expect(path).toMatch(/\/statefulsets$/);
  expect(body).toMatchObject({ spec: { replicas: 3, podManagementPolicy: "Parallel" } });
});

test("a Controller has a pod, and one for each that takes over", () => {
  const replicas = (spec: object) =>
    (standIn(listOf("controllers"), resource(spec)).body as { spec: { replicas: number } }).spec.replicas;
  expect([replicas({}), replicas({ ha: { enabled: true } }), replicas({ ha: { enabled: true, backups: 2 } })]).toEqual([
    1, 2, 3,
  ]);
});

test("volumes are claimed as the operator would", () => {
  const claims = (plural: string, spec: object) =>
    (standIn(listOf(plural), resource(spec)).body as { spec: { volumeClaimTemplates?: object[] } }).spec
      .volumeClaimTemplates;
  const resources = { requests: { storage: "20Gi" } };
  expect(claims("controllers", { persistence: { enabled: true, storageClassName: "gp3", resources } })).toMatchObject([
    { spec: { storageClassName: "gp3", resources } },
  ]);
  expect(claims("controllers", { persistence: { enabled: false } })).toBeUndefined();
  expect(claims("controllers", { persistence: { enabled: true, existingClaim: "slurm-state" } })).toBeUndefined();
  expect(claims("mariadbs", { storage: { size: "50Gi", storageClassName: "kept" } })).toMatchObject([
    { spec: { storageClassName: "kept", resources: { requests: { storage: "50Gi" } } } },
  ]);
  expect(claims("prometheuses", { storage: { volumeClaimTemplate: { spec: { resources } } } })).toMatchObject([
    { spec: { resources } },
  ]);
  expect(claims("alertmanagers", {})).toBeUndefined();
});

test("login pods and the REST API have as many replicas as they say, others one", () => {
  expect(standIn(listOf("loginsets"), resource({ replicas: 2 })).body).toMatchObject({ spec: { replicas: 2 } });
  expect(standIn(listOf("accountings"), resource({})).body).toMatchObject({ spec: { replicas: 1 } });
});

test("volumes that the operator adds are there for the containers that mount them", () => {
  const volumeMounts = [{ name: "own" }, { name: "slurm-logfile" }];
  const spec = {
    template: { spec: { volumes: [{ name: "own" }], initContainers: [{ name: "first", volumeMounts }] } },
  };
  expect(standIn(listOf("controllers"), resource(spec)).body).toMatchObject({
    spec: { template: { spec: { volumes: [{ name: "own" }, { name: "slurm-logfile", emptyDir: {} }] } } },
  });
});
