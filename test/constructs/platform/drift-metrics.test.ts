import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DRIFT_EXPORTER } from "../../../config/facts/drift-metrics";
import { driftMetricsObjects, driftMetricsScript } from "../../../constructs/platform/drift-metrics";
import { csv, driftPlaces, rows } from "../../helpers/drift-place";
import { syntaxErrors } from "../../helpers/sandbox";

const NOW = Math.floor(Date.now() / 1000);
const { place } = driftPlaces();
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-drift-metrics-"));
  for (const folder of ["in", "out", "bin"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "bin/sleep"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the script with a real shell once over what checks have left; sleep ends it. */
function taken(files: Readonly<Record<string, string>>, datasets = "events faces"): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "in", name), text);
  spawnSync("/bin/sh", ["-c", driftMetricsScript()], {
    env: { PATH: `${root}/bin:/usr/bin:/bin`, IN: join(root, "in"), OUT: join(root, "out"), DATASETS: datasets },
    timeout: 20_000,
  });
  expect(existsSync(join(root, "out/drift.prom.new"))).toBe(false);
  return readFileSync(join(root, "out/drift.prom"), "utf8");
}

const of = (dataset: string, drifted: number, time = NOW - 60, more = "") =>
  `# TYPE railyard_drift_drifted gauge\nrailyard_drift_drifted{dataset="${dataset}"} ${drifted}.0\n${more}railyard_drift_last_check_timestamp_seconds{dataset="${dataset}"} ${time}.5\n`;
const values = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

test("what the program leaves is taken over, and each name stands in the facts", () => {
  const one = place("told");
  const check = () => one.run("check", "--name=events", `--metrics=${join(root, "in")}`);
  expect(check()).toMatchObject({ status: 0, stderr: "" });
  // the first check has a time, so that nobody takes it for one that was never made
  expect(values(taken({})).join("\n")).toMatch(/^railyard_drift_columns\{dataset="events"\} 3\.0$/m);
  one.data(csv(rows(100), 'x,"a""b\\\u001b[31m",level'));
  expect(check()).toMatchObject({ status: 10, stderr: "" });
  const text = taken({});
  expect(text).toContain('# TYPE railyard_drift_drifted gauge\nrailyard_drift_drifted{dataset="events"} 1.0\n');
  expect(text).not.toContain("column=");
  expect(
    values(text)
      .map((line) => line.split("{")[0])
      .toSorted(),
  ).toEqual(Object.keys(DRIFT_EXPORTER.metrics).toSorted());
});

test("of several checks of a dataset the newest counts, and each dataset has its own", () => {
  const text = taken({
    "events.1.prom": of("events", 0, NOW - 61),
    "events.2.prom": of("events", 1, NOW - 60),
    "faces.1.prom": of("faces", 0),
  });
  expect(values(text)).toEqual([
    'railyard_drift_drifted{dataset="events"} 1.0',
    'railyard_drift_drifted{dataset="faces"} 0.0',
    `railyard_drift_last_check_timestamp_seconds{dataset="events"} ${NOW - 60}.5`,
    `railyard_drift_last_check_timestamp_seconds{dataset="faces"} ${NOW - 60}.5`,
  ]);
});

test("nobody makes up another metric, label, dataset or time, and what is torn or old is left out", () => {
  writeFileSync(join(root, "secret"), of("events", 1));
  symlinkSync("../secret", join(root, "in/link.prom"));
  spawnSync("mkfifo", [join(root, "in/pipe.prom")]);
  mkdirSync(join(root, "in/folder.prom"));
  writeFileSync(join(root, "in/old.prom"), of("events", 1));
  utimesSync(join(root, "in/old.prom"), NOW - 40 * 86_400, NOW - 40 * 86_400);
  const text = taken({
    "future.prom": of("events", 1, NOW + 86_400),
    "others.prom": of("nobodys", 1),
    "two.prom": `${of("faces", 0)}railyard_drift_drifted{dataset="events"} 1\n`,
    "torn.prom": 'railyard_drift_drifted{dataset="events"} 1\nrailyard_drift_last_che',
    "names.prom": of(
      "events",
      0,
      NOW - 60,
      [
        'up{dataset="events"} 0',
        'railyard_drift_rows{dataset="events",job="x"} 1',
        'railyard_drift_rows{dataset="events"} 1 2',
        'railyard_drift_rows{dataset="e\\"} 1\n',
        "\u0000\u001b[31m",
        "x".repeat(9000),
        "",
      ].join("\n"),
    ),
    "-rf;$(touch x)\n.prom": of("faces", 1),
    "no-ending": of("faces", 1),
  });
  expect(values(text)).toEqual([
    'railyard_drift_drifted{dataset="faces"} 0.0',
    `railyard_drift_last_check_timestamp_seconds{dataset="faces"} ${NOW - 60}.5`,
  ]);
  expect(existsSync(join(root, "x"))).toBe(false);
});

test("nothing that was left is no metric, and a file of before goes", () => {
  expect(taken({ "events.1.prom": of("events", 0) })).not.toBe("");
  rmSync(join(root, "in/events.1.prom"));
  expect(taken({})).toBe("");
});

test("a folder that is not there, or a name of somebody else in it, ends no check", () => {
  const one = place("away");
  expect(one.run("check", "--name=events", "--metrics=/nowhere")).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("Prometheus is not told of it"),
  });
});

test("the script is that of sh, and the pod has no right but to make the folder", () => {
  expect(syntaxErrors(driftMetricsScript())).toBe("");
  const [, deployment] = driftMetricsObjects({
    namespace: "slurm",
    volume: { claimName: "lustre", loginClaimName: "lustre-login" },
    checks: [{ dataset: "events", everyHours: 24 }],
    placement: { nodeSelector: {}, tolerations: [] },
  });
  expect(deployment).toMatchObject({
    spec: {
      template: {
        spec: {
          securityContext: { runAsUser: 65534 },
          initContainers: [{ securityContext: { runAsUser: 0, capabilities: { drop: ["ALL"], add: ["FOWNER"] } } }],
          containers: [
            {
              volumeMounts: expect.arrayContaining([
                expect.objectContaining({ name: "drift", readOnly: true, subPath: "railyard-drift-metrics" }),
              ]),
            },
            { name: "serve" },
          ],
          volumes: expect.arrayContaining([{ name: "drift", persistentVolumeClaim: { claimName: "lustre-login" } }]),
        },
      },
    },
  });
});
