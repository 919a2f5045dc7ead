import { HYBRID_POOL_RULES } from "../../../../../config/sites/aws-eks/hybrid/pool-rules";
import { SERVER_RULES } from "../../../../../config/pools/existing/server-rules";
import { ruleOf, violations } from "../../../../helpers/environment";
import { hybrid, HYBRID_NETWORKS, L40S_POOL } from "../../../../helpers/hybrid";
import { ruleCases } from "../../../../helpers/rule-cases";

/** Rules of servers that exist have their pairs with the pools; here they are only handed on. */
const OF_SERVERS = new Set(SERVER_RULES.map(({ id }) => id));

const inPartition = { slurm: { partitions: { onsite: { nodeGroups: ["onsite"] } } } };
const HOURS = { timezone: "Europe/Berlin", start: "08:00", end: "20:00" };

ruleCases(
  HYBRID_POOL_RULES.filter(({ id }) => !OF_SERVERS.has(id)),
  {
    "hybrid/networks": {
      severity: "error",
      trips: [
        {
          change: { nodeGroups: { onsite: L40S_POOL } },
          at: ["nodeGroups", "onsite", "kind"],
          message: ["cluster.hybrid is not there"],
          fix: ["nodeCidrs"],
        },
      ],
      passes: [{ change: hybrid() }, { change: {} }],
    },
    "hybrid/pools": {
      severity: "warning",
      trips: [
        {
          change: { cluster: { hybrid: HYBRID_NETWORKS } },
          at: ["cluster", "hybrid"],
          message: ["no node group is of kind hybrid"],
        },
      ],
      passes: [{ change: hybrid() }],
    },
    "hybrid/partition": {
      severity: "error",
      trips: [
        {
          change: { ...hybrid(), region: "us-gov-west-1" },
          at: ["cluster", "hybrid"],
          message: ["us-gov-west-1 is in the partition aws-us-gov"],
        },
      ],
      passes: [{ change: { ...hybrid(), region: "eu-central-1" } }, { change: { region: "us-gov-west-1" } }],
    },
    "hybrid/node-addresses": {
      severity: "error",
      trips: [
        {
          change: hybrid({ nodeCidrs: ["10.200.0.0/28"] }),
          at: ["cluster", "hybrid", "nodeCidrs"],
          message: ["24 hybrid nodes, and 10.200.0.0/28 has 16 addresses"],
        },
      ],
      passes: [{ change: hybrid({ nodeCidrs: ["10.200.0.0/28", "10.200.1.0/29"] }) }],
    },
    "hybrid/pod-addresses": {
      severity: "error",
      trips: [
        {
          change: hybrid({ podCidrs: ["10.201.0.0/21"] }),
          at: ["cluster", "hybrid", "podCidrs"],
          message: ["24 hybrid nodes take a /25 each, and 10.201.0.0/21 has 16"],
        },
      ],
      passes: [{ change: hybrid({ podCidrs: ["10.201.0.0/20"] }) }],
    },
    "hybrid/ssm-instances": {
      severity: "warning",
      trips: [
        {
          change: hybrid({ nodeCidrs: ["10.200.0.0/20"], podCidrs: ["10.128.0.0/12"] }, { nodes: 1001 }),
          at: ["cluster", "hybrid", "credentials", "kind"],
          message: ["1001 hybrid nodes are more than the 1000"],
        },
      ],
      passes: [
        { change: hybrid({ nodeCidrs: ["10.200.0.0/20"], podCidrs: ["10.128.0.0/12"] }, { nodes: 1000 }) },
        {
          change: hybrid(
            {
              nodeCidrs: ["10.200.0.0/20"],
              podCidrs: ["10.128.0.0/12"],
              credentials: {
                kind: "roles-anywhere",
                trustAnchor: {
                  kind: "private-ca",
                  arn: "arn:aws:acm-pca:us-east-1:111122223333:certificate-authority/a",
                },
              },
            },
            { nodes: 1001 },
          ),
          when: "as many with certificates",
        },
      ],
    },
    "hybrid/slurm-pod-routes": {
      severity: "error",
      trips: [
        {
          change: { ...hybrid({ podRoutes: { kind: "none" } }), ...inPartition },
          at: ["slurm", "partitions", "onsite", "nodeGroups"],
          message: ["onsite of partition onsite is a pool of hybrid nodes"],
          fix: ['podRoutes: { kind: "network" }'],
        },
      ],
      passes: [{ change: { ...hybrid(), ...inPartition } }, { change: hybrid({ podRoutes: { kind: "none" } }) }],
    },
    "hybrid/partition-spans": {
      severity: "warning",
      trips: [
        {
          change: { ...hybrid(), slurm: { partitions: { all: { nodeGroups: ["h100", "onsite"] } } } },
          at: ["slurm", "partitions", "all", "nodeGroups"],
          message: ["partition all joins onsite on premises with nodes in AWS"],
        },
      ],
      passes: [{ change: { ...hybrid(), ...inPartition } }],
    },
    "hybrid/volumes": {
      severity: "warning",
      trips: [
        {
          change: { ...hybrid(), ...inPartition },
          at: ["slurm", "partitions", "onsite", "nodeGroups"],
          message: ["jobs on onsite do not see", "at /fsx"],
        },
      ],
      passes: [{ change: { ...hybrid(), ...inPartition, lustre: null } }, { change: hybrid() }],
    },
    "hybrid/mountpoint": {
      severity: "warning",
      trips: [
        {
          change: { ...hybrid(), checkpoints: { mountpoint: true } },
          at: ["checkpoints", "mountpoint"],
          message: ["not on hybrid nodes"],
        },
      ],
      passes: [{ change: hybrid() }, { change: { checkpoints: { mountpoint: true } } }],
    },
    "hybrid/metrics": {
      severity: "warning",
      trips: [
        {
          change: hybrid({ podRoutes: { kind: "none" } }),
          at: ["cluster", "hybrid", "podRoutes"],
          message: ["Prometheus runs in the VPC"],
        },
      ],
      passes: [
        { change: hybrid() },
        { change: { ...hybrid({ podRoutes: { kind: "none" } }), monitoring: { enabled: false } } },
      ],
    },
    "hybrid/schedule": {
      severity: "error",
      trips: [
        {
          change: { ...hybrid(), schedule: { ...HOURS, nodeGroups: ["cpu", "onsite"] } },
          at: ["schedule", "nodeGroups", 1],
          message: ["onsite is a pool of servers on premises"],
        },
      ],
      passes: [{ change: { ...hybrid(), schedule: { ...HOURS, nodeGroups: ["cpu"] } } }, { change: hybrid() }],
    },
  },
);

test("rules of servers that exist are asked of pools on premises", () => {
  const dgx = hybrid({}, { server: "dgx-h100", fabric: { kind: "infiniband" } });
  const of = (version: string) => ({ ...dgx, cluster: { ...(dgx["cluster"] as object), version } });
  const found = (version: string) =>
    [...OF_SERVERS].flatMap((id) => violations(ruleOf(HYBRID_POOL_RULES, id), of(version)));
  // the Network Operator knows Kubernetes up to 1.35
  expect(found("1.36").map(({ path }) => path)).toContainEqual(["cluster", "version"]);
  expect(found("1.35")).toEqual([]);
  for (const id of OF_SERVERS) expect(violations(ruleOf(HYBRID_POOL_RULES, id), hybrid())).toEqual([]);
});
