import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DescribeClusterCommand, EKSClient } from "@aws-sdk/client-eks";
import { awsOf, isOnAws, type AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { isOnCluster } from "../../../config/sites/kubernetes/environment";
import type { AwsAccess } from "../aws/access";
import { assertAccount } from "../aws/account";
import { AwsCallError, askAws } from "../aws/ask-aws";
import { ExpectedError } from "../errors/expected-error";
import { temporaryFolder } from "../process/temporary-folder";
import { networkFailure } from "./cluster-failure";
import { kubectlOf } from "./existing-cluster";
import { Kubectl } from "./kubectl";
import { KubectlError, type KubectlRun } from "./run-kubectl";

/**
 * `gone`: EKS has no such cluster, so nothing in it must be drained. `unreachable`: it is there, but does not answer here;
 * what is in it is not known.
 */
export type ClusterAccess =
  | { readonly kind: "reached"; readonly kubectl: Kubectl }
  | { readonly kind: "gone" }
  | { readonly kind: "unreachable"; readonly why: string; readonly fix?: string };

export interface ClusterAccessProps extends KubectlRun {
  readonly environment: SiteEnvironment;
  readonly aws: AwsAccess;
}

/** Reaches the cluster of an environment, and no other: what context a person has chosen counts for nothing. */
export async function clusterAccess({ environment, ...props }: ClusterAccessProps): Promise<ClusterAccess> {
  if (isOnCluster(environment)) return reached(await kubectlOf(environment, props));
  if (!isOnAws(environment)) throw new Error(`nobody knows how a cluster of ${environment.site} is reached`);
  return eksAccess({ environment, ...props });
}

/** The same for what can do nothing without it. @throws ExpectedError where it is not there, or does not answer here */
export async function clusterReached(props: ClusterAccessProps): Promise<Kubectl> {
  const access = await clusterAccess(props);
  if (access.kind === "reached") return access.kubectl;
  const why = access.kind === "gone" ? "there is no such cluster" : access.why;
  const fix = access.kind === "unreachable" && access.fix ? `\n${access.fix}` : "";
  throw new ExpectedError(`${props.environment.name} cannot be asked: ${why}${fix}`);
}

/** The same, with credentials of the environment's account and no other. @throws ExpectedError */
export async function ownCluster(props: ClusterAccessProps, signal: AbortSignal): Promise<Kubectl> {
  const onAws = awsOf(props.environment);
  if (onAws) await assertAccount(props.aws, onAws, { signal });
  return clusterReached(props);
}

/** A cluster that is asked: its way, which ends with the question. */
export interface AskedCluster {
  readonly environment: SiteEnvironment;
  readonly aws: AwsAccess;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Of the folder for its kubeconfig: the command. */
  readonly purpose: string;
}

/** Asks the cluster of an environment; nothing of the way is left on this machine. @throws ExpectedError where it cannot be asked */
export async function askingCluster<T>(
  { purpose, ...props }: AskedCluster,
  use: (kubectl: Kubectl, folder: string) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder(purpose);
  try {
    return await use(await ownCluster({ ...props, folder }, props.signal).catch(notFound), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function notFound(error: unknown): never {
  if (error instanceof AwsCallError) throw new ExpectedError(`The cluster cannot be found: ${error.message}`);
  throw error;
}

/** One of EKS, with a kubeconfig of its own. */
async function eksAccess(props: ClusterAccessProps & { readonly environment: AwsEnvironment }): Promise<ClusterAccess> {
  const { environment, aws, folder } = props;
  const name = environment.names.cluster;
  let cluster;
  try {
    ({ cluster } = await askAws("eks:DescribeCluster", () =>
      aws.client(EKSClient).send(new DescribeClusterCommand({ name })),
    ));
  } catch (error) {
    if (error instanceof AwsCallError && error.kind === "not-found") return { kind: "gone" };
    throw error;
  }
  const { status, endpoint, certificateAuthority: { data: certificateAuthority } = {} } = cluster ?? {};
  // without a server kubectl asks whatever listens at localhost:8080, or the cluster that it runs in itself
  if (!endpoint || !certificateAuthority)
    return { kind: "unreachable", why: `EKS says that it is ${status ?? "there"}, and gives no endpoint` };
  const kubeconfig = join(folder, "kubeconfig.json");
  const file = kubeconfigOf({ name, region: environment.region, endpoint, certificateAuthority });
  writeFileSync(kubeconfig, JSON.stringify(file), { mode: 0o600 });
  return reached(new Kubectl({ ...props, cluster: ["--kubeconfig", kubeconfig] }));
}

async function reached(kubectl: Kubectl): Promise<ClusterAccess> {
  try {
    await kubectl.run("get", "--raw", "/readyz");
    return { kind: "reached", kubectl };
  } catch (error) {
    if (!(error instanceof KubectlError)) throw error;
    return { kind: "unreachable", why: error.message, fix: networkFailure(error.message).fix };
  }
}

interface Cluster {
  readonly name: string;
  readonly region: string;
  readonly endpoint: string;
  readonly certificateAuthority: string;
}

/** As the Helm provider of the stacks: tokens come from the AWS CLI, and none is written. */
function kubeconfigOf({ name, region, endpoint, certificateAuthority }: Cluster): object {
  return {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster: { server: endpoint, "certificate-authority-data": certificateAuthority } }],
    users: [
      {
        name,
        user: {
          exec: {
            apiVersion: "client.authentication.k8s.io/v1beta1",
            command: "aws",
            args: ["eks", "get-token", "--cluster-name", name, "--region", region],
            interactiveMode: "Never",
          },
        },
      },
    ],
  };
}
