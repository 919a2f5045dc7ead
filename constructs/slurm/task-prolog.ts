import type { ResolvedProxy } from "../../config/outbound/outbound";
import { NCCL_INSPECTOR } from "../../config/facts/nccl-inspector";
import { scriptFile } from "../core/script-file";
import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import { GRES_FOLDER, UUIDS_FILE } from "./gres-conf";
import { SCRIPTS_PATH } from "./scripts-path";

/** File beside the scripts with what NCCL is told on a node. */
export const VARIABLES_FILE = "nccl.env";

/** Where EKS puts the token of a pod that has a role. */
export const TOKEN = "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount/eks-pod-identity-token";

/** Where the agent on each node hands out credentials for it. */
const CREDENTIALS = "http://169.254.170.23/v1/credentials";

/** Where tasks send what they tell of themselves. */
export interface TaskPlaces {
  /** Where collectors take traces, and how. @default - nobody keeps any */
  readonly traces?: { readonly endpoint: string; readonly protocol: string };
  /** Where profiles are archived, as `s3://bucket/prefix/`. @default - nowhere */
  readonly profiles?: string;
  /** The plugin by which NCCL tells of collectives: its path or name. @default - jobs load none */
  readonly ncclInspector?: string;
}

/** What tasks are told beside their role. */
export interface TaskPrologProps extends TaskPlaces {
  /** Whether some nodes have variables for tasks, in a file beside the script. @default false */
  readonly variables?: boolean;
  /** Whether cache and temporary files of Apptainer go to the NVMe disks, and not to homes. @default false */
  readonly apptainer?: boolean;
  /** Whether some nodes have instances of MIG, which CUDA takes by their UUIDs. @default false */
  readonly instances?: boolean;
  /** Whether some nodes have GPUs, near which ranks run that `railyard-srun` starts. @default false */
  readonly gpus?: boolean;
  /** Whether what jobs tell of themselves is scraped on some nodes. @default false */
  readonly telemetry?: boolean;
  /** The way out of the network, which nodes of a job do not take to each other. @default - none */
  readonly proxy?: ResolvedProxy | undefined;
}

/**
 * TaskProlog: runs as the user before each task, and what it prints becomes part of the task's environment. EKS tells the
 * slurmd container where its credentials are, but jobs get the environment of the login node instead: so it says it again.
 * The Region comes the same way: the metadata service of the node does not answer pods.
 * It sets the CPUs of the task itself too, whose process it is told. What the kernel says of a GPU is right on any machine;
 * `--cpu-bind=map_ldom` needs whole nodes and NUMA nodes that config knows, and `--gpu-bind` hides the other GPUs from NCCL.
 * It must be there and must not fail, for otherwise no task starts.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/pod-id-how-it-works.html
 * @see https://slurm.schedmd.com/prolog_epilog.html SLURM_TASK_PID
 * @see https://docs.kernel.org/admin-guide/abi-testing.html local_cpulist
 */
export function taskPrologScript(region: string | null, given: TaskPrologProps = {}): string {
  const { variables = false, apptainer = false, instances = false, gpus = false } = given;
  const { telemetry = false, ncclInspector, traces, profiles, proxy } = given;
  // outside AWS there is no role to use
  const script =
    region === null
      ? scriptFile("slurm/files/task-prolog-plain.sh")
      : scriptFile("slurm/files/task-prolog.sh", { values: { token: TOKEN, credentials: CREDENTIALS, region } });
  const parts = [
    ...(variables
      ? [
          scriptFile("slurm/files/job-variables.sh", {
            values: { variables: `${SCRIPTS_PATH}/${VARIABLES_FILE}` },
          }),
        ]
      : []),
    ...(proxy ? [scriptFile("slurm/files/near-nodes.sh", { values: { direct: proxy.direct.join(",") } })] : []),
    ...(apptainer ? [scriptFile("slurm/files/apptainer.sh", { values: { scratch: SLURM_MOUNTS.scratch } })] : []),
    ...(telemetry ? [scriptFile("slurm/files/task-telemetry.sh", { values: { folder: SLURM_MOUNTS.telemetry } })] : []),
    ...(telemetry && apptainer
      ? [scriptFile("slurm/files/apptainer-telemetry.sh", { values: { folder: SLURM_MOUNTS.telemetry } })]
      : []),
    ...(telemetry && ncclInspector !== undefined ? [ncclInspectorText(ncclInspector)] : []),
    ...(traces ? [scriptFile("slurm/files/task-traces.sh", { values: traces })] : []),
    ...(profiles === undefined ? [] : [scriptFile("slurm/files/task-profiles.sh", { values: { archive: profiles } })]),
    ...(gpus ? [scriptFile("slurm/files/near-gpu.sh")] : []),
    ...(instances
      ? [scriptFile("slurm/files/mig-task.sh", { values: { uuids: `${GRES_FOLDER}/${UUIDS_FILE}` } })]
      : []),
  ];
  if (parts.length === 0) return script;
  return script.replace(/exit 0\n$/, () => `${parts.map((part) => part.trimEnd()).join("\n")}\nexit 0\n`);
}

const ncclInspectorText = (plugin: string): string =>
  scriptFile("slurm/files/task-nccl-inspector.sh", {
    values: { folder: SLURM_MOUNTS.telemetry, plugin, microseconds: NCCL_INSPECTOR.everySeconds * 1_000_000 },
  });
