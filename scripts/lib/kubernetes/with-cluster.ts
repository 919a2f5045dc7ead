import { rmSync } from "node:fs";
import { ClusterApi } from "./cluster-api";
import { kubectlFlags, type ClusterWay } from "./cluster-way";
import { openProxy } from "./proxied";
import type { AskCluster } from "./question";
import { temporaryFolder } from "../process/temporary-folder";

export interface WithClusterProps {
  readonly way: ClusterWay;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Something may be deleted as well. @default false */
  readonly mayDelete?: boolean;
  /** Stands between questions and the cluster, such as what records them. @default - nothing does */
  readonly through?: (ask: AskCluster) => AskCluster;
}

/**
 * Opens a way to a cluster for as long as something asks it. Nothing of it stays on this machine.
 * @throws ExpectedError where it cannot be opened: no kubectl, no kubeconfig, no such context
 */
export async function withCluster<T>(props: WithClusterProps, use: (api: ClusterApi) => Promise<T>): Promise<T> {
  const { way, env, signal, mayDelete, through = (ask: AskCluster) => ask } = props;
  const folder = temporaryFolder("kube");
  const clear = () => rmSync(folder, { recursive: true, force: true });
  // a second Ctrl-C ends this process at once
  process.on("exit", clear);
  try {
    const run = { folder, env, signal };
    const cluster = await kubectlFlags(way, run);
    const { ask, close } = await openProxy({ ...run, cluster, ...(mayDelete && { mayDelete }) });
    try {
      return await use(new ClusterApi(through(ask)));
    } finally {
      await close();
    }
  } finally {
    process.off("exit", clear);
    clear();
  }
}
