import { listed } from "../../../config/kernel/listed";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { AwsAccess } from "../../lib/aws/access";
import { ExpectedError } from "../../lib/errors/expected-error";
import { clusterAccess } from "../../lib/kubernetes/cluster-access";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { NodesSilence } from "../../lib/nodes/silence";
import { GROUP_LABEL } from "../../lib/terraform/rolling-nodes";

/** What keeps alerts down until it is ended. */
export interface KeptSilence {
  readonly end: () => Promise<void>;
}

/** Keeps down alerts of nodes that a plan takes, for as long as that lasts. Null: nobody is told of them anyway, or nothing can be kept down. */
export type SilenceFirst = (groups: readonly string[]) => Promise<KeptSilence | null>;

export interface SilenceFirstProps {
  readonly environment: SiteEnvironment;
  readonly aws: AwsAccess;
  /** For a kubeconfig. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tell: (text: string) => void;
  /** @default 60 */
  readonly lookSeconds?: number;
  /** @default - that of the cluster */
  readonly kubectl?: Pick<Kubectl, "run">;
}

/** Silences in Alertmanager for nodes of groups that a plan drains, replaces or takes away; they end with it, or half an hour after this process. */
export const silenceFirst =
  ({ environment, aws, folder, env, tell, lookSeconds = 60, kubectl: given }: SilenceFirstProps): SilenceFirst =>
  async (groups) => {
    const kubectl = given ?? (await reached({ environment, aws, folder, env, tell }));
    if (!kubectl) return null;
    const who = env["GITHUB_ACTOR"] ?? env["USER"];
    return keptSilence(
      new NodesSilence({
        kubectl,
        author: "railyard deploy",
        comment: `A deployment of ${environment.name} takes nodes of ${listed(groups)}${who ? `; begun by ${who}` : ""}.`,
        hosts: () => hostsOf(kubectl, groups),
        inSlurm: environment.slurm !== null,
        tell,
      }),
      lookSeconds,
    );
  };

async function reached({
  tell,
  ...props
}: Omit<SilenceFirstProps, "lookSeconds" | "kubectl">): Promise<Kubectl | null> {
  try {
    // no signal: silences are ended after an interruption, too
    const access = await clusterAccess(props);
    if (access.kind === "reached") return access.kubectl;
    if (access.kind === "unreachable") tell(`${TOLD} ${access.why}`);
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    tell(`${TOLD} ${error.message}`);
  }
  return null;
}

const TOLD = "alerts of the nodes that go are told as ever: Alertmanager cannot be reached:";

/** Nodes of Kubernetes, those that have come meanwhile among them. */
async function hostsOf(kubectl: Pick<Kubectl, "run">, groups: readonly string[]): Promise<string[]> {
  const selector = `${GROUP_LABEL} in (${groups.join(",")})`;
  const answer = await kubectl.run("get", "nodes", `--selector=${selector}`, "--output=name");
  return answer.split("\n").flatMap((line) => (line.startsWith("node/") ? [line.slice("node/".length)] : []));
}

/** Has it last until it is ended, whatever takes so long. */
async function keptSilence(silence: NodesSilence, lookSeconds: number): Promise<KeptSilence> {
  await silence.keep(Date.now());
  let look = Promise.resolve();
  const timer = setInterval(() => {
    look = look.then(() => silence.keep(Date.now()));
  }, lookSeconds * 1000);
  // it keeps no process alive
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await look;
      await silence.end();
    },
  };
}
