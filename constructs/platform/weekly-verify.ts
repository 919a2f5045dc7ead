import { SYSTEM_PODS } from "../../config/facts/system-pods";
import type { SiteConfig } from "../../config/sites/keys";
import type { SiteEnvironment } from "../../config/sites/environment";
import { weeklyPools } from "../../config/verify/weekly-pools";
import type { Placement } from "../cluster/placement";
import { podResources } from "../core/pod-resources";
import type { KubernetesObject, PodSpec } from "../kubernetes/objects";
import { startOf, WEEKLY_ACCOUNT, WEEKLY_CRON_JOB, WEEKLY_NAMESPACE, WEEKLY_PRIORITY } from "../verify/weekly-names";
import type { ClusterComponent } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";
import { placementValues } from "./tolerations";
import { weeklyVerifyAlerts } from "./weekly-verify-alerts";
import { weeklyVerifyRights } from "./weekly-verify-rights";

type Weekly = NonNullable<SiteConfig["verify"]["weekly"]>;

export interface WeeklyVerifyProps extends Pick<SiteEnvironment, "name"> {
  readonly weekly: Weekly & { readonly image: string };
  /** As written, with defaults: the run reads it in place of what its image has. */
  readonly written: object;
  /** Pools that it looks at; null: all that have GPUs. */
  readonly pools: readonly string[] | null;
  readonly placement: Placement;
}

/** Where images/railyard/Dockerfile has the repository. */
const ROOT = "/railyard";
const ENVIRONMENTS = `${ROOT}/config/environments`;
const CONFIG = "weekly-config";
const EVIDENCE = "/evidence";
/** Seconds in which a run that is ended removes what it made. */
const GRACE_SECONDS = 150;
const LABELS = { "app.kubernetes.io/name": "railyard-verify" };

/** Objects of the weekly run: its rights, its environment, and the CronJob. */
export function weeklyVerify(props: WeeklyVerifyProps): KubernetesObject[] {
  const { name, weekly, written } = props;
  const [hour, minute] = weekly.start.split(":").map(Number);
  const metadata = { namespace: WEEKLY_NAMESPACE, labels: LABELS };
  return [
    ...weeklyVerifyRights(startOf(name, "weekly")),
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { ...metadata, name: CONFIG },
      data: {
        "index.ts": `export const ENVIRONMENTS = { ${JSON.stringify(name)}: () => require("./${name}").default };\n`,
        [`${name}.ts`]: `export default ${JSON.stringify(written)};\n`,
      },
    },
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { ...metadata, name: WEEKLY_CRON_JOB },
      spec: {
        schedule: `${minute} ${hour} * * ${weekly.day}`,
        timeZone: "Etc/UTC",
        concurrencyPolicy: "Forbid",
        startingDeadlineSeconds: 3600,
        successfulJobsHistoryLimit: 2,
        failedJobsHistoryLimit: 2,
        jobTemplate: {
          spec: {
            // what failed is looked at by people: the same run again would find the same
            backoffLimit: 0,
            activeDeadlineSeconds: 3600 * weekly.hours,
            template: { metadata: { labels: LABELS }, spec: podSpec(props) },
          },
        },
      },
    },
  ];
}

function podSpec({ name, weekly, pools, placement }: WeeklyVerifyProps): PodSpec {
  const many = (option: string, values: readonly string[]) => values.flatMap((value) => [option, value]);
  const files = ["index.ts", `${name}.ts`];
  return {
    restartPolicy: "Never",
    serviceAccountName: WEEKLY_ACCOUNT,
    priorityClassName: WEEKLY_PRIORITY,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: GRACE_SECONDS,
    ...placementValues(placement),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      fsGroup: 65532,
      seccompProfile: { type: "RuntimeDefault" },
    },
    containers: [
      {
        name: "verify",
        image: weekly.image,
        workingDir: ROOT,
        command: ["node", `${ROOT}/bin/railyard.js`],
        args: [
          "verify",
          name,
          "--suite",
          "weekly",
          "--on",
          "kubernetes",
          "--in-cluster",
          "--out",
          EVIDENCE,
          ...many("--only", weekly.checks),
          ...many("--pool", pools ?? []),
          ...many(
            "--image",
            Object.entries(weekly.images).map(([program, image]) => `${program}=${image}`),
          ),
        ],
        env: [{ name: "HOME", value: "/tmp" }],
        resources: podResources(SYSTEM_PODS.weeklyVerify),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        volumeMounts: [
          { name: "tmp", mountPath: "/tmp" },
          { name: "evidence", mountPath: EVIDENCE },
          ...files.map((file) => ({
            name: "config",
            mountPath: `${ENVIRONMENTS}/${file}`,
            subPath: file,
            readOnly: true,
          })),
        ],
      },
    ],
    volumes: [
      { name: "tmp", emptyDir: {} },
      { name: "evidence", emptyDir: {} },
      { name: "config", configMap: { name: CONFIG } },
    ],
  };
}

/** Checks of idle nodes once a week. */
export const weeklyVerifying: ClusterComponent = {
  id: "verify-weekly",
  after: ["monitoring"],
  when: ({ env }) => env.verify.weekly !== undefined || "verify.weekly is not written",
  install: ({ env, placement }, { scope, id, dependsOn }) => {
    const weekly = env.verify.weekly!;
    const { image } = weekly;
    if (image === undefined) throw new Error("verify.weekly has no image, which a rule refuses");
    return [
      new KubernetesObjects(scope, id, {
        release: "railyard-verify",
        namespace: "kube-system",
        createNamespace: false,
        objects: weeklyVerify({
          name: env.name,
          weekly: { ...weekly, image },
          written: env.written,
          pools: env.slurm ? weeklyPools(env).map(({ name }) => name) : null,
          placement,
        }),
        dependsOn,
      }).dependable,
    ];
  },
  alerts: {
    id: "verify-weekly-alerts",
    release: "railyard-verify-alerts",
    groups: ({ env }) => weeklyVerifyAlerts(env.verify.weekly!.hours),
  },
};
