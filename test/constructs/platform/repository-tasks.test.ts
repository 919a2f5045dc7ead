import { valuesOf } from "../../helpers/release";
import { sample, type Change } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const platformOf = (warm: Change) => synthStacks(sample({ checkpoints: { warm } }).env)["platform"]!;
const releaseOf = (platform: Json, name: string) =>
  Object.values<Json>(platform.resource.helm_release).find((one) => one.name === name);

const platform = platformOf({
  export: [],
  import: [],
  tasks: {
    release: { afterDays: 14, days: ["sat", "mon"], start: "03:05" },
    export: {},
    import: { days: [] },
  },
});
const objects = valuesOf(releaseOf(platform, "repository-tasks")).objects as Json[];
const cronJob = (name: string) => objects.find(({ kind, metadata }) => kind === "CronJob" && metadata.name === name)!;
const data = objects.find(({ kind }) => kind === "ConfigMap")!.data as Record<string, string>;

test("each task is a CronJob at its time, and one without days waits for somebody who starts it", () => {
  const times = objects
    .filter(({ kind }) => kind === "CronJob")
    .map(({ metadata, spec }) => [metadata.name, spec.schedule, spec.suspend]);
  expect(times).toEqual([
    ["repository-import", "0 0 * * *", true],
    ["repository-export", "0 2 * * *", false],
    ["repository-release", "5 3 * * 1,6", false],
  ]);
});

test("a request names the file system of the tier, its folder and the days", () => {
  expect(JSON.parse(data["release.json"]!)).toMatchObject({
    FileSystemId: "${local.storage_file_system_id}",
    Paths: ["checkpoints"],
    ReleaseConfiguration: { DurationSinceLastAccess: { Unit: "DAYS", Value: 14 } },
  });
  expect(Object.keys(data).toSorted()).toEqual(["export.json", "import.json", "release.json", "repository-task.sh"]);
});

test("the pod may do nothing on its node, and has no token of the cluster", () => {
  const { spec } = cronJob("repository-release").spec.jobTemplate.spec.template as Json;
  expect(spec.containers[0].securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  expect([spec.automountServiceAccountToken, spec.securityContext.runAsNonRoot]).toEqual([false, true]);
});

test("its role makes tasks of the one file system, sees them, and may do nothing else", () => {
  const policies = Object.entries<Json>(platform.resource.aws_iam_role_policy).filter(([id]) =>
    id.includes("repository"),
  );
  expect(policies).toHaveLength(1);
  const { Statement } = JSON.parse(policies[0]![1].policy as string) as Json;
  expect(Statement).toEqual([
    {
      Sid: "MakeTasks",
      Effect: "Allow",
      Action: "fsx:CreateDataRepositoryTask",
      Resource: [
        expect.stringMatching(/^arn:aws:fsx:us-east-1:\d{12}:file-system\/\$\{local\.\w+\}$/),
        expect.stringMatching(/^arn:aws:fsx:us-east-1:\d{12}:task\/\*$/),
      ],
    },
    { Sid: "SeeTasks", Effect: "Allow", Action: "fsx:DescribeDataRepositoryTasks", Resource: "*" },
  ]);
  expect(Object.values<Json>(platform.resource.aws_eks_pod_identity_association)).toContainEqual(
    expect.objectContaining({ service_account: "repository-tasks", namespace: "slurm" }),
  );
});

test("without the key there is nothing of it", () => {
  expect(JSON.stringify(platformOf({}))).not.toMatch(/repository-(?:tasks|release)/);
});
