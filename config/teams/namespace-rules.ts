import { teamMembers } from "./resolve";
import { notAPrincipal } from "../sites/aws-eks/cluster/access-rules";
import type { Rule } from "../kernel/rule";
import type { AwsRule } from "../sites/aws-eks/rule";

const ACCESS_ENTRIES = "https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html";

const namespaceAboveQuota: Rule = {
  id: "teams/namespace-above-quota",
  title: "A team's namespace has no more GPUs than the team.",
  severity: "error",
  why: "The namespace's GPUs are taken off those of the team's jobs in Slurm: nothing would be left for them, and the sum would be more than the team may use.",
  source: "https://kubernetes.io/docs/concepts/policy/resource-quotas/",
  *check({ config: { teams } }) {
    for (const [name, { gpus, namespace }] of Object.entries(teams)) {
      if (gpus === undefined || namespace.gpus === undefined || namespace.gpus <= gpus) continue;
      yield {
        path: ["teams", name, "namespace", "gpus"],
        message: `the namespace may use ${namespace.gpus} GPUs, and the team ${gpus} in all`,
        fix: `${gpus > 0 ? `write ${gpus} or less` : "leave it out"}, or give the team more`,
      };
    }
  },
};

const member: AwsRule = {
  id: "teams/member",
  title: "Members of teams are IAM roles or users that have no other access entry.",
  severity: "error",
  why: "EKS has one access entry for a principal and refuses a second; it takes roles and users alone.",
  source: ACCESS_ENTRIES,
  *check({ config: { teams, cluster, account } }) {
    const others = new Map(
      (["admins", "auditors", "viewers"] as const).flatMap((list) => cluster[list].map((arn) => [arn, list])),
    );
    for (const [name, { namespace }] of Object.entries(teams)) {
      for (const [index, arn] of namespace.members.entries()) {
        const what = notAPrincipal(arn) ?? (others.has(arn) ? `in cluster.${others.get(arn)} already` : null);
        if (what === null) continue;
        yield {
          path: ["teams", name, "namespace", "members", index],
          message: `${arn} is ${what}`,
          fix: others.has(arn)
            ? "take it out here, or there: what is there may do it in every namespace, but for viewers and auditors, who change nothing"
            : `write the ARN of a role, such as arn:aws:iam::${account}:role/${name}`,
        };
      }
    }
  },
};

const group: Rule = {
  id: "teams/group",
  title: "Groups of teams are no groups of Kubernetes itself.",
  severity: "error",
  why: "system:authenticated is everybody, and system:masters may do everything anyway.",
  source: "https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-subjects",
  *check({ config: { teams } }) {
    for (const [name, { namespace }] of Object.entries(teams)) {
      for (const [index, given] of namespace.groups.entries()) {
        if (!given.startsWith("system:")) continue;
        yield {
          path: ["teams", name, "namespace", "groups", index],
          message: `"${given}" is a group of Kubernetes itself`,
          fix: "name a group of your identity provider, or, on EKS, IAM roles in members",
        };
      }
    }
  },
};

const sharedGroup: Rule = {
  id: "teams/shared-group",
  title: "A group belongs to one team.",
  severity: "warning",
  why: "Who is in a group may edit what is in the namespace: members of one team read the Secrets of the other.",
  source: "https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles",
  *check({ config: { teams } }) {
    // the group of a team's own members is its own
    const owners = new Map(Object.keys(teams).map((name) => [`railyard:${name}`, name]));
    for (const [name, { namespace }] of Object.entries(teams)) {
      for (const [index, given] of namespace.groups.entries()) {
        const owner = owners.get(given) ?? name;
        owners.set(given, owner);
        if (owner === name) continue;
        yield {
          path: ["teams", name, "namespace", "groups", index],
          message: `"${given}" is a group of the team ${owner}, too: whoever is in it reads the Secrets in both namespaces`,
          fix: `take it out of one of them, or let the identity provider have a group for ${name} alone`,
        };
      }
    }
  },
};

const memberName: AwsRule = {
  id: "teams/member-name",
  title: "Members of teams have different names.",
  severity: "error",
  why: "Access entries are kept under the name, without account: of two with one name, Terraform could make one alone.",
  source: `${ACCESS_ENTRIES}; Railyard's own design: entries are kept under the name of the principal`,
  *check({ config: { teams } }) {
    const byName = new Map<string, string>();
    for (const arn of teamMembers(teams).keys()) {
      const name = arn
        .split(":")
        .slice(5)
        .join(":")
        .replaceAll(/[^\w-]+/g, "-");
      const other = byName.get(name);
      byName.set(name, arn);
      if (other === undefined) continue;
      yield {
        path: ["teams"],
        message: `${arn} and ${other} have one name`,
        fix: "rename one of the roles, or use one role for both",
      };
    }
  },
};

export const TEAM_NAMESPACE_RULES: readonly Rule[] = [namespaceAboveQuota, group, sharedGroup];

/** And who its members are where EKS knows them. */
export const AWS_TEAM_NAMESPACE_RULES: readonly AwsRule[] = [member, memberName];
