import { own } from "../kernel/own";
import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { FLAVOR_LABELS, KUEUE_FRAMEWORKS_SOURCE, KUEUE_OPERATORS, type KueueJob } from "../facts/kueue";
import { groupNamesInPartitions } from "../slurm/partitions";
import { gpusOfPool, queuedPools, topologyLevels } from "./resolve";

const KUEUE = "https://kueue.sigs.k8s.io/docs";
const CLUSTER_QUEUE = `${KUEUE}/concepts/cluster_queue/`;
const path = (...keys: (string | number)[]) => ["kueue", ...keys];

const groupsExist: Rule = {
  id: "kueue/node-groups-exist",
  title: "Kueue's node groups exist, and each is named once.",
  severity: "error",
  why: "A queue over nodes that are not there admits jobs whose pods then wait for ever.",
  source: `${KUEUE}/concepts/resource_flavor/`,
  *check({ env }) {
    const names = env.nodeGroups.map(({ name }) => name);
    const given = env.kueue?.nodeGroups ?? [];
    for (const [index, name] of given.entries()) {
      const known = names.includes(name);
      if (known && given.indexOf(name) === index) continue;
      yield {
        path: path("nodeGroups", index),
        message: known
          ? `${name} is named twice`
          : `there is no node group ${JSON.stringify(name)}; there ${names.length ? `are ${orList(names)}` : "is none"}`,
        fix: known ? "take one of them out" : (didYouMean(name, names) ?? "name a group of nodeGroups, or add one"),
      };
    }
  },
};

const inSlurm: Rule = {
  id: "kueue/node-group-in-slurm",
  title: "No node is Slurm's and Kueue's.",
  severity: "error",
  why: "slurmd's pods hold every GPU of their nodes: jobs that Kueue admits would wait for GPUs that are never free, and their quota would count twice.",
  source: `${KUEUE}/concepts/topology_aware_scheduling/; Railyard's own design: slurmd pods ask for all GPUs of their node`,
  *check({ env }) {
    const used = groupNamesInPartitions(env);
    for (const [index, name] of (env.kueue?.nodeGroups ?? []).entries()) {
      if (!used.has(name)) continue;
      yield {
        path: path("nodeGroups", index),
        message: `${name} is in a partition of Slurm`,
        fix: "take it out of one of both, or make two groups of its nodes",
      };
    }
  },
};

const withoutGpus: Rule = {
  id: "kueue/node-group-without-gpus",
  title: "Kueue's node groups have GPUs that it can count.",
  severity: "error",
  why: "Quotas are of GPUs: a group without any admits everything at once, and one that hands GPUs out by claims or to virtual machines offers no resource to count.",
  source: CLUSTER_QUEUE,
  *check({ env }) {
    for (const pool of queuedPools(env)) {
      const { name, gpus, allocation, sharing } = pool;
      const why = !gpus
        ? "has no GPUs"
        : allocation === "dra"
          ? "hands its GPUs out by claims (allocation dra), which these quotas do not count"
          : sharing.offers.length === 0
            ? `offers no GPUs to containers (sharing ${sharing.kind})`
            : null;
      if (why === null) continue;
      yield {
        path: path("nodeGroups", env.kueue!.nodeGroups.indexOf(name)),
        message: `${name} ${why}`,
        fix: gpus && allocation === "dra" ? "give it the device plugin, or take it out" : "take it out",
      };
    }
  },
};

const nobody: Rule = {
  id: "kueue/no-team",
  title: "Kueue has a queue for somebody.",
  severity: "error",
  why: "Each team has a queue in its namespace: without teams the nodes serve nobody.",
  source: `${KUEUE}/concepts/local_queue/`,
  *check({ env }) {
    if (!env.kueue || Object.keys(env.teams).length > 0) return;
    yield {
      path: ["kueue"],
      message: "there are no teams, and so no queues",
      fix: "write teams: { vision: {} }, or take kueue out",
    };
  },
};

const noGpus: Rule = {
  id: "kueue/team-without-gpus",
  title: "A team's namespace may use what its queue gives.",
  severity: "warning",
  why: "The quota of the namespace refuses pods that Kueue has admitted: their jobs wait, and hold what they were admitted to.",
  source: "https://kubernetes.io/docs/concepts/policy/resource-quotas/",
  *check({ env }) {
    if (!env.kueue) return;
    const slurmHasGpus = env.nodeGroups.some(({ name, gpus }) => gpus && groupNamesInPartitions(env).has(name));
    for (const [name, { gpus, namespace }] of Object.entries(env.teams)) {
      const limit = namespace.gpus ?? (slurmHasGpus ? (gpus === undefined ? null : 0) : (gpus ?? null));
      const own = Object.values(namespace.quota).reduce((sum, one) => sum + one, 0);
      if (limit === null || (limit > 0 && limit >= own)) continue;
      yield {
        path: ["teams", name, "namespace", "gpus"],
        message:
          limit === 0
            ? `pods of ${name} may use no GPU, and its queue gives them some`
            : `pods of ${name} may use ${limit} GPUs, and its queue has ${own} of its own`,
        fix: "write namespace: { gpus: … } with what its jobs may use in Kubernetes at one time",
      };
    }
  },
};

const quotaUnknown: Rule = {
  id: "kueue/quota-node-group",
  title: "Quotas of teams are of node groups that Kueue has.",
  severity: "error",
  why: "A quota of other nodes does nothing, and whoever wrote it counts on it.",
  source: CLUSTER_QUEUE,
  *check({ env }) {
    const names = env.kueue?.nodeGroups ?? [];
    for (const [team, { namespace }] of Object.entries(env.teams)) {
      for (const name of Object.keys(namespace.quota)) {
        const isQuota = env.kueue?.sharing.kind === "quota";
        if (names.includes(name) && isQuota) continue;
        yield {
          path: ["teams", team, "namespace", "quota", name],
          message: !env.kueue
            ? "the environment has no kueue"
            : isQuota
              ? `${name} is no node group of kueue, which has ${orList(names)}`
              : "kueue shares by history: no team has GPUs of its own",
          fix: !env.kueue || !isQuota ? "take it out" : (didYouMean(name, names) ?? "name one of those"),
        };
      }
    }
  },
};

const quotaAbove: Rule = {
  id: "kueue/quota-above-capacity",
  title: "Teams own no more GPUs of a node group than it has.",
  severity: "error",
  why: "Kueue admits jobs up to the quotas: those beyond the nodes hold their place in the queue with pods that wait for ever.",
  source: CLUSTER_QUEUE,
  *check({ env }) {
    for (const pool of queuedPools(env)) {
      const given = Object.entries(env.teams).flatMap(([team, { namespace }]) => {
        const gpus = own(namespace.quota, pool.name);
        return gpus === undefined ? [] : [{ team, gpus }];
      });
      const [first] = given;
      const sum = given.reduce((all, { gpus }) => all + gpus, 0);
      // nodes that are not there yet are told of nowhere: what is written is for those that come
      if (!first || sum <= gpusOfPool(pool) || pool.count.max === 0) continue;
      yield {
        path: ["teams", first.team, "namespace", "quota", pool.name],
        message: `${given.map(({ team, gpus }) => `${team} ${gpus}`).join(", ")}: ${sum} GPUs, and ${pool.name} has ${gpusOfPool(pool)} at full size`,
        fix: "lower them, or give the group more nodes; what is not written is shared out by share",
      };
    }
  },
};

const comeAndGo: Rule = {
  id: "kueue/nodes-come-and-go",
  title: "Kueue's node groups all stay, or all come and go.",
  severity: "error",
  why: "On nodes that stay, jobs are placed by node and network. Where a queue has both, Kueue gives jobs that ask for no place the other ones alone, and those that stay are idle.",
  source: `${KUEUE}/concepts/topology_aware_scheduling/; Railyard's own design: seen with the manager of Kueue 0.19.2`,
  *check({ env }) {
    const pools = queuedPools(env);
    const moving = pools.filter((pool) => topologyLevels(pool) === null).map(({ name }) => name);
    const [first] = moving;
    if (first === undefined || moving.length === pools.length) return;
    yield {
      path: path("nodeGroups", env.kueue!.nodeGroups.indexOf(first)),
      message: `nodes of ${moving.join(", ")} come and go, and those of the other groups stay`,
      fix: "write one number of nodes for all of them, or a range for all",
    };
  },
};

const tooManyLabels: Rule = {
  id: "kueue/flavor-labels",
  title: "A node group of Kueue has few labels and taints.",
  severity: "error",
  why: "A ResourceFlavor takes eight of each at most: the API refuses more.",
  source: `${KUEUE}/reference/kueue.v1beta2/`,
  *check({ env }) {
    for (const { name, nodeSelector, taints } of queuedPools(env)) {
      const count = Math.max(Object.keys(nodeSelector).length, taints.length);
      if (count <= FLAVOR_LABELS) continue;
      yield {
        path: path("nodeGroups", env.kueue!.nodeGroups.indexOf(name)),
        message: `${name} has ${count} labels or taints by which it is found, and ${FLAVOR_LABELS} are allowed`,
        fix: "find its nodes by fewer labels, or give them fewer taints",
      };
    }
  },
};

const operatorNotHeld: Rule = {
  id: "kueue/operator-not-held",
  title: "Jobs of operators that are installed wait in queues.",
  severity: "warning",
  why: "They start at once, past every queue: only the quota of the namespace stands in their way, and jobs that Kueue has admitted find their GPUs taken.",
  source: KUEUE_FRAMEWORKS_SOURCE,
  *check({ env }) {
    const { operators = [], jobs = [] } = env.kueue ?? {};
    for (const [index, operator] of operators.entries()) {
      const kinds: readonly KueueJob[] = KUEUE_OPERATORS[operator];
      const free = kinds.filter((kind) => !jobs.includes(kind));
      if (free.length === 0) continue;
      yield {
        path: path("operators", index),
        message: `${operator} brings ${orList(free)}, which kueue.jobs does not name`,
        fix: `add ${free.map((kind) => JSON.stringify(kind)).join(", ")} to kueue.jobs`,
      };
    }
  },
};

const trainerAlone: Rule = {
  id: "kueue/trainer-without-jobset",
  title: "Kubeflow Trainer has JobSet beside it.",
  severity: "error",
  why: "Trainer makes a JobSet of each of its jobs and starts no pod itself: without JobSet's operator none of their pods starts.",
  source: "https://github.com/kubeflow/trainer/blob/v2.3.0/charts/kubeflow-trainer/Chart.yaml",
  *check({ env }) {
    const { operators = [] } = env.kueue ?? {};
    if (!operators.includes("trainer") || operators.includes("jobset")) return;
    yield {
      path: path("operators", operators.indexOf("trainer")),
      message: "trainer makes JobSets, and kueue.operators does not name jobset",
      fix: 'add "jobset" to kueue.operators',
    };
  },
};

export const KUEUE_RULES: readonly Rule[] = [
  trainerAlone,
  groupsExist,
  inSlurm,
  withoutGpus,
  nobody,
  noGpus,
  quotaUnknown,
  quotaAbove,
  tooManyLabels,
  comeAndGo,
  operatorNotHeld,
];
