import { EC2Client, paginateDescribeVolumes } from "@aws-sdk/client-ec2";
import { EKSClient, paginateListClusters } from "@aws-sdk/client-eks";
import type { CheckResult, PreflightCheck } from "../check";
import { INSTANCES_ACTION, runningInstances } from "../instances";
import { nodeDemands } from "../node-demand";
import { all } from "../../lib/aws/once";
import { judgeQuota, QUOTA_ACTIONS } from "../quota";

const GIB_PER_TIB = 1024;

const CLUSTERS: PreflightCheck = {
  id: "quota/clusters",
  title: "The account may have one more EKS cluster.",
  actions: [...QUOTA_ACTIONS, "eks:ListClusters"],
  run: async ({ environment: env, aws }) => {
    const clusters = await all(paginateListClusters({ client: aws.client(EKSClient) }, {}), (page) => page.clusters);
    const { cluster } = env.names;
    const more = clusters.includes(cluster) ? 0 : 1;
    const use = { used: clusters.length, usedFrom: "ListClusters", more, parts: [cluster] };
    return [await judgeQuota(aws, { code: "L-1194D53C", ...use })];
  },
};

const NODE_GROUPS: PreflightCheck = {
  id: "quota/node-groups",
  title: "A cluster may have as many node groups, and a group as many nodes, as the environment has.",
  actions: QUOTA_ACTIONS,
  run: async ({ environment: env, aws }): Promise<CheckResult[]> => {
    const sizes = [
      ...env.nodeGroups.map(({ name, count: nodes }) => ({ name, nodes: nodes.max })),
      { name: "system nodes", nodes: env.cluster.systemNodes.count },
    ];
    const largest = sizes.reduce((most, one) => (one.nodes > most.nodes ? one : most));
    const alone = { used: null, usedFrom: "" };
    return [
      await judgeQuota(aws, { code: "L-6D54EA21", ...alone, more: sizes.length, parts: sizes.map((one) => one.name) }),
      await judgeQuota(aws, { code: "L-BD136A63", ...alone, more: largest.nodes, parts: [largest.name] }),
    ];
  },
};

const VOLUMES: PreflightCheck = {
  id: "quota/volumes",
  title: "The account may have the root volumes of the nodes at full size.",
  actions: [...QUOTA_ACTIONS, "ec2:DescribeVolumes", INSTANCES_ACTION],
  run: async ({ environment: env, aws }) => {
    const gp3 = [{ Name: "volume-type", Values: ["gp3"] }];
    const pages = paginateDescribeVolumes({ client: aws.client(EC2Client) }, { Filters: gp3 });
    const volumes = await all(pages, (page) => page.Volumes);
    const missing = nodeDemands(env, await runningInstances(aws)).flatMap(({ name, nodes, running, rootVolumeGiB }) => {
      const more = nodes - running.length;
      return more > 0 ? [{ part: `${name} ${more} × ${rootVolumeGiB} GiB`, gib: more * rootVolumeGiB }] : [];
    });
    const tib = (gib: readonly number[]) => gib.reduce((sum, one) => sum + one, 0) / GIB_PER_TIB;
    return [
      await judgeQuota(aws, {
        code: "L-7A658B76",
        used: tib(volumes.map(({ Size = 0 }) => Size)),
        usedFrom: "DescribeVolumes",
        more: tib(missing.map(({ gib }) => gib)),
        parts: missing.map(({ part }) => part),
      }),
    ];
  },
};

/** Quotas of the cluster and its nodes. */
export const CLUSTER_QUOTA_CHECKS: readonly PreflightCheck[] = [CLUSTERS, NODE_GROUPS, VOLUMES];
