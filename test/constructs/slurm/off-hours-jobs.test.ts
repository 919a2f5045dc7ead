import { offHoursJobs } from "../../../constructs/slurm/off-hours-jobs";
import type { Json } from "../../helpers/synth";

const objects: Json[] = offHoursJobs({
  timeZone: "Europe/Zurich",
  start: "0 8 * * 1,2,3,4,5",
  drain: "45 18 * * 1,2,3,4,5",
  openMinutes: 660,
  drainMinutes: 15,
  nodeGroups: ["h100"],
  namespace: "slurm",
  release: "slurm",
  image: "tools",
  placement: { nodeSelector: { role: "system" }, tolerations: [] },
});
const [files, start, drain] = objects;
const command = (job: Json): string => job.spec.jobTemplate.spec.template.spec.containers[0].command[2];

test("Kubernetes keeps the time, in the time zone of the hours", () => {
  expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    "ConfigMap slurm-off-hours",
    "CronJob slurm-off-hours-start",
    "CronJob slurm-off-hours-drain",
  ]);
  expect(start.spec).toMatchObject({ schedule: "0 8 * * 1,2,3,4,5", timeZone: "Europe/Zurich" });
  expect(drain.spec).toMatchObject({ schedule: "45 18 * * 1,2,3,4,5", timeZone: "Europe/Zurich" });
});

test("each runs its part of one script, as an administrator of Slurm", () => {
  expect(Object.keys(files.data)).toEqual(["off-hours.sh", "paused-until"]);
  expect(files.data["paused-until"]).toBe("0\n");
  expect(command(start)).toMatch(/sackd -D --conf-server slurm-controller\.slurm:6817[^]*off-hours\.sh start$/);
  expect(command(drain)).toMatch(/off-hours\.sh drain$/);
  const { volumes } = start.spec.jobTemplate.spec.template.spec;
  expect(volumes[0].configMap.name).toBe(files.metadata.name);
  expect(volumes[1].secret.secretName).toBe("slurm-auth-slurm");
});

test("a run may be late, or be tried again, as long as it is of use: it knows when it was meant to begin", () => {
  const drained = 15 * 60;
  const cases: [Json, number][] = [
    [start, 660 * 60 - drained],
    [drain, drained],
  ];
  for (const [{ spec }, seconds] of cases) {
    expect(spec).toMatchObject({ startingDeadlineSeconds: seconds, concurrencyPolicy: "Replace" });
    expect(spec.jobTemplate.spec).toMatchObject({ backoffLimit: 6, activeDeadlineSeconds: seconds + 600 });
    const pod = spec.jobTemplate.spec.template.spec;
    expect(pod).toMatchObject({
      restartPolicy: "Never",
      nodeSelector: { role: "system" },
      automountServiceAccountToken: false,
    });
    expect(pod.containers[0].env).toEqual([
      {
        name: "RAILYARD_JOB",
        valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-name']" } },
      },
    ]);
  }
});
