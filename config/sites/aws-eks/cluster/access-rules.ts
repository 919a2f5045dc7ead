import type { ConfigPath } from "../../../kernel/issues";
import { contains, parseCidr } from "../../../kernel/cidr";
import type { AwsConfig } from "../schema";
import type { AwsRule } from "../rule";
import { internetCidrs } from "./resolve";

const ACCESS_ENTRIES = "https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html";
const ENDPOINT = "https://docs.aws.amazon.com/eks/latest/userguide/cluster-endpoint.html";
const EKS_QUOTAS = "https://docs.aws.amazon.com/general/latest/gr/eks.html";

/** Blocks that EKS was seen to refuse: private ones, and those kept for documentation (RFC 5737). */
const NOT_ON_THE_INTERNET = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "192.0.2.0/24",
  "198.51.100.0/24",
  "203.0.113.0/24",
];
const MOST_ENDPOINT_CIDRS = 40;

type PrincipalKey = readonly [path: ConfigPath, arn: string];

const principalKeys = ({ cluster }: AwsConfig): PrincipalKey[] =>
  (["admins", "auditors", "viewers"] as const).flatMap((list) =>
    cluster[list].map((arn, index): PrincipalKey => [["cluster", list, index], arn]),
  );

/** What of an ARN keeps it from being an access entry; null when nothing does. */
export function notAPrincipal(arn: string): string | null {
  const [, , , area, account = "", ...rest] = arn.split(":");
  const resource = rest.join(":");
  if (resource === "root") return "the account itself";
  if (resource.startsWith("role/aws-service-role/")) return "a service-linked role";
  if (resource.includes("*") || resource.includes("?")) return "a pattern, and not one role or user";
  if (/^(role|user)\/./.test(resource)) return area === "" && /^\d{12}$/.test(account) ? null : "no ARN that IAM makes";
  return resource ? `of the kind ${JSON.stringify(resource.split("/")[0])}` : "no ARN that IAM makes";
}

/** Who gets into the cluster, and from where. */
export const CLUSTER_ACCESS_RULES: readonly AwsRule[] = [
  {
    id: "cluster/principal-kind",
    title: "Admins, auditors and viewers are IAM roles or users.",
    severity: "error",
    why: "EKS refuses access entries for anything else.",
    source: ACCESS_ENTRIES,
    *check({ config }) {
      for (const [path, arn] of principalKeys(config)) {
        const what = notAPrincipal(arn);
        if (!what) continue;
        const fix = `write the ARN of a role, such as arn:aws:iam::${config.account}:role/platform-admin`;
        yield { path, message: `${arn} is ${what}; EKS takes IAM roles and users`, fix };
      }
    },
  },
  {
    id: "cluster/principal-account",
    title: "Admins, auditors and viewers belong to the environment's account.",
    severity: "warning",
    why: "EKS allows principals of other accounts, but a copied account id gives strangers the cluster.",
    source: ACCESS_ENTRIES,
    *check({ config }) {
      for (const [path, arn] of principalKeys(config)) {
        const account = arn.split(":")[4] ?? "";
        if (notAPrincipal(arn) || account === config.account) continue;
        const message = `${arn} belongs to account ${account}, not to ${config.account}`;
        yield { path, message, fix: `write ${config.account} in it, or ignore this rule with the reason` };
      }
    },
  },
  {
    id: "cluster/duplicate-principal",
    title: "A principal is listed once.",
    severity: "error",
    why: "EKS has one access entry for a principal: the second one is refused.",
    source: ACCESS_ENTRIES,
    *check({ config }) {
      const keys = principalKeys(config);
      for (const [index, [path, arn]] of keys.entries()) {
        const earlier = keys.slice(0, index).find(([, other]) => other === arn);
        if (!earlier) continue;
        const message = `${arn} is already in ${earlier[0].slice(0, 2).join(".")}`;
        yield {
          path,
          message,
          fix: "remove it here: admins may do all that auditors may, and those all that viewers may",
        };
      }
    },
  },
  {
    id: "cluster/principal-name",
    title: "Admins have different names, and so have auditors and viewers.",
    severity: "error",
    why: "Access entries are kept under the name, without account: of two with one name, the first gets no access.",
    source: `${ACCESS_ENTRIES}; Railyard's own design: entries are kept under the name of the principal`,
    *check({ config, env: { cluster } }) {
      const { adminsByName, auditorsByName, viewersByName } = cluster;
      const kept = new Set([adminsByName, auditorsByName, viewersByName].flatMap((byName) => Object.values(byName)));
      for (const [path, arn] of principalKeys(config)) {
        if (kept.has(arn)) continue;
        const message = `${arn} has the same name as another of ${path.slice(0, 2).join(".")}, and would get no access`;
        yield { path, message, fix: "rename one of the roles, or use one role for both" };
      }
    },
  },
  {
    id: "cluster/open-to-world",
    title: "The Kubernetes API is not open to the whole internet.",
    severity: "warning",
    why: "Anybody may try credentials, and every flaw of the API server is open to all.",
    source: ENDPOINT,
    *check({ config }) {
      for (const [index, cidr] of internetCidrs(config).entries()) {
        if (parseCidr(cidr).prefix >= 8) continue;
        const message = `${cidr} lets ${parseCidr(cidr).prefix === 0 ? "the whole internet" : "a large part of the internet"} call the Kubernetes API`;
        const fix = 'name the blocks of your offices and runners, or write endpoint: { kind: "private" }';
        yield { path: ["cluster", "endpoint", "allowedCidrs", index], message, fix };
      }
    },
  },
  {
    id: "cluster/endpoint-cidr-reserved",
    title: "Blocks that may call the API are blocks of the internet.",
    severity: "error",
    why: "EKS answers CreateCluster with: The following CIDRs are not allowed in publicAccessCidrs.",
    source:
      "https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateCluster.html (InvalidParameterException, of which no page lists the blocks)",
    *check({ config }) {
      for (const [index, cidr] of internetCidrs(config).entries()) {
        const reserved = NOT_ON_THE_INTERNET.find((block) => contains(block, cidr));
        if (!reserved) continue;
        const message = `${cidr} lies in ${reserved}, which has no addresses on the internet; EKS refuses it`;
        const fix =
          config.cluster.endpoint.kind === "public"
            ? "write the public addresses from which people, pipelines and servers on premises leave their networks"
            : "write the public address of your NAT or VPN; private addresses reach the API inside the VPC anyway";
        yield { path: ["cluster", "endpoint", "allowedCidrs", index], message, fix };
      }
    },
  },
  {
    id: "cluster/endpoint-cidr-count",
    title: "At most 40 blocks may call the API.",
    severity: "error",
    why: "EKS takes no more, and the quota cannot be raised.",
    source: EKS_QUOTAS,
    *check({ config, env: { network } }) {
      const gateways = config.cluster.endpoint.kind === "public" ? network.natZones.length : 0;
      const listed = internetCidrs(config).length;
      if (listed + gateways <= MOST_ENDPOINT_CIDRS) return;
      const added = gateways === 0 ? "" : `, and ${gateways} of NAT gateways are added`;
      const message = `${listed} blocks are listed${added}; EKS takes ${MOST_ENDPOINT_CIDRS}`;
      const fix = "join neighbouring blocks, or bring people in through one VPN address";
      yield { path: ["cluster", "endpoint", "allowedCidrs"], message, fix };
    },
  },
  {
    id: "cluster/public-endpoint-way",
    title: "Nodes in AWS have a way to a Kubernetes API that is on the internet alone.",
    severity: "error",
    why: "Without NAT no node reaches the API: node groups fail after half an hour with NodeCreationFailure.",
    source: ENDPOINT,
    *check({ config: { cluster, network } }) {
      if (cluster.endpoint.kind !== "public" || network.kind !== "create" || network.nat !== "none") return;
      yield {
        path: ["cluster", "endpoint", "kind"],
        message: "the endpoint is public alone, and the network has no NAT by which nodes would call it",
        fix: 'write endpoint: { kind: "private" }, or network.nat: "single"',
      };
    },
  },
  {
    id: "cluster/public-endpoint-callers",
    title: "A Kubernetes API that is on the internet alone lets nodes of a network that exists in.",
    severity: "warning",
    why: "Nodes call it by the addresses of the network's NAT, which Railyard does not know: where they are not listed no node joins.",
    source: ENDPOINT,
    *check({ config: { cluster, network } }) {
      if (cluster.endpoint.kind !== "public" || network.kind !== "existing") return;
      yield {
        path: ["cluster", "endpoint", "allowedCidrs"],
        message: `whether the public addresses of the NAT of ${network.vpcId} are in ${cluster.endpoint.allowedCidrs.join(", ")} is not known here`,
        fix: "add them, and name this rule in ignoreRules with that reason",
      };
    },
  },
  {
    id: "cluster/public-endpoint-alone",
    title: "A Kubernetes API that is on the internet alone is for servers on premises.",
    severity: "warning",
    why: "Every call of a node leaves the VPC by NAT: it costs by the byte, and a NAT that fails takes the cluster with it.",
    source: ENDPOINT,
    *check({ config: { cluster } }) {
      if (cluster.endpoint.kind !== "public" || cluster.hybrid) return;
      yield {
        path: ["cluster", "endpoint", "kind"],
        message: "the endpoint is public alone, and there are no hybrid nodes that would need it so",
        fix: 'write kind: "public-and-private", by which nodes call it inside the VPC',
      };
    },
  },
];
