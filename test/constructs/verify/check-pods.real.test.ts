import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkPods, type CheckPodsProps } from "../../../constructs/verify/check-pods";
import { runKey } from "../../../scripts/verify/kubernetes/run-key";
import { ROOT } from "../../helpers/process";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const OPEN_MPI = "/usr/bin/mpirun.openmpi";

/** Pods are network namespaces, which root makes. */
const canRun = (words: string): boolean => spawnSync("bash", ["-c", words]).status === 0;
const isPossible = canRun("unshare --net true && command -v ip nsenter");
const withNamespaces = isPossible ? test : test.skip;
const withMpi = isPossible && canRun(`test -x ${OPEN_MPI} && test -x /usr/sbin/sshd`) ? test : test.skip;

/** Runs the pods of a check with what their containers see, at folders of this machine. */
function ran(
  props: Pick<CheckPodsProps, "mpi" | "tasksPerNode" | "script">,
  count: number,
  env: NodeJS.ProcessEnv = {},
) {
  const folder = temporary();
  const name = "nccl-all-1a2b3c4d";
  const key = props.mpi ? runKey() : null;
  const { beside } = checkPods({
    name,
    namespace: "x",
    labels: {},
    hosts: Array.from({ length: count }, (_, at) => `node-${at}`),
    pool: { taints: [], podResources: {}, deviceClaims: [], fabric: { podAnnotations: {}, devices: 0 } },
    image: "x",
    cpu: "1",
    key,
    deadlineSeconds: 60,
    volumes: [],
    priorityClassName: null,
    serviceAccountName: null,
    queued: false,
    ...props,
  });
  const { data } = beside.find(({ kind }) => kind === "ConfigMap") as { data: Record<string, string> };
  for (const [file, text] of Object.entries(data))
    writeFileSync(join(folder, file), text.replaceAll("/railyard/", `${folder}/`));
  mkdirSync(join(folder, "ssh"));
  for (const [file, text] of [
    ["key", key?.private],
    ["key.pub", key?.public],
  ] as const)
    if (text !== undefined) writeFileSync(join(folder, "ssh", file), text, { mode: 0o400 });
  mkdirSync(join(folder, "bin"));
  if (props.mpi) {
    symlinkSync(OPEN_MPI, join(folder, "bin/mpirun"));
    // mpirun looks for it beside itself
    symlinkSync("/usr/bin/orted", join(folder, "bin/orted"));
  }
  const pods = join(ROOT, "test/fixtures/verify-pods.sh");
  const { status } = spawnSync("unshare", ["--mount", "--net", "bash", pods, folder, String(count), name], {
    env: { ...process.env, ...env },
  });
  return { status, outputs: Array.from({ length: count }, (_, at) => readFileSync(join(folder, `out${at}`), "utf8")) };
}

withMpi("OpenMPI reaches every pod by the key of the run, and ranks are in the order of pods", () => {
  const script = `export WORDS='a "b" $(id)'\necho "rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE on $(hostname): $WORDS"\n`;
  const { status, outputs } = ran({ mpi: true, tasksPerNode: 2, script }, 3);
  expect(status).toBe(0);
  const lines = outputs[0]!
    .split("\n")
    .filter((line) => line.startsWith("rank"))
    .toSorted();
  expect(lines).toEqual(
    [0, 0, 1, 1, 2, 2].map((pod, rank) => `rank ${rank} of 6 on nccl-all-1a2b3c4d-${pod}: a "b" $(id)`),
  );
  expect(outputs[1]).toMatch(/Accepted publickey for root/);
});

withMpi("ranks that cannot be started end the pod with a status of its own", () => {
  const { status } = ran({ mpi: true, tasksPerNode: 1, script: "exit 3\n" }, 2);
  expect(status).not.toBe(0);
});

withNamespaces("tasks without MPI know who they are, and reach the first one by its name", () => {
  const script =
    'echo "task $RAILYARD_TASK on $(hostname), first $RAILYARD_FIRST $(getent hosts "$RAILYARD_FIRST" | cut -d" " -f1)"\n';
  const { status, outputs } = ran({ mpi: false, tasksPerNode: 2, script }, 2, { KEEP_OTHERS: "yes" });
  expect(status).toBe(0);
  const lines = outputs.map((text) => text.split("\n").filter(Boolean).toSorted());
  const words = (task: number, pod: number) =>
    `task ${task} on nccl-all-1a2b3c4d-${pod}, first nccl-all-1a2b3c4d-0.nccl-all-1a2b3c4d 10.9.0.1`;
  expect(lines).toEqual([
    [words(0, 0), words(1, 0)],
    [words(2, 1), words(3, 1)],
  ]);
});
