import type { KubernetesRule } from "../sites/kubernetes/rule";

/** What teams have in a cluster that somebody has made. */
export const EXISTING_TEAM_RULES: readonly KubernetesRule[] = [
  {
    id: "teams/members-without-eks",
    title: "Members are IAM roles only where Railyard makes the cluster of EKS.",
    severity: "error",
    why: "Members get access entries of EKS, and this cluster is given none: whoever is listed could do nothing in the namespace.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html",
    *check({ config: { teams } }) {
      for (const [name, { namespace }] of Object.entries(teams)) {
        if (namespace.members.length === 0) continue;
        yield {
          path: ["teams", name, "namespace", "members"],
          message: `${namespace.members.join(", ")} would get an access entry of EKS, and Railyard makes none in a cluster that exists`,
          fix: `take members out, and write groups: ["<group of your identity provider>"], or let it put them in the group "railyard:${name}"`,
        };
      }
    },
  },
];
