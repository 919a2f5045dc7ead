import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findHelm } from "../../../scripts/control-plane/helm-program";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../scripts/control-plane/start";
import { tryReleases } from "../../../scripts/control-plane/try-releases";
import { isGoodUpgrade } from "../../../scripts/control-plane/upgrade";
import type { Release } from "../../../scripts/lib/charts/releases";
import { NOW } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const HELM = findHelm({ env: process.env });
const BUILT = builtVersions({ env: process.env });
const testWithCluster = BUILT.length > 0 && HELM !== null ? test : test.skip;

const web = (name: string, image: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "main", image }] } },
  },
});
const definition = (kind: string, more: object = {}, group = "example.com") => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { kind, plural: `${kind.toLowerCase()}s`, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", properties: { size: { type: "integer" } } }, ...more },
          },
        },
      },
    ],
  },
});
/** Helm leaves it where it is when its chart has it no more. */
const keep = <T extends { readonly metadata: object }>(object: T) => ({
  ...object,
  metadata: { ...object.metadata, annotations: { "helm.sh/resource-policy": "keep" } },
});
const kept = keep(definition("Record"));
const renamed = definition("Thing", {}, "other.example.com");
const custom = (kind: string, name: string) => ({
  apiVersion: "example.com/v1",
  kind,
  metadata: { name },
  spec: { size: 1 },
});
/** A kind with another stored version, and a webhook that would convert what is stored. */
function converted(kind: string) {
  const before = definition(kind);
  const [version] = before.spec.versions;
  const service = { namespace: "nobody", name: "nobody", path: "/convert" };
  const webhook = { conversionReviewVersions: ["v1"], clientConfig: { service } };
  return {
    ...before,
    spec: {
      ...before.spec,
      versions: [
        { ...version, storage: false },
        { ...version, name: "v2" },
      ],
      conversion: { strategy: "Webhook", webhook },
    },
  };
}
const claim = (name: string) => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name },
  spec: { accessModes: ["ReadWriteOnce"], storageClassName: "disk", resources: { requests: { storage: "1Gi" } } },
});
const keptClaim = keep(claim("kept"));

/** Releases of small charts, by their names. */
function releases(all: Readonly<Record<string, readonly object[]>>): Release[] {
  const root = temporary();
  return Object.entries(all).map(([name, objects]) => {
    const folder = join(root, name);
    mkdirSync(dirname(join(folder, "templates/0.yaml")), { recursive: true });
    writeFileSync(join(folder, "Chart.yaml"), `apiVersion: v2\nname: ${name}\nversion: 0.1.0\n`);
    for (const [at, object] of objects.entries())
      writeFileSync(join(folder, `templates/${at}.yaml`), JSON.stringify(object));
    const common = { environment: "e", stack: "s", repository: null, version: null, values: {}, skipCrds: false };
    return { ...common, name, namespace: name, chart: name, folder, kubernetesVersion: "1.36" };
  });
}

testWithCluster(
  "an upgrade says what is lost with a definition and with a release, and whose pods are ended",
  async () => {
    const program = await findOrBuild(BUILT[0]!.split(".").slice(0, 2).join("."), { env: process.env, tell: () => {} });
    const found = await withControlPlane({ program, env: process.env }, (plane) =>
      tryReleases(
        {
          rows: [
            {
              pool: "system",
              count: 1,
              arch: "amd64",
              labels: {},
              taints: [],
              allocatable: { cpu: "4", memory: "16Gi", pods: "110" },
              zones: [],
              layers: [],
              isSizeKnown: true,
            },
          ],
          base: [
            {
              path: "/apis/storage.k8s.io/v1/storageclasses",
              body: { metadata: { name: "disk" }, provisioner: "disks", volumeBindingMode: "Immediate" },
            },
          ],
          earlier: {
            forgotten: ["stays/stays"],
            releases: releases({
              stays: [definition("Forgotten"), web("stays", "d:1")],
              kinds: [definition("Widget"), definition("Gadget"), definition("Thing"), definition("Gauge"), kept],
              records: [custom("Record", "of-a-user")],
              gauges: [custom("Gauge", "stored")],
              parts: [custom("Widget", "kept"), custom("Gadget", "lost")],
              web: [web("changed", "a:1"), web("same", "b:1")],
              leaving: [web("leaves", "c:1"), claim("data"), keptClaim],
            }),
          },
          releases: releases({
            kinds: [
              definition("Widget", { status: { type: "object" } }),
              definition("Gizmo"),
              renamed,
              converted("Gauge"),
            ],
            records: [custom("Record", "of-a-user")],
            gauges: [{ ...custom("Gauge", "stored"), apiVersion: "example.com/v2" }],
            parts: [custom("Widget", "kept")],
            web: [web("changed", "a:2"), web("same", "b:1")],
          }),
          version: program.version,
          charts: null,
          helm: HELM!,
          env: process.env,
          clock: () => NOW,
          onRelease: () => {},
        },
        plane,
      ),
    );
    // Helm refuses a release of which it once installed an object whose kind is gone, unless the API server still serves it
    const refused = found.releases.filter(({ outcome }) => outcome !== "installed");
    for (const { name, reason } of refused)
      expect([name, reason]).toEqual(["parts", expect.stringContaining('no matches for kind "Gadget"')]);
    expect(found.upgraded).toEqual({
      refusedBefore: [],
      removed: [{ release: "leaving/leaving", reason: null }],
      forgotten: ["stays/stays"],
      definitions: {
        added: ["gizmos.example.com", "things.other.example.com"],
        changed: ["gauges.example.com", "widgets.example.com"],
        gone: [
          { name: "gadgets.example.com", objects: ["parts/lost"], instead: "gizmos.example.com" },
          { name: "things.example.com", objects: [], instead: "things.other.example.com" },
        ],
      },
      // what the chart of now has no more, and what is of a release that Terraform forgets
      stays: [
        { name: "forgottens.example.com", objects: [] },
        { name: "records.example.com", objects: ["records/of-a-user"] },
      ],
      unusedClaims: ["leaving/kept"],
      unread: [],
      claims: ["leaving/data"],
      ended: expect.any(Array),
    });
    const ended = found.upgraded!.ended.toSorted((a, b) => a.owner.localeCompare(b.owner));
    expect(ended).toEqual([
      { namespace: "web", owner: "Deployment/changed", pods: 2, of: 2, isBack: true },
      { namespace: "leaving", owner: "Deployment/leaves", pods: 2, of: 2, isBack: false },
    ]);
    expect(isGoodUpgrade(found.upgraded!)).toBe(false);
    // nobody answers the conversion of what is stored: the report comes all the same, and says so
    expect(found.conversions).toEqual([{ name: "gauges.example.com", stored: "v2", others: ["v1"] }]);
    expect([found.stops, found.uninstalled.unread, found.uninstalled.stuck]).toEqual([[], [], []]);
  },
);
