import { scriptFile } from "../core/script-file";
import { SCRIPTS_PATH } from "./scripts-path";

/** File beside the scripts with what NCCL is told on a node. */
export const VARIABLES_FILE = "nccl.env";

/** Where EKS puts the token of a pod that has a role. */
const TOKEN = "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount/eks-pod-identity-token";

/** Where the agent on each node hands out credentials for it. */
const CREDENTIALS = "http://169.254.170.23/v1/credentials";

/**
 * TaskProlog: runs as the user before each task, and what it prints becomes part of the task's environment. EKS tells the
 * slurmd container where its credentials are, but jobs get the environment of the login node instead: so it says it again.
 * The Region comes the same way: the metadata service of the node does not answer pods.
 * It must be there and must not fail, for otherwise no task starts.
 * @param variables whether some nodes have variables for tasks, in a file beside it
 * @see https://docs.aws.amazon.com/eks/latest/userguide/pod-id-how-it-works.html
 */
export function taskPrologScript(region: string | null, variables = false): string {
  // outside AWS there is no role to use
  const script =
    region === null
      ? "#!/usr/bin/env bash\nexit 0\n"
      : scriptFile("slurm/files/task-prolog.sh", { values: { token: TOKEN, credentials: CREDENTIALS, region } });
  if (!variables) return script;
  const say = scriptFile("slurm/files/job-variables.sh", {
    values: { variables: `${SCRIPTS_PATH}/${VARIABLES_FILE}` },
  });
  return script.replace(/exit 0\n$/, `${say.trimEnd()}\nexit 0\n`);
}
