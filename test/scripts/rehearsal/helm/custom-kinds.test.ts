import { HELM_RELEASE_KINDS } from "../../../../scripts/rehearsal/helm/release";
import type { Attributes } from "../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../aws/fake-cloud";

const kind = HELM_RELEASE_KINDS["helm_release"]!;

const release = (name: string, values: object = {}, chart = name): Attributes => ({
  name,
  namespace: "platform",
  chart,
  values: [JSON.stringify(values)],
});

const CRDS = release("prometheus-operator-crds");
const MONITORED = release("cert-manager", { prometheus: { servicemonitor: { enabled: true } } });
const UNMONITORED = release("cert-manager", { prometheus: { servicemonitor: { enabled: false } } });

const cloud = (...releases: readonly Attributes[]) =>
  fakeCloud({ objects: releases.map((one) => cloudObject("helm_release", String(one["name"]), one)) });

const refused = (object: Attributes, prior: Attributes | null, ...there: readonly Attributes[]) =>
  [...kind.refuse!(object, cloud(...there), prior)].map(({ message }) => message).join("\n");
const kept = (object: Attributes, ...there: readonly Attributes[]) =>
  kind.refuseDelete!(object, cloud(...there)).map(({ message }) => message);

describe("a release with an object of a kind that the cluster does not have", () => {
  const missing = /no matches for kind "ServiceMonitor" in monitoring\.coreos\.com; cert-manager has such objects/;

  test("can be installed after the kinds only", () => {
    expect(refused(MONITORED, null)).toMatch(missing);
    expect(refused(MONITORED, null, CRDS)).toBe("");
    expect(refused(UNMONITORED, null)).toBe("");
  });

  test("can be upgraded neither to nor from it", () => {
    expect(refused(MONITORED, UNMONITORED, UNMONITORED)).toMatch(missing);
    expect(refused(UNMONITORED, MONITORED, MONITORED)).toMatch(/from current release manifest: no matches/);
    expect(refused(UNMONITORED, MONITORED, CRDS, MONITORED)).toBe("");
  });

  test("cannot even be removed", () => {
    expect(kept(MONITORED, MONITORED)).toEqual([expect.stringMatching(/for delete: no matches for kind "Serv/)]);
    expect(kept(MONITORED, CRDS, MONITORED)).toEqual([]);
    expect(kept(UNMONITORED, UNMONITORED)).toEqual([]);
  });
});

test("objects that a chart is told of count by their kind; what no chart of the table defines is not looked at", () => {
  const objects = (apiVersion: string, kindName: string) =>
    release("objects", { objects: [{ apiVersion, kind: kindName }, null, { kind: "x" }] }, "./assets/chart/0A1B/");
  expect(refused(objects("k8s.mariadb.com/v1alpha1", "MariaDB"), null)).toMatch(/kind "MariaDB" in k8s.mariadb.com/);
  expect(refused(objects("k8s.mariadb.com/v1alpha1", "MariaDB"), null, release("mariadb-operator-crds"))).toBe("");
  expect(refused(objects("example.com/v1", "Widget"), null)).toBe("");
  expect(refused(objects("v1", "ConfigMap"), null)).toBe("");
});

test("what the chart itself has counts where nothing is said", () => {
  expect(refused(release("slurm-operator"), null)).toMatch(/"Certificate" in cert-manager\.io, "Issuer"/);
  expect(refused(release("slurm-operator", { certManager: { enabled: false } }), null)).toBe("");
});

test("definitions that Helm leaves in the cluster are there until it goes", () => {
  const cluster = cloudObject("aws_eks_cluster", "dev");
  const left = kind.leaves!(UNMONITORED, fakeCloud({ objects: [cluster] }));
  expect(left.until).toBe(cluster);
  expect(left.objects.map(({ id }) => id)).toContain("Certificate.cert-manager.io");
  const after = fakeCloud({ objects: left.objects });
  expect(kind.refuseDelete!(release("slurm-operator"), after)).toEqual([]);
  expect(kind.leaves!(CRDS, fakeCloud()).objects).toEqual([]);
});
