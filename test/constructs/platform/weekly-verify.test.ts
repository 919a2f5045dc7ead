import { runCommand } from "../../../scripts/cli/define-command";
import { planOf } from "../../../scripts/commands/verify/plan";
import { VERIFY_COMMAND } from "../../../scripts/commands/verify/definition";
import { captured } from "../../helpers/captured";
import { clusterSample } from "../../helpers/cluster";
import { sample } from "../../helpers/environment";
import { DGX } from "../../helpers/pools";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const IMAGE = `registry.example.com/railyard@sha256:${"0".repeat(64)}`;
const FREE = { slurm: null, kueue: { nodeGroups: ["h100"] } };

/** Objects of the release, by kind and name; undefined: there is none. */
function installed(stacks: Record<string, Json>): Record<string, Json> | undefined {
  const all = Object.values<Json>(stacks["platform"]?.resource?.helm_release ?? {});
  const release = all.find(({ name }) => name === "railyard-verify");
  return (
    release &&
    Object.fromEntries(valuesOf(release).objects.map((one: Json) => [`${one.kind} ${one.metadata.name}`, one]))
  );
}

const env = sample({
  ...FREE,
  verify: { weekly: { image: IMAGE, day: "wed", start: "04:30", hours: 3, images: { torch: "example.com/torch:1" } } },
}).env;
const objects = installed(synthStacks(env))!;
const { spec } = objects["CronJob weekly"] as Json;
const pod = spec.jobTemplate.spec.template.spec as Json;
const [container] = pod.containers as Json[];

test("it runs once a week, one at a time, and is ended after its hours", () => {
  expect([spec.schedule, spec.timeZone, spec.concurrencyPolicy]).toEqual(["30 4 * * wed", "Etc/UTC", "Forbid"]);
  expect(spec.jobTemplate.spec).toMatchObject({ activeDeadlineSeconds: 10_800, backoffLimit: 0 });
});

test("its pod has no right on its node, pushes nobody away, and reads its environment from the cluster", () => {
  expect(pod).toMatchObject({
    restartPolicy: "Never",
    serviceAccountName: "verify",
    priorityClassName: "railyard-verify",
  });
  expect(pod.securityContext.runAsNonRoot).toBe(true);
  expect(container!.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  expect(container!.image).toBe(IMAGE);
  const files = (objects["ConfigMap weekly-config"] as Json).data;
  expect(container!.volumeMounts.filter(({ name }: Json) => name === "config")).toEqual(
    Object.keys(files).map((file) => ({
      name: "config",
      mountPath: `/railyard/config/environments/${file}`,
      subPath: file,
      readOnly: true,
    })),
  );
  expect(JSON.parse(/^export default (.*);\n$/.exec(files["sample.ts"])![1]!)).toEqual(
    JSON.parse(JSON.stringify(env.written)),
  );
  expect(files["index.ts"]).toContain('{ "sample": () => require("./sample").default }');
});

test("verify takes its words, and looks at the pools and checks of config", async () => {
  const [, ...words] = container!.args as string[];
  const { context, texts } = captured("/");
  let plan: ReturnType<typeof planOf> | undefined;
  await runCommand(VERIFY_COMMAND, words, context, ({ values }) => {
    plan = planOf(env, values);
    return Promise.resolve(0);
  });
  expect(texts().errors).toBe("");
  expect([plan!.suite, plan!.inCluster, plan!.pools.map(({ name }) => name)]).toEqual(["weekly", true, ["h100"]]);
  expect([...plan!.clusterChecks, ...plan!.checks].map(({ id }) => id)).toEqual(env.verify.weekly!.checks);
  expect(words).toContain("torch=example.com/torch:1");
});

test("where Slurm has some pools, it looks at the others alone", () => {
  const change = { nodeGroups: { free: { ...DGX, labels: { "example.com/servers": "free" } } } };
  const { env: both } = clusterSample({ ...change, verify: { weekly: { image: IMAGE } } });
  const { args } = (installed(synthStacks(both))!["CronJob weekly"] as Json).spec.jobTemplate.spec.template.spec
    .containers[0] as Json;
  expect(args.filter((_: string, at: number) => args[at - 1] === "--pool")).toEqual(["free"]);
});

test("nothing of it is there without the key, and no pod comes from an image that nobody named", () => {
  expect(installed(synthStacks(sample().env))).toBeUndefined();
  const { env: none } = sample({ ...FREE, verify: { weekly: {} } });
  expect(() => synthStacks(none)["platform"]).toThrow("verify.weekly has no image, which a rule refuses");
});
