import { scriptFile } from "../../../constructs/core/script-file";
import { ExpectedError } from "../../lib/errors/expected-error";
import { parseJson } from "../../lib/files/read-json";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { runChild } from "../../lib/process/child";
import type { SeenNode } from "../../lib/slurm/pool-nodes";
import type { RolloutWay } from "../../lib/slurm/rollout-state";
import type { Verdict } from "../../lib/slurm/rollout-world";
import type { RolloutSubject } from "./subject";

export interface RemakeProps {
  readonly kubectl: Pick<Kubectl, "run">;
  readonly namespace: string;
  readonly subject: Pick<RolloutSubject, "replacedBy">;
  /** Of the cluster; null outside AWS. */
  readonly region: string | null;
  /** For the AWS CLI. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Makes a node anew on which no job is. @throws ExpectedError where it is refused */
export async function remake(node: SeenNode, way: RolloutWay, props: RemakeProps): Promise<void> {
  const { kubectl, namespace, subject } = props;
  switch (way) {
    case "restart":
      await kubectl.run("delete", "pod", podOf(node), "--namespace", namespace, "--wait=false");
      return;
    case "reboot":
      // the same program that repair runs, whose begin is answered before the machine goes
      await inPod(props, node, "bash", "-c", scriptFile("slurm/files/mend.sh"), "mend", "reboot");
      return;
    case "replace":
      if (subject.replacedBy === "karpenter") await endClaim(node, kubectl);
      else await endInstance(node, props);
  }
}

/** Asks the checks of a node whether it may take jobs. */
export async function accept(node: SeenNode, props: Pick<RemakeProps, "kubectl" | "namespace">): Promise<Verdict> {
  try {
    const answer =
      (await inPod(props, node, "bash", "/opt/railyard/health-check.sh", "accept")).trim().split("\n").pop() ?? "";
    if (answer === "sound") return { kind: "sound" };
    if (/^railyard: \w+: /.test(answer)) return { kind: "finding", reason: answer };
    return { kind: "unknown", why: `its checks say: ${answer.slice(0, 200)}` };
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return { kind: "unknown", why: `its checks cannot be asked: ${error.message}` };
  }
}

const podOf = ({ name, pod }: SeenNode): string => {
  if (!pod) throw new ExpectedError(`${name} has no slurmd pod`);
  return pod.name;
};

const inPod = (
  { kubectl, namespace }: Pick<RemakeProps, "kubectl" | "namespace">,
  node: SeenNode,
  ...command: string[]
): Promise<string> =>
  kubectl.run(
    "exec",
    podOf(node),
    "--namespace",
    namespace,
    "--container",
    "slurmd",
    "--request-timeout=5m",
    "--",
    ...command,
  );

async function endClaim({ name, host }: SeenNode, kubectl: Pick<Kubectl, "run">): Promise<void> {
  const text = await kubectl.run("get", "nodeclaims.karpenter.sh", "--output=json");
  const { items = [] } = parseJson(text, { name: "The answer to kubectl get nodeclaims" }) as { items?: NodeClaim[] };
  const claim = items.find(({ status }) => status?.nodeName !== undefined && status.nodeName === host?.name);
  if (!claim) throw new ExpectedError(`no NodeClaim of Karpenter has ${host?.name ?? name}`);
  await kubectl.run("delete", "nodeclaims.karpenter.sh", claim.metadata.name, "--wait=false");
}

interface NodeClaim {
  readonly metadata: { readonly name: string };
  readonly status?: { readonly nodeName?: string };
}

/**
 * Ends an instance; its Auto Scaling group starts another one in its place.
 * @see https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_TerminateInstanceInAutoScalingGroup.html
 */
async function endInstance({ name, host }: SeenNode, { region, folder, env }: RemakeProps): Promise<void> {
  const id = host?.providerId.split("/").pop() ?? "";
  if (!/^i-[0-9a-f]+$/.test(id) || region === null)
    throw new ExpectedError(`the provider id of ${name} names no instance: ${host?.providerId || "it has none"}`);
  const ending = "terminate-instance-in-auto-scaling-group";
  const same = "--no-should-decrement-desired-capacity";
  const args = ["autoscaling", ending, "--instance-id", id, same, "--region", region, "--output", "json"];
  const { code, stderr } = await runChild({ program: "aws", args, folder, env }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new ExpectedError('There is no program "aws": install the AWS CLI.');
    },
  );
  if (code !== 0) throw new ExpectedError(`AWS does not end instance ${id}: ${stderr.trim().split("\n").pop() ?? ""}`);
}
