import { offHoursJobs } from "../../../constructs/slurm/off-hours-jobs";
import type { Json } from "../../helpers/synth";

const objects: Json[] = offHoursJobs({
  timeZone: "Europe/Zurich",
  start: "0 8 * * 1,2,3,4,5",
  drain: "45 18 * * 1,2,3,4,5",
  openMinutes: 660,
  drainMinutes: 15,
  nodeGroups: ["h100"],
  nodes: 4,
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
  expect(Object.keys(files.data)).toEqual(["off-hours.sh"]);
  expect(command(start)).toMatch(/sackd -D --conf-server slurm-controller\.slurm:6817[^]*off-hours\.sh start$/);
  expect(command(drain)).toMatch(/off-hours\.sh drain$/);
  const { volumes } = start.spec.jobTemplate.spec.template.spec;
  expect(volumes[0].configMap.name).toBe(files.metadata.name);
  expect(volumes[1].secret.secretName).toBe("slurm-auth-slurm");
});

test("a run that is late by more than ten minutes is left out, for it would reckon wrongly; one that fails is tried again", () => {
  for (const { spec } of [start, drain]) {
    expect(spec.startingDeadlineSeconds).toBe(600);
    expect(spec.concurrencyPolicy).toBe("Forbid");
    expect(spec.jobTemplate.spec).toMatchObject({ backoffLimit: 3, activeDeadlineSeconds: 3600 });
    expect(spec.jobTemplate.spec.template.spec).toMatchObject({
      restartPolicy: "Never",
      nodeSelector: { role: "system" },
      automountServiceAccountToken: false,
    });
  }
});
