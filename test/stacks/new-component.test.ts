import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { ROOT, WITH_TYPESCRIPT } from "../helpers/process";
import type { Json } from "../helpers/synth";

/** What a new component takes, by file: a pin, a row, a file of its own and a line in the list. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  "config/facts/charts.json": (text) =>
    JSON.stringify({
      ...JSON.parse(text),
      kueue: {
        repository: "oci://registry.k8s.io/kueue/charts",
        version: "0.19.2",
        releasedOn: "2026-08-20",
        namespace: "kueue-system",
        crds: "templates",
        minKubernetes: null,
        source: "kubernetes-sigs/kueue@v0.19.2 charts/kueue",
      },
    }),
  "config/components/services.ts": (text) =>
    text.replace(
      '  "cert-manager": {',
      `  kueue: {
    stack: "platform",
    when: ({ slurm }) => unless(slurm === null, "slurm places jobs"),
    pods: () => [podRow("kueue", 1, SYSTEM_PODS.certManager)],
    review: { gone: "jobs wait for ever", changed: "it restarts; jobs that wait go on waiting" },
  },
  "cert-manager": {`,
    ),
  "constructs/platform/kueue.ts": () => `import { HelmChart } from "../core/helm-chart";
import { controllerProps, type PlatformComponent } from "./component";
import { releaseOf } from "./platform-chart";
import { placementValues } from "./tolerations";

/** Queues of jobs on Kubernetes. */
export const kueue: PlatformComponent = {
  id: "kueue",
  chart: "kueue",
  after: ["monitoring"],
  install: (context, { scope, id, chart }) => {
    const { placement, serviceMonitor } = controllerProps(context);
    const values = { controllerManager: placementValues(placement), enablePrometheus: serviceMonitor };
    return new HelmChart(scope, id, { ...releaseOf(chart), release: "kueue", values }).dependable;
  },
  alerts: {
    id: "kueue-alerts",
    release: "railyard-queues",
    groups: () => [
      {
        name: "queues",
        rules: [{ alert: "QueueStands", expr: "kueue_pending_workloads > 0", labels: {}, annotations: {} }],
      },
    ],
  },
};
`,
  "constructs/platform/components.ts": (text) =>
    `import { kueue } from "./kueue";\n${text.replace("  loadBalancerController,\n", "  kueue,\n  loadBalancerController,\n")}`,
};

/** Asks the changed program what it makes of two environments. */
const PROGRAM = `
const { COMPONENTS } = require("./config/components/registry");
const { absence } = require("./config/components/charts");
const { systemPods } = require("./config/sites/aws-eks/cluster/system-pods");
const { chartJobs } = require("./scripts/commands/upgrade/effects");
const { releaseOf } = require("./scripts/review/sections/releases");
const { sample } = require("./test/helpers/environment");
const { synthStacks } = require("./test/helpers/stacks");
const [without, withIt] = [sample().env, sample({ slurm: null }).env];
const releases = (env) => synthStacks(env).platform.resource.helm_release;
console.log(JSON.stringify({
  absence: [absence(without, "kueue"), absence(withIt, "kueue")],
  pods: [without, withIt].map((env) => systemPods(env).filter(({ name }) => name === "kueue").length),
  releases: [releases(without), releases(withIt)],
  jobs: chartJobs("kueue"),
  gone: releaseOf({ before: { name: "kueue" }, after: null, address: "" }).jobs,
}));
`;

test("a component takes four files, and config, stacks, reviews and upgrades know it", () => {
  expect(Object.keys(CHANGES).length).toBeLessThanOrEqual(4);
  const root = mkdtempSync(join(tmpdir(), "railyard-component-"));
  try {
    for (const folder of ["config", "constructs", "stacks", "scripts", "test/helpers"])
      cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
    for (const name of ["package.json", "package-lock.json"]) cpSync(join(ROOT, name), join(root, name));
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "dir");
    for (const [path, change] of Object.entries(CHANGES)) {
      const isNew = path.endsWith("kueue.ts");
      const before = isNew ? "" : readFileSync(join(root, path), "utf8");
      const after = change(before);
      expect([path, after]).not.toEqual([path, before]);
      writeFileSync(join(root, path), after);
    }
    writeFileSync(join(root, "ask.ts"), PROGRAM);
    const { status, stdout, stderr } = spawnSync(process.execPath, [...WITH_TYPESCRIPT, "ask.ts"], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, CHECKPOINT_DISABLE: "1" },
    });
    expect([stderr, status]).toEqual(["", 0]);
    const { absence, pods, releases, jobs, gone } = JSON.parse(stdout) as Json;
    expect({ absence, pods, jobs, gone }).toEqual({
      absence: ["slurm places jobs", null],
      pods: [0, 1],
      jobs: "kueue: it restarts; jobs that wait go on waiting.",
      gone: "jobs wait for ever",
    });
    const [none, some] = releases.map((each: Json) =>
      Object.fromEntries(Object.values<Json>(each).map((release) => [release.name, release])),
    );
    expect([none.kueue, none["railyard-queues"]]).toEqual([undefined, undefined]);
    expect(some.kueue).toMatchObject({ chart: "kueue", version: "0.19.2", namespace: "kueue-system" });
    // it waits for what it names, wherever the list has it, and its alerts for Prometheus
    for (const release of [some.kueue, some["railyard-queues"]])
      expect(release.depends_on).toEqual([expect.stringMatching(/^helm_release\.monitoring_chart_release/)]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
