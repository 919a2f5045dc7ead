import { jobTraces } from "../../../constructs/dashboards/job-traces";
import { LINES, lokiQuery } from "../../../constructs/dashboards/log-lines";
import { scriptFile } from "../../../constructs/core/script-file";
import { collectorConfig } from "../../../constructs/platform/logs/collector-config";
import { traceConfig } from "../../../constructs/platform/traces/trace-config";
import { sample, type Change } from "../../helpers/environment";
import type { Json } from "../../helpers/synth";

/** What dashboards ask for is what collectors send: one side does not know the other. */
const JOB_FILES = ["/home/*/slurm-*.out"];
const logs = (to: object): Json => {
  const { env } = sample({ logs: { to, jobFiles: JOB_FILES } } as Change);
  const groups = { pods: "p", nodes: "n", jobs: "j" };
  const of = (subjects: readonly ("nodes" | "jobs")[]): Json =>
    JSON.parse(collectorConfig({ ...env, subjects, writer: { region: "us-east-1", groups } }));
  return { nodes: of(["nodes"]), jobs: of(["jobs"]) };
};

test("streams of CloudWatch are those that collectors write", () => {
  const config = logs({ kind: "cloudwatch" });
  const values: Readonly<Record<string, string>> = {
    "slurm.job.id": "${job}",
    "k8s.node.name": "${node}",
    unit: "kernel",
  };
  for (const { subject, stream } of Object.values(LINES)) {
    const [statement] = config[subject].processors[`transform/${subject}`].log_statements;
    const [, joined = "", between] = /Concat\(\[(.*)\], "(.)"\)/.exec(statement) ?? [];
    const parts = [...joined.matchAll(/resource\.attributes\["([\w.]+)"\]/g)].map(([, name]) => values[name!]);
    expect(parts.join(between)).toBe(stream);
  }
});

test("labels of Loki are attributes that collectors send, with dots as underscores", () => {
  const config = logs({ kind: "loki", url: "https://loki.example.com" });
  const serviceOf = (subject: string): string =>
    config[subject].processors[`transform/${subject}`].log_statements.join("\n");
  expect(serviceOf("jobs")).toContain(`"${LINES.job.service}"`);
  // of a journal it is the unit, and that of the kernel's lines is called so
  expect(serviceOf("nodes")).toContain('resource.attributes["unit"]');
  expect(JSON.stringify(config.nodes.receivers)).toContain(`? \\"${LINES.kernel.service}\\" :`);
  for (const { subject, by, ...lines } of Object.values(LINES)) {
    const names: string[] = [...JSON.stringify(config[subject]).matchAll(/(?:"key":"|resource\[\\")([\w.]+)/g)].map(
      ([, name]) => name!.replaceAll(".", "_"),
    );
    const asked = [...lokiQuery({ subject, by, ...lines }, "sample", "x").matchAll(/(\w+)="/g)].map(
      ([, name]) => name!,
    );
    // Loki makes service_name of service.name, which the stage above sets
    expect(asked.filter((name) => name !== "service_name" && !names.includes(name))).toEqual([]);
    expect(asked).toHaveLength(3);
  }
});

test("attributes of traces are those of railyard_telemetry.py and of collectors", () => {
  const { env } = sample({ traces: { to: { kind: "otlp", url: "https://tempo.example.com" } } });
  const [row] = jobTraces({ cluster: env.name, asks: true, xray: null }).rows;
  const [panel] = row!.panels;
  const query = panel?.kind === "traces" ? panel.query : "";
  const asked = [...query.matchAll(/resource\.([\w.]+)=/g)].map(([, name]) => name!);
  const helper = scriptFile("training/files/railyard_telemetry.py");
  const [, prefix = ""] = /f"(\w+\.)\{key\}": each for key, each in labels\.items\(\)/.exec(helper) ?? [];
  const [, label = ""] = /self\.labels = \{"(\w+)": label\(job\)/.exec(helper) ?? [];
  const added = JSON.parse(traceConfig({ ...env, writer: null })).processors.resource.attributes.map(
    ({ key }: Json) => key,
  );
  expect(asked).toEqual([`${prefix}${label}`, ...added]);
});
