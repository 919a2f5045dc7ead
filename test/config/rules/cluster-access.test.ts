import { CLUSTER_ACCESS_RULES } from "../../../config/rules/cluster-access";
import { ruleOf, violations } from "../../helpers/environment";
import { describeRules } from "../../helpers/rule-pairs";

const role = (name: string, account = "111122223333") => `arn:aws:iam::${account}:role/${name}`;
const admins = (...arns: string[]) => ({ cluster: { admins: arns } });
const open = (...allowedCidrs: string[]) => ({ cluster: { endpoint: { kind: "public-and-private", allowedCidrs } } });
const many = (count: number) => Array.from({ length: count }, (_, i) => `8.8.${i}.0/24`);

describeRules(CLUSTER_ACCESS_RULES, [
  {
    id: "cluster/principal-kind",
    severity: "error",
    trips: admins(role("admin"), "arn:aws:iam::111122223333:root"),
    path: ["cluster", "admins", 1],
    says: ["root is the account itself", "arn:aws:iam::111122223333:role/platform-admin"],
    passes: admins(role("path/to/admin"), "arn:aws:iam::111122223333:user/ann"),
  },
  {
    id: "cluster/principal-kind",
    severity: "error",
    trips: { cluster: { viewers: [role("aws-service-role/eks.amazonaws.com/AWSServiceRoleForAmazonEKS")] } },
    path: ["cluster", "viewers", 0],
    says: ["a service-linked role"],
    passes: { cluster: { viewers: [role("aws-reserved/sso.amazonaws.com/AWSReservedSSO_Viewer_0123456789abcdef")] } },
  },
  {
    id: "cluster/principal-kind",
    severity: "error",
    trips: admins("arn:aws:iam::111122223333:group/admins"),
    path: ["cluster", "admins", 0],
    says: ['of the kind "group"'],
    passes: {},
  },
  {
    id: "cluster/principal-kind",
    severity: "error",
    trips: admins("arn:aws:iam::aws:role/admin"),
    path: ["cluster", "admins", 0],
    says: ["no ARN that IAM makes"],
    passes: {},
  },
  {
    id: "cluster/principal-account",
    severity: "warning",
    trips: admins(role("admin", "999988887777")),
    path: ["cluster", "admins", 0],
    says: ["belongs to account 999988887777, not to 111122223333", "write 111122223333"],
    passes: admins(role("admin")),
  },
  {
    id: "cluster/duplicate-principal",
    severity: "error",
    trips: { cluster: { admins: [role("admin")], viewers: [role("viewer"), role("admin")] } },
    path: ["cluster", "viewers", 1],
    says: [`${role("admin")} is already in cluster.admins`],
    passes: { cluster: { admins: [role("admin")], viewers: [role("viewer"), role("admins")] } },
  },
  {
    id: "cluster/principal-name",
    severity: "error",
    trips: admins(role("admin"), role("admin", "999988887777")),
    path: ["cluster", "admins", 0],
    says: [`${role("admin")} has the same name as another of cluster.admins`, "rename"],
    passes: { cluster: { admins: [role("admin")], viewers: [role("admin", "999988887777")] } },
  },
  {
    id: "cluster/principal-name",
    severity: "error",
    trips: { cluster: { viewers: [role("team/viewer"), role("team-viewer")] } },
    path: ["cluster", "viewers", 0],
    says: ["another of cluster.viewers"],
    passes: { cluster: { viewers: [role("team/viewer"), role("team-viewers")] } },
  },
  {
    id: "cluster/open-to-world",
    severity: "warning",
    trips: open("8.8.8.0/24", "0.0.0.0/0"),
    path: ["cluster", "endpoint", "allowedCidrs", 1],
    says: ["0.0.0.0/0 lets the whole internet call", 'endpoint: { kind: "private" }'],
    passes: open("8.8.8.0/24", "9.0.0.0/8"),
  },
  {
    id: "cluster/open-to-world",
    severity: "warning",
    trips: open("128.0.0.0/7"),
    path: ["cluster", "endpoint", "allowedCidrs", 0],
    says: ["a large part of the internet"],
    passes: {},
  },
  {
    id: "cluster/endpoint-cidr-reserved",
    severity: "error",
    trips: open("8.8.8.0/24", "203.0.113.0/25"),
    path: ["cluster", "endpoint", "allowedCidrs", 1],
    says: ["203.0.113.0/25 lies in 203.0.113.0/24", "public address"],
    passes: open("203.0.114.0/24", "0.0.0.0/0"),
  },
  {
    id: "cluster/endpoint-cidr-reserved",
    severity: "error",
    trips: open("10.1.0.0/16"),
    path: ["cluster", "endpoint", "allowedCidrs", 0],
    says: ["10.1.0.0/16 lies in 10.0.0.0/8"],
    passes: open("11.1.0.0/16"),
  },
  {
    id: "cluster/endpoint-cidr-count",
    severity: "error",
    trips: open(...many(41)),
    path: ["cluster", "endpoint", "allowedCidrs"],
    says: ["41 blocks are listed; EKS takes 40"],
    passes: open(...many(40)),
  },
]);

test("an admin that is no principal is not told of as one of another account", () => {
  const change = admins("arn:aws:iam::999988887777:root");
  expect(violations(ruleOf(CLUSTER_ACCESS_RULES, "cluster/principal-account"), change)).toEqual([]);
});
