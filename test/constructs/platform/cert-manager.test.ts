import { CertManager, certManagerValues } from "../../../constructs/platform/cert-manager";
import { chart, onlyRelease } from "../../helpers/release";

const PLACEMENT = { nodeSelector: { "railyard.dev/role": "system" }, tolerations: [] };
const PROPS = { placement: PLACEMENT, serviceMonitor: true };

test("brings its definitions and leaves them behind", () => {
  expect(certManagerValues(PROPS)["crds"]).toEqual({ enabled: true, keep: true });
});

test("every part runs twice, on system nodes, and one of each is always there", () => {
  const values = certManagerValues(PROPS);
  const part = { replicaCount: 2, podDisruptionBudget: { enabled: true }, nodeSelector: PLACEMENT.nodeSelector };
  expect(values).toMatchObject(part);
  for (const name of ["webhook", "cainjector"]) {
    expect(values[name]).toMatchObject(part);
    expect(values[name]).toHaveProperty(["resources", "requests", "memory"]);
  }
  expect(values["global"]).toEqual({ priorityClassName: "system-cluster-critical" });
  expect(values["startupapicheck"]).toEqual({ nodeSelector: PLACEMENT.nodeSelector });
});

test.each([true, false])("is scraped only where there is a Prometheus: %s", (serviceMonitor) => {
  const { prometheus } = certManagerValues({ ...PROPS, serviceMonitor });
  expect(prometheus).toEqual({ enabled: serviceMonitor, servicemonitor: { enabled: serviceMonitor } });
});

test("is one release in its namespace, with the environment's values last", () => {
  const { release, values } = onlyRelease((stack) => {
    new CertManager(stack, "cert-manager", {
      ...chart("cert-manager"),
      ...PROPS,
      overrides: { webhook: { replicaCount: 3 } },
    });
  });
  expect(release).toMatchObject({ name: "cert-manager", namespace: "platform", wait: true });
  expect(values.webhook).toMatchObject({ replicaCount: 3, podDisruptionBudget: { enabled: true } });
});
