import { review } from "../../../../scripts/review/review";
import type { SiteEnvironment } from "../../../../config/sites/environment";
import { clusterSample } from "../../../helpers/cluster";
import { NOW, type Change } from "../../../helpers/environment";
import { created, planOf, updated, type Planned } from "../../../helpers/plan";

const envOf = (change: Change): SiteEnvironment => clusterSample(change).env;
const HOMES = { kind: "lustre-existing", hostPath: "/lustre", folder: "homes", mountPath: "/home" };
const volume = (path: string): Planned =>
  created("helm_release.a", {
    name: "volume-homes",
    chart: "objects",
    values: [
      JSON.stringify({ objects: [{ kind: "PersistentVolume", spec: { hostPath: { path, type: "Directory" } } }] }),
    ],
  });

function security(after: Change, resource: Planned) {
  const { findings } = review({
    environment: "sample",
    before: envOf({}),
    after: envOf(after),
    config: [],
    stacks: [planOf("sample-platform", resource)],
    asked: "rehearsal",
    acknowledgements: [],
    now: NOW,
  });
  return findings.filter(({ section }) => section === "security").map(({ severity, title }) => `${severity} ${title}`);
}

test("a folder of hosts that config names for a volume is told, and no danger", () =>
  expect(security({ storage: { homes: HOMES } }, volume("/lustre/homes"))).toEqual([
    "info Helm release volume-homes has what config names: pods have /lustre/homes of their node.",
  ]));

test.each<[string, Change, string]>([
  ["another folder", { storage: { homes: HOMES } }, "/lustre"],
  ["one that config does not name", {}, "/lustre/homes"],
  ["one that the system needs, whoever names it", { storage: { homes: { ...HOMES, hostPath: "/etc" } } }, "/etc/homes"],
  ["the root of the host", { storage: { homes: HOMES } }, "/"],
])("%s is a danger", (_, after, path) =>
  expect(security(after, volume(path))).toEqual([
    `danger Helm release volume-homes is allowed more: pods have ${path} of their node.`,
  ]),
);

test("scratch space of hosts is told, and a right beside it stays a danger", () => {
  const set = (more: object): Planned => {
    const values = (one: object) => ({ name: "slurm", chart: "slurm", values: [JSON.stringify(one)] });
    const podSpec = { volumes: [{ name: "scratch", hostPath: { path: "/raid/scratch" } }], ...more };
    return updated("helm_release.a", values({ podSpec: {} }), values({ podSpec }));
  };
  const scratch = { nodeGroups: { dgx: { scratch: "/raid/scratch" } } };
  expect(security(scratch, set({}))).toEqual([
    "info Helm release slurm has what config names: pods have /raid/scratch of their node.",
  ]);
  expect(security(scratch, set({ hostPID: true }))).toEqual([
    expect.stringMatching(/^danger Helm release slurm is allowed more: /),
  ]);
});
