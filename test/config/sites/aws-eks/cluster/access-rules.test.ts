import { CLUSTER_ACCESS_RULES } from "../../../../../config/sites/aws-eks/cluster/access-rules";
import { ruleOf, violations, type Change } from "../../../../helpers/environment";
import { hybrid, HYBRID_NETWORKS } from "../../../../helpers/hybrid";
import { ruleCases } from "../../../../helpers/rule-cases";

const role = (name: string, account = "111122223333") => `arn:aws:iam::${account}:role/${name}`;
const admins = (...arns: string[]) => ({ cluster: { admins: arns } });
const ENDPOINT_KIND = ["cluster", "endpoint", "kind"];
const publicAlone = (more: Change = {}, allowedCidrs: readonly string[] = ["198.18.0.0/24"]): Change => ({
  ...more,
  cluster: { endpoint: { kind: "public", allowedCidrs } },
});
const ofServers: Change = {
  ...hybrid(),
  cluster: { hybrid: HYBRID_NETWORKS, endpoint: { kind: "public", allowedCidrs: ["198.18.0.0/24"] } },
};
const EXISTING = {
  kind: "existing",
  vpcId: "vpc-0123456789abcdef0",
  cidr: "10.20.0.0/16",
  subnets: ["a", "b"].map((zone, at) => ({
    id: `subnet-0123456789abcdef${at}`,
    zone: `us-east-1${zone}`,
    cidr: `10.20.${at}.0/24`,
    tier: "private",
  })),
};
const open = (...allowedCidrs: string[]) => ({ cluster: { endpoint: { kind: "public-and-private", allowedCidrs } } });
const many = (count: number) => Array.from({ length: count }, (_, i) => `8.8.${i}.0/24`);

ruleCases(CLUSTER_ACCESS_RULES, {
  "cluster/principal-kind": {
    severity: "error",
    trips: [
      {
        change: admins(role("admin"), "arn:aws:iam::111122223333:root"),
        at: ["cluster", "admins", 1],
        message: ["root is the account itself"],
        fix: ["arn:aws:iam::111122223333:role/platform-admin"],
      },
      {
        change: admins(role("*")),
        at: ["cluster", "admins", 0],
        message: ["a pattern, and not one role or user"],
      },
      {
        change: { cluster: { viewers: [role("aws-service-role/eks.amazonaws.com/AWSServiceRoleForAmazonEKS")] } },
        at: ["cluster", "viewers", 0],
        message: ["a service-linked role"],
      },
      {
        change: admins("arn:aws:iam::111122223333:group/admins"),
        at: ["cluster", "admins", 0],
        message: ['of the kind "group"'],
      },
      {
        change: admins("arn:aws:iam::aws:role/admin"),
        at: ["cluster", "admins", 0],
        message: ["no ARN that IAM makes"],
      },
    ],
    passes: [
      { change: admins(role("path/to/admin"), "arn:aws:iam::111122223333:user/ann") },
      {
        change: {
          cluster: { viewers: [role("aws-reserved/sso.amazonaws.com/AWSReservedSSO_Viewer_0123456789abcdef")] },
        },
      },
      { change: {} },
    ],
  },
  "cluster/principal-account": {
    severity: "warning",
    trips: [
      {
        change: admins(role("admin", "999988887777")),
        at: ["cluster", "admins", 0],
        message: ["belongs to account 999988887777, not to 111122223333"],
        fix: ["write 111122223333"],
      },
    ],
    passes: [{ change: admins(role("admin")) }],
  },
  "cluster/duplicate-principal": {
    severity: "error",
    trips: [
      {
        change: { cluster: { admins: [role("admin")], viewers: [role("viewer"), role("admin")] } },
        at: ["cluster", "viewers", 1],
        message: [`${role("admin")} is already in cluster.admins`],
      },
      {
        change: { cluster: { auditors: [role("auditor")], viewers: [role("auditor")] } },
        at: ["cluster", "viewers", 0],
        message: [`${role("auditor")} is already in cluster.auditors`],
        fix: ["admins may do all that auditors may"],
      },
    ],
    passes: [{ change: { cluster: { admins: [role("admin")], viewers: [role("viewer"), role("admins")] } } }],
  },
  "cluster/principal-name": {
    severity: "error",
    trips: [
      {
        change: admins(role("admin"), role("admin", "999988887777")),
        at: ["cluster", "admins", 0],
        message: [`${role("admin")} has the same name as another of cluster.admins`],
        fix: ["rename"],
      },
      {
        change: { cluster: { viewers: [role("team/viewer"), role("team-viewer")] } },
        at: ["cluster", "viewers", 0],
        message: ["another of cluster.viewers"],
      },
      {
        change: { cluster: { auditors: [role("team/auditor"), role("team-auditor")] } },
        at: ["cluster", "auditors", 0],
        message: ["another of cluster.auditors"],
      },
    ],
    passes: [
      { change: { cluster: { admins: [role("admin")], viewers: [role("admin", "999988887777")] } } },
      { change: { cluster: { viewers: [role("team/viewer"), role("team-viewers")] } } },
    ],
  },
  "cluster/open-to-world": {
    severity: "warning",
    trips: [
      {
        change: open("8.8.8.0/24", "0.0.0.0/0"),
        at: ["cluster", "endpoint", "allowedCidrs", 1],
        message: ["0.0.0.0/0 lets the whole internet call"],
        fix: ['endpoint: { kind: "private" }'],
      },
      {
        change: open("128.0.0.0/7"),
        at: ["cluster", "endpoint", "allowedCidrs", 0],
        message: ["a large part of the internet"],
      },
    ],
    passes: [{ change: open("8.8.8.0/24", "9.0.0.0/8") }, { change: {} }],
  },
  "cluster/endpoint-cidr-reserved": {
    severity: "error",
    trips: [
      {
        when: "blocks on premises, which call a public endpoint from other addresses",
        change: publicAlone({}, ["10.200.0.0/22"]),
        at: ["cluster", "endpoint", "allowedCidrs", 0],
        fix: ["servers on premises leave their networks"],
      },
      {
        change: open("8.8.8.0/24", "203.0.113.0/25"),
        at: ["cluster", "endpoint", "allowedCidrs", 1],
        message: ["203.0.113.0/25 lies in 203.0.113.0/24"],
        fix: ["public address"],
      },
      {
        change: open("10.1.0.0/16"),
        at: ["cluster", "endpoint", "allowedCidrs", 0],
        message: ["10.1.0.0/16 lies in 10.0.0.0/8"],
      },
    ],
    passes: [{ change: open("203.0.114.0/24", "0.0.0.0/0") }, { change: open("11.1.0.0/16") }],
  },
  "cluster/endpoint-cidr-count": {
    severity: "error",
    trips: [
      {
        change: open(...many(41)),
        at: ["cluster", "endpoint", "allowedCidrs"],
        message: ["41 blocks are listed; EKS takes 40"],
      },
      {
        change: publicAlone({}, many(40)),
        at: ["cluster", "endpoint", "allowedCidrs"],
        message: ["40 blocks are listed, and 1 of NAT gateways are added"],
      },
    ],
    passes: [
      { change: open(...many(40)) },
      { change: publicAlone({}, many(39)), when: "39 blocks and the NAT gateway of the network" },
    ],
  },
  "cluster/public-endpoint-way": {
    severity: "error",
    trips: [
      { change: publicAlone({ network: { nat: "none" } }), at: ENDPOINT_KIND, message: ["the network has no NAT"] },
    ],
    passes: [
      { change: publicAlone(), when: "nodes that leave by NAT" },
      { change: { network: { nat: "none" } }, when: "a private endpoint" },
    ],
  },
  "cluster/public-endpoint-callers": {
    severity: "warning",
    trips: [
      {
        change: publicAlone({ network: EXISTING }),
        at: ["cluster", "endpoint", "allowedCidrs"],
        message: ["the NAT of vpc-0123456789abcdef0 are in 198.18.0.0/24 is not known here"],
      },
    ],
    passes: [{ change: publicAlone() }, { change: { network: EXISTING }, when: "a private endpoint" }],
  },
  "cluster/public-endpoint-alone": {
    severity: "warning",
    trips: [{ change: publicAlone(), at: ENDPOINT_KIND, fix: ['kind: "public-and-private"'] }],
    passes: [{ change: ofServers, when: "hybrid nodes" }, { change: open("198.18.0.0/24") }],
  },
});

test("an admin that is no principal is not told of as one of another account", () => {
  const change = admins("arn:aws:iam::999988887777:root");
  expect(violations(ruleOf(CLUSTER_ACCESS_RULES, "cluster/principal-account"), change)).toEqual([]);
});
