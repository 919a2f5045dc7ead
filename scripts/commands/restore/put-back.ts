import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { OPERATOR_REPLICAS } from "../../../constructs/slurm/slurm-operator";
import { ExpectedError } from "../../lib/errors/expected-error";
import { parseJson } from "../../lib/files/read-json";
import { StillThere, until, type Patience } from "../../lib/process/until";
import { jobName, OPERATOR, podsLeft, type Found } from "./found";
import { newVolume } from "./new-volume";
import { named, objects, SLURM, type Cluster } from "./objects";
import type { RestoreKind } from "./kinds";

export interface PutBackProps {
  readonly kubectl: Cluster;
  readonly kind: RestoreKind;
  /** Name of the copy. */
  readonly copy: string;
  /** To which moment it goes on with what changed since. @default - no further */
  readonly at?: string | undefined;
  /** Whether its claim is made anew before, without the volume that it has. */
  readonly isNewVolume: boolean;
  /** How many pods of the program are started afterwards. */
  readonly replicas: number;
  readonly before: Found["cluster"];
  /** A folder of our own. */
  readonly folder: string;
  readonly patience: Patience;
}

/**
 * Stops what must not run, lets the job put the copy back, and starts Slurm. Where the job fails nothing is started: whoever reads its
 * log decides. Where it has waited too long, what it has stopped stays stopped.
 * @throws ExpectedError with what to do next
 */
export async function putBack(props: PutBackProps): Promise<void> {
  let isJob = false;
  try {
    await steps(props, () => (isJob = true));
  } catch (error) {
    if (!(error instanceof StillThere)) throw error;
    throw new ExpectedError(`${error.message}\n${leftBehind(props, isJob)}`);
  }
}

/** What a restore that has waited too long has left, and how to go on. */
function leftBehind({ kind, replicas }: PutBackProps, isJob: boolean): string {
  const name = jobName(kind);
  const start = startLines(kind, replicas);
  if (!isJob)
    return (
      `Nothing was put back. slurm-operator has no pod or is about to have none, and ${kind.stopped.program} may be stopped: both stay so.\n` +
      `Look at what keeps the pods, and restore again, with a longer --timeout where they only need time. Or go on with what is on the volume:\n${start}`
    );
  return (
    `The job ${name} goes on in the cluster, and Slurm is stopped: do not start it before the job has ended. Wait for it:\n` +
    `  kubectl --namespace ${SLURM} wait --for=condition=Complete --timeout=24h job/${name}\n` +
    `and start Slurm by hand then:\n  kubectl --namespace ${SLURM} delete job ${name}\n${start}`
  );
}

const startLines = ({ stopped }: RestoreKind, replicas: number): string =>
  `  kubectl --namespace ${SLURM} scale statefulset ${stopped.statefulSet} --replicas ${replicas}\n` +
  `  kubectl --namespace ${OPERATOR.namespace} scale deployment ${OPERATOR.name} --replicas ${OPERATOR_REPLICAS}`;

async function steps(props: PutBackProps, beforeJob: () => void): Promise<void> {
  const { kubectl, kind, before, patience } = props;
  const { program, statefulSet } = kind.stopped;
  const scale = (of: string, namespace: string, replicas: number) =>
    kubectl.run("scale", of, "--namespace", namespace, `--replicas=${replicas}`);
  await scale(`deployment/${OPERATOR.name}`, OPERATOR.namespace, 0);
  await until("slurm-operator to end", patience, async () => {
    const [operator] = await objects(kubectl, "deployment", OPERATOR.namespace, named(OPERATOR.name));
    const left = Number(operator?.status?.["replicas"] ?? 0);
    return left > 0 ? [`${left} pods`] : [];
  });
  await scale(`statefulset/${statefulSet}`, SLURM, 0);
  await until(`${program} to end`, patience, () => podsLeft(kubectl, kind));
  patience.tell(`${program} is stopped`);
  if (props.isNewVolume && before.volume)
    await newVolume({ kubectl, statefulSet, before: before.volume, folder: props.folder, patience });
  beforeJob();
  await runJob(props);
  await kubectl.run("delete", "job", jobName(kind), "--namespace", SLURM);
  await scale(`statefulset/${statefulSet}`, SLURM, props.replicas);
  // zero where a restore before this one has failed
  await scale(`deployment/${OPERATOR.name}`, OPERATOR.namespace, before.operator || OPERATOR_REPLICAS);
  patience.tell(`${program} and slurm-operator start`);
}

async function runJob({ kubectl, kind, copy, at, replicas, folder, patience }: PutBackProps): Promise<void> {
  const name = jobName(kind);
  const file = join(folder, "job.json");
  const text = await kubectl.run("get", "cronjob", kind.cronJob, "--namespace", SLURM, "--output=json");
  writeFileSync(file, JSON.stringify(jobOf(parseJson(text, { name: `The CronJob ${kind.cronJob}` }), name, copy, at)));
  await kubectl.run("create", "--filename", file);
  patience.tell(`job ${name} fetches ${copy}${at === undefined ? "" : " and what changed since"}, and puts it back`);
  let failed = false;
  await until(`job ${name}`, patience, async () => {
    const [job] = await objects(kubectl, "job", SLURM, named(name));
    const conditions = (job?.status?.["conditions"] ?? []) as { type: string; status: string }[];
    const has = (type: string) => conditions.some((one) => one.type === type && one.status === "True");
    failed = has("Failed") || !job;
    return failed || has("Complete") ? [] : ["it is not done"];
  });
  const log = await kubectl
    .run("logs", `job/${name}`, "--namespace", SLURM, "--all-containers", "--tail=20")
    .catch((error: Error) => error.message);
  if (failed)
    throw new ExpectedError(
      `The job ${name} has failed, and Slurm was not started again. It said:\n${log.trim()}\n` +
        `Look at it. To go on with what is on the volume, start Slurm by hand:\n` +
        `${startLines(kind, replicas)}\n` +
        `To try another copy, delete the job, and restore again.`,
    );
  for (const line of log.trim().split("\n")) patience.tell(line);
}

interface CronJobText {
  readonly spec?: { readonly jobTemplate?: { readonly metadata?: object; readonly spec?: JobSpec } };
}

interface JobSpec {
  readonly template: {
    readonly spec: {
      readonly initContainers?: readonly ContainerText[];
      readonly containers?: readonly ContainerText[];
    };
  };
}

interface ContainerText {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

/** The job of a CronJob, with another copy than the latest, and on to a moment after it. @throws ExpectedError where the CronJob is not Railyard's */
export function jobOf(cronJob: unknown, name: string, copy: string, at?: string): object {
  const spec = (cronJob as CronJobText).spec?.jobTemplate?.spec;
  const containers = spec?.template.spec.initContainers ?? [];
  const fetches = containers.filter(({ env = [] }) => env.some((one) => one.name === "BACKUP"));
  if (!spec || fetches.length !== 1)
    throw new ExpectedError(
      "The CronJob is not as Railyard writes it: none or several of its containers have BACKUP. Nothing was put back, and Slurm is stopped.",
    );
  const { containers: main = [] } = spec.template.spec;
  const goesOn = ({ env = [] }: ContainerText): boolean => env.some((one) => one.name === "AT");
  if (at !== undefined && !(fetches.every(goesOn) && main.some(goesOn)))
    throw new ExpectedError(
      "The CronJob does not know of changes after a dump: deploy the environment with slurm.accounting.recoveryMinutes first. Nothing was put back, and Slurm is stopped.",
    );
  const values: Readonly<Record<string, string>> = { BACKUP: copy, ...(at !== undefined && { AT: at }) };
  const given = (all: readonly ContainerText[]): ContainerText[] =>
    all.map((container) => ({
      ...container,
      ...(container.env && {
        env: container.env.map((one) => (one.name in values ? { name: one.name, value: values[one.name]! } : one)),
      }),
    }));
  const template = {
    ...spec.template,
    spec: { ...spec.template.spec, initContainers: given(containers), containers: given(main) },
  };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, namespace: SLURM },
    spec: { ...spec, template },
  };
}
