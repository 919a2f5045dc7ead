import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drainSlurm } from "../../../../scripts/commands/destroy/drain-slurm";
import { drainingCluster } from "../../../helpers/deploying";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const cluster = (...args: [string, object?]) => drainingCluster(folder(), ...args);

const EXEC = "exec --namespace slurm statefulset/slurm-controller --container slurmctld --";
const RUNNING = "RUNNING,COMPLETING,CONFIGURING,SUSPENDED,STOPPED,SIGNALING,STAGE_OUT";

const CONTROLLER = `*statefulset*json) echo '{"items":[{"metadata":{"name":"slurm-controller"}}]}';;
*sinfo*) printf 'train\\nprep\\ntrain\\n';;`;

test("takes no new jobs, and those that run come to their end", async () => {
  const { props, calls, printed, at } = cluster(
    `${CONTROLLER}\n*squeue*RUNNING*) [ -e jobs ] && cat jobs; rm -f jobs;;\n*PENDING*) printf '8\\n9\\n';;`,
  );
  writeFileSync(join(at, "jobs"), "7 (ann, RUNNING)\n");
  await drainSlurm(props, "slurm");
  expect(calls()).toEqual([
    "get statefulset --namespace slurm --output=json",
    `${EXEC} sinfo --noheader --all --format=%R`,
    `${EXEC} scontrol update PartitionName=train State=INACTIVE`,
    `${EXEC} scontrol update PartitionName=prep State=INACTIVE`,
    `${EXEC} squeue --noheader --all --states=${RUNNING} --format=%i (%u, %T)`,
    `${EXEC} squeue --noheader --all --states=${RUNNING} --format=%i (%u, %T)`,
    `${EXEC} squeue --noheader --all --states=PENDING --format=%i`,
  ]);
  expect(printed).toEqual([
    "Slurm: no new jobs in train, prep",
    "waiting for Slurm jobs to end: 7 (ann, RUNNING)",
    "Slurm: no job runs; 2 in the queue go with it",
  ]);
});

test("cancels jobs when it is told to, after the partitions are closed", async () => {
  const { props, calls } = cluster(CONTROLLER, { cancelJobs: true });
  await drainSlurm(props, "slurm");
  const cancelled = calls().indexOf(`${EXEC} scancel --quiet --partition=prep`);
  expect(cancelled).toBeGreaterThan(calls().indexOf(`${EXEC} scontrol update PartitionName=prep State=INACTIVE`));
  expect(calls()).toContain(`${EXEC} scancel --quiet --partition=train`);
});

test("fails at the time limit with the jobs and what to do", async () => {
  const { props, calls } = cluster(`${CONTROLLER}\n*squeue*RUNNING*) echo '7 (ann, RUNNING)';;`, { seconds: -1 });
  const failure = drainSlurm(props, "slurm");
  await expect(failure).rejects.toThrow("Waited too long for Slurm jobs to end: 7 (ann, RUNNING).");
  await expect(failure).rejects.toThrow(/--drain-timeout <minutes>[^]*--cancel-jobs[^]*State=UP/);
  expect(calls().some((call) => call.includes("scancel"))).toBe(false);
});

test("without a controller there is nothing to do", async () => {
  const { props, calls, printed } = cluster(`*) echo '{"items":[]}';;`);
  await drainSlurm(props, "slurm");
  expect(calls()).toHaveLength(1);
  expect(printed).toEqual(["Slurm: there is no controller, so there are no jobs"]);
});

test("fails when Slurm refuses", async () => {
  const { props } = cluster(`*scontrol*) echo 'slurm_update error: Access denied' >&2; exit 1;;\n${CONTROLLER}`);
  await expect(drainSlurm(props, "slurm")).rejects.toThrow("slurm_update error: Access denied");
});
