import type { PreflightCheck } from "../check";
import { callerOf, principalArn } from "../../lib/aws/caller";

/** Whose credentials deploy. That they are of the right account is known before any check runs. */
const identity: PreflightCheck = {
  id: "account/identity",
  title: "The credentials are of a user or a role, in the right partition.",
  actions: ["sts:GetCallerIdentity"],
  run: async ({ aws, environment }) => {
    const { account, arn, kind, partition } = await callerOf(aws);
    if (partition !== environment.partition)
      return [
        {
          verdict: "failed",
          subject: arn,
          text: `is of the partition ${partition}, and ${environment.region} is in ${environment.partition}`,
          fix: `Use credentials of an account in ${environment.partition}.`,
        },
      ];
    if (kind === "root")
      return [
        {
          verdict: "warning",
          subject: arn,
          text: "is the root user, whom no policy limits",
          fix: "Deploy with a role; keep the root user for what nobody else can do.",
          source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-best-practices.html",
        },
      ];
    return [{ verdict: "ok", subject: arn, text: `is a ${kind === "other" ? "caller" : kind} of account ${account}` }];
  },
};

/** Whoever installs charts must be among the admins: EKS lets in nobody else, not even who made the cluster. */
const clusterAdmin: PreflightCheck = {
  id: "account/cluster-admin",
  title: "The Kubernetes API lets the caller in.",
  actions: ["sts:GetCallerIdentity", "iam:GetRole"],
  run: async ({ aws, environment }) => {
    const subject = (await principalArn(aws)) ?? (await callerOf(aws)).arn;
    const admins = Object.values(environment.cluster.adminsByName);
    if (admins.includes(subject)) return [{ verdict: "ok", subject, text: "is one of cluster.admins" }];
    return [
      {
        verdict: "warning",
        subject,
        text: `is none of cluster.admins (${admins.join(", ")}): with these credentials the stacks crds, platform and slurm cannot be deployed`,
        fix: "Add it to cluster.admins, or deploy with one of those.",
        source: "https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html",
      },
    ];
  },
};

export const IDENTITY_CHECKS: readonly PreflightCheck[] = [identity, clusterAdmin];
