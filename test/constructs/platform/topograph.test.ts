import { topographValues } from "../../../constructs/platform/topograph";
import { clusterSample } from "../../helpers/cluster";

const placement = { nodeSelector: { "example.com/role": "system" }, tolerations: [] };

/** Values of topograph for the sample with this provider. */
function valuesOf(provider: object, monitored = true) {
  const { env } = clusterSample({
    cluster: { layersFrom: "topograph", topograph: { provider } },
    nodeGroups: { dgx: { layers: 2 } },
  });
  return topographValues({
    topograph: env.topograph!,
    placement,
    serviceMonitor: monitored,
    monitoringNamespace: "topograph",
  });
}

test("it labels nodes of pools with layers alone, and hears when one of them comes or goes", () => {
  const nodeSelector = { "example.com/servers": "dgx" };
  expect(valuesOf({ kind: "infiniband" })).toMatchObject({
    provider: { name: "infiniband-k8s", params: { nodeSelector } },
    engine: { name: "k8s", params: { nodeSelector } },
    nodeSelector: placement.nodeSelector,
    nodeObserver: { nodeSelector: placement.nodeSelector, topograph: { trigger: { nodeSelector } } },
    nodeDataBroker: {
      nodeSelector,
      tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
    },
  });
});

test("pods on nodes are privileged where they open InfiniBand devices, and nowhere else", () => {
  const broker = (provider: object) => valuesOf(provider)["nodeDataBroker"];
  expect(broker({ kind: "infiniband" })).toMatchObject({
    securityContext: { privileged: true, allowPrivilegeEscalation: true, runAsNonRoot: false },
    volumes: [{ hostPath: { path: "/sys/class" } }],
  });
  expect(broker({ kind: "oci" })).not.toHaveProperty("securityContext");
  expect(broker({ kind: "gcp" })).not.toHaveProperty("volumes");
});

test.each([
  ["oci", { kind: "oci", secretName: "oci-user" }, "oci-user"],
  ["nebius", { kind: "nebius", secretName: "nebius-account" }, "nebius-account"],
  ["lambdai", { kind: "lambdai", secretName: "lambda-token" }, "lambda-token"],
])("%s has its credentials from a Secret by its name", (name, provider, secret) => {
  expect(valuesOf(provider)).toMatchObject({ provider: { name }, config: { credentialsSecret: secret } });
});

test("without a Secret it asks as the machine that it runs on", () => {
  expect(valuesOf({ kind: "oci" })).not.toHaveProperty("config");
  expect(valuesOf({ kind: "gcp" })).not.toHaveProperty("config");
});

test("Prometheus scrapes it where there is one", () => {
  expect(valuesOf({ kind: "oci" })["serviceMonitor"]).toEqual({ enabled: true, namespace: "topograph" });
  expect(valuesOf({ kind: "oci" }, false)).not.toHaveProperty("serviceMonitor");
});
