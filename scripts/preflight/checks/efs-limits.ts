import { EC2Client, paginateDescribeNetworkInterfaces } from "@aws-sdk/client-ec2";
import { EFSClient, paginateDescribeFileSystems } from "@aws-sdk/client-efs";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { ResolvedEfs } from "../../../config/storage/efs/resolve";
import type { AwsAccess } from "../../lib/aws/access";
import { all } from "../../lib/aws/once";
import type { CheckResult, PreflightCheck } from "../check";
import { isOwn } from "../own-resource";
import { judgeQuota, QUOTA_ACTIONS } from "../quota";

const FILE_SYSTEMS = "L-848C634D";
const MOUNT_TARGETS = "L-7391004C";

/** EFS: how many file systems the account may have, and how many mount targets a VPC. */
export const EFS_QUOTAS: PreflightCheck = {
  id: "efs/quotas",
  title: "The account may have the EFS file systems, and the VPC their mount targets.",
  actions: [...QUOTA_ACTIONS, "elasticfilesystem:DescribeFileSystems", "ec2:DescribeNetworkInterfaces"],
  run: async ({ environment: env, aws }): Promise<CheckResult[]> => {
    const volumes = env.storage.filter((volume): volume is ResolvedEfs => volume.kind === "efs");
    if (volumes.length === 0) return [];
    const pages = paginateDescribeFileSystems({ client: aws.client(EFSClient) }, {});
    const systems = await all(pages, (page) => page.FileSystems);
    const own = systems.filter(({ Tags }) => isOwn(Tags, env));
    const inVpc = await targetsIn(aws, env);
    const targets = volumes.reduce((sum, { mount }) => sum + mount.zones.length, 0);
    const ownTargets = own.reduce((sum, { NumberOfMountTargets = 0 }) => sum + NumberOfMountTargets, 0);
    return [
      await judgeQuota(aws, {
        code: FILE_SYSTEMS,
        used: systems.length,
        usedFrom: "DescribeFileSystems",
        more: Math.max(0, volumes.length - own.length),
        parts: volumes.map(({ name }) => name),
      }),
      await judgeQuota(aws, {
        code: MOUNT_TARGETS,
        // a new VPC has none
        used: inVpc,
        usedFrom: "DescribeNetworkInterfaces",
        more: inVpc === null ? targets : Math.max(0, targets - ownTargets),
        parts: volumes.map(({ name, mount }) => `${name} in ${mount.zones.length} zones`),
      }),
    ];
  },
};

/** Mount targets of anybody in the VPC of the environment, by their interfaces; null: the VPC is made with it. */
async function targetsIn(aws: AwsAccess, { network, adopt }: AwsEnvironment): Promise<number | null> {
  const vpc = network.vpcId ?? adopt?.vpc?.id;
  if (vpc === undefined) return null;
  const Filters = [
    { Name: "vpc-id", Values: [vpc] },
    { Name: "interface-type", Values: ["efs"] },
  ];
  const pages = paginateDescribeNetworkInterfaces({ client: aws.client(EC2Client) }, { Filters });
  return (await all(pages, (page) => page.NetworkInterfaces)).length;
}
