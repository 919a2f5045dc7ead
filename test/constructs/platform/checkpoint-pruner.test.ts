import {
  CheckpointPruner,
  checkpointPruner,
  type CheckpointPrunerProps,
} from "../../../constructs/platform/checkpoint-pruner";
import { onlyRelease } from "../../helpers/release";
import type { Json } from "../../helpers/synth";

const WARM = { claimName: "lustre", path: "/checkpoints", keepLast: 24, keepEvery: 5000, exported: true };
const PROPS: CheckpointPrunerProps = {
  namespace: "slurm",
  serviceAccountName: "jobs",
  region: "us-west-2",
  warm: WARM,
  cold: { bucketName: "models", prefix: "checkpoints/", keepLast: 100 },
  placement: { nodeSelector: { role: "system" }, tolerations: [] },
};
const { keepLast: _last, keepEvery: _every, ...WARM_KEEPS_ALL } = WARM;
const COLD_ONLY: Partial<CheckpointPrunerProps> = { warm: WARM_KEEPS_ALL };

function objects(change: Partial<CheckpointPrunerProps> = {}): {
  script: string;
  job: Json;
  pod: Json;
  container: Json;
} {
  const [map, job] = checkpointPruner({ ...PROPS, ...change }) as Json[];
  const pod = job.spec.jobTemplate.spec.template.spec;
  return { script: map.data["prune.sh"].replaceAll("$${", "${"), job, pod, container: pod.containers[0] };
}

const calls = (script: string) => script.split("\n").filter((line) => /^(prune_folders|tag_objects) /.test(line));

test("runs every hour, one at a time, and gives up on a run that hangs", () => {
  const { spec } = objects().job;
  expect(spec).toMatchObject({ schedule: "17 * * * *", timeZone: "Etc/UTC", concurrencyPolicy: "Forbid" });
  expect(spec.successfulJobsHistoryLimit + spec.failedJobsHistoryLimit).toBeLessThan(10);
  expect(spec.jobTemplate.spec).toMatchObject({ backoffLimit: 0, activeDeadlineSeconds: 21600 });
  expect(objects({ schedule: "0 3 * * *" }).job.spec.schedule).toBe("0 3 * * *");
});

test("mounts the folder of the tier, and nothing else of the file system", () => {
  const { pod, container, script } = objects();
  expect(pod.volumes).toContainEqual({ name: "warm", persistentVolumeClaim: { claimName: "lustre" } });
  expect(container.volumeMounts).toContainEqual({ name: "warm", mountPath: "/warm", subPath: "checkpoints" });
  expect(calls(script)[0]).toMatch(/^prune_folders '\/warm' '24' '5000' /);
  const nested = objects({ warm: { ...WARM, path: "/a/b/" } }).container.volumeMounts;
  expect(nested).toContainEqual({ name: "warm", mountPath: "/warm", subPath: "a/b" });
});

test("has the account and the Region for S3, on the nodes it is given", () => {
  const { pod, container } = objects();
  expect(pod.serviceAccountName).toBe("jobs");
  expect(pod.nodeSelector).toEqual({ role: "system" });
  expect(container.env).toContainEqual({ name: "AWS_REGION", value: "us-west-2" });
  expect(container.image).toMatch(/^public\.ecr\.aws\/aws-cli\/aws-cli:2\.\d+\.\d+$/);
});

test("is root that may only go past the owners of files", () => {
  const { pod, container } = objects();
  expect(pod.securityContext.runAsUser).toBe(0);
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"], add: ["DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER"] },
  });
});

test("asks for copies where the folder is exported", () => {
  expect(calls(objects().script)).toEqual([
    "prune_folders '/warm' '24' '5000' 'models' 'checkpoints/' '100' '0'",
    "tag_objects 'models' 'checkpoints/' '100' '0'",
  ]);
  expect(calls(objects({ warm: { ...WARM, exported: false } }).script)[0]).toBe("prune_folders '/warm' '24' '5000'");
});

test("tags nothing where the cold tier keeps all", () => {
  expect(calls(objects({ cold: { bucketName: "models", prefix: "checkpoints/" } }).script)).toEqual([
    "prune_folders '/warm' '24' '5000' 'models' 'checkpoints/' '0' '0'",
  ]);
});

test("mounts nothing, and is not root, where the warm tier keeps all", () => {
  const { pod, container, script } = objects(COLD_ONLY);
  expect(calls(script)).toEqual(["tag_objects 'models' 'checkpoints/' '100' '0'"]);
  expect(pod.volumes.map((volume: Json) => volume.name)).toEqual(["script", "tmp"]);
  expect(container.volumeMounts.map((mount: Json) => mount.name)).toEqual(["script", "tmp"]);
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
  expect(container.securityContext.capabilities).toEqual({ drop: ["ALL"] });
});

test("takes the grace time and the dry run", () => {
  const { script } = objects({ graceMinutes: 5, dryRun: true });
  expect(script).toContain("GRACE_MINUTES=5\n");
  expect(script).toContain("DRY_RUN=${RAILYARD_DRY_RUN:-1}\n");
  expect(objects().script).toContain("DRY_RUN=${RAILYARD_DRY_RUN:-0}\n");
});

test("is one release in its namespace, with the script as it is", () => {
  const { release, values } = onlyRelease((stack) => {
    new CheckpointPruner(stack, "pruner", PROPS);
  });
  expect(release).toMatchObject({ name: "checkpoint-pruner", namespace: "slurm" });
  const [map, job] = values.objects;
  expect(map.data["prune.sh"]).toMatch(/[^$]\$\{#names\[@\]\}/);
  expect(job.metadata.namespace).toBe("slurm");
  expect(job.spec.jobTemplate.spec.template.spec.volumes[0].configMap.name).toBe(map.metadata.name);
});

test("fails where there is nothing to do", () => {
  const cold = { bucketName: "models", prefix: "checkpoints/" };
  const { warm: _, ...rest } = PROPS;
  expect(() => checkpointPruner({ ...rest, cold })).toThrow(/nothing to do/);
  expect(() => objects({ ...COLD_ONLY, cold })).toThrow(/nothing to do/);
});

test.each(["/", "//"])("fails where the tier is the whole file system: %s", (path) => {
  expect(() => objects({ warm: { ...WARM, path } })).toThrow(/the whole file system/);
});
