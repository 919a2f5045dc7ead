import { followsJobs } from "../components/scaling";
import { isoMoment } from "../schedule/resolve";
import type { AwsRule } from "../sites/aws-eks/rule";
import { ec2Entries, ec2Groups } from "../sites/aws-eks/nodes/ec2-groups";

const SCHEDULED = "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-scheduled-scaling.html";

const production: AwsRule = {
  id: "lifetime/production",
  title: "Production does not expire.",
  severity: "error",
  why: "At that moment all nodes go, with every job on them.",
  source: SCHEDULED,
  *check({ env }) {
    if (!env.lifetime || !env.production) return;
    yield {
      path: ["lifetime", "expires"],
      message: `the environment is production, and all its nodes would go at ${env.lifetime.expires}`,
      fix: 'take lifetime out, or write profile: "development"; ignore this rule where production is meant to end',
    };
  },
};

const over: AwsRule = {
  id: "lifetime/over",
  title: "An environment lives no longer than it was meant to.",
  severity: "warning",
  why: "Its node groups have no nodes any more, but the cluster, the file system and NAT gateways are paid for.",
  source: SCHEDULED,
  *check({ env }) {
    if (!env.lifetime?.over) return;
    yield {
      path: ["lifetime", "expires"],
      message: `it expired at ${env.lifetime.expires}: node groups have no nodes`,
      fix: "save what is still needed and destroy it, or give a later day",
    };
  },
};

const blockCutShort: AwsRule = {
  id: "lifetime/paid-capacity",
  title: "Capacity that is paid for ends no later than the environment.",
  severity: "warning",
  why: "A Capacity Block is paid to its end: nodes that go before are money for nothing.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html",
  *check({ env }) {
    if (!env.lifetime) return;
    const expires = Date.parse(env.lifetime.expires);
    for (const {
      name,
      machines: { capacity },
      count: nodes,
    } of ec2Groups(env)) {
      if (capacity.kind !== "capacity-block" || nodes.window === "over" || Date.parse(capacity.end) <= expires)
        continue;
      yield {
        path: ["lifetime", "expires"],
        message: `the environment expires at ${env.lifetime.expires}, and the block of ${name} is paid until ${capacity.end}`,
        fix: `expires: ${JSON.stringify(isoMoment(Date.parse(capacity.end)))} or later`,
      };
    }
  },
};

const autoscaler: AwsRule = {
  id: "lifetime/autoscaler",
  title: "Nothing else starts nodes after the environment has expired.",
  severity: "warning",
  why: "At that moment groups are set to no nodes once; an autoscaler that finds waiting pods starts new ones.",
  source: SCHEDULED,
  *check({ config, env }) {
    if (!env.lifetime) return;
    for (const [name, { nodes, capacity }] of ec2Entries(config)) {
      if (typeof nodes === "number" || capacity.kind === "capacity-block") continue;
      // from that moment jobs ask for none: see constructs/slurm/job-scaling-query.ts
      if (ec2Groups(env).some((group) => group.name === name && followsJobs(env, group))) continue;
      yield {
        path: ["nodeGroups", name, "nodes"],
        message: `nodes is a range, within which something else chooses: it may start nodes of ${name} after ${env.lifetime.expires}`,
        fix: "write a number, or see that nothing scales the group by then",
      };
    }
  },
};

/** How long an environment lives. */
export const LIFETIME_RULES: readonly AwsRule[] = [production, over, blockCutShort, autoscaler];
