import { ExpectedError } from "../../lib/errors/expected-error";
import { rethrowInWords } from "../../lib/kubernetes/cluster-failure";
import { lookAtHosts, type LookProps, type Looked } from "./look-at-hosts";
import { NEEDS } from "./look-objects";
import { NoNodesError, readNodes, type SeenNodes } from "./read-nodes";

export interface LiveProps extends Omit<LookProps, "nodes"> {
  /** What people call the cluster: its context. */
  readonly cluster: string;
  /** Whether hosts are looked at; nothing is made in the cluster otherwise. */
  readonly look: boolean;
  /** Asked before anything is made. */
  readonly confirm: () => Promise<boolean>;
}

/** What a running cluster shows. */
export interface Live extends Looked {
  readonly nodes: SeenNodes;
}

/**
 * Reads the nodes of a pool from a running cluster, and looks at their hosts where that is wanted and somebody agrees.
 * @throws ExpectedError where the cluster does not answer, no node has the labels, or nobody agrees
 */
export async function readCluster(props: LiveProps): Promise<Live> {
  const { api, cluster, labels, look, tell, confirm } = props;
  const items = await api
    .list("/api/v1/nodes")
    .catch((error: unknown) => rethrowInWords(error, ({ text, fix }) => `${cluster}: ${text}\n${fix}`));
  const nodes = seen(cluster, items, labels);
  if (!look) return { nodes, hosts: new Map(), missing: [] };
  tell(`To look at ${nodes.names.length} hosts of ${cluster}, this is made there:`);
  for (const need of NEEDS) tell(`- ${need}`);
  tell(`- the image ${props.image}: --image names another one with a shell`);
  if (!(await confirm())) throw new ExpectedError("Nobody agreed: nothing was made in the cluster.");
  const ready = nodes.names.filter((name) => nodes.ready.includes(name));
  const away = nodes.names.filter((name) => !ready.includes(name));
  const looked = await lookAtHosts({ ...props, nodes: ready });
  return {
    nodes,
    hosts: looked.hosts,
    missing: [...looked.missing, ...away.map((name) => `${name} is not ready, and was not looked at`)],
  };
}

function seen(cluster: string, items: readonly object[], labels: Readonly<Record<string, string>>): SeenNodes {
  try {
    return readNodes({ items }, labels);
  } catch (error) {
    if (error instanceof NoNodesError) throw new ExpectedError(`${cluster} ${error.message}`);
    throw error;
  }
}
