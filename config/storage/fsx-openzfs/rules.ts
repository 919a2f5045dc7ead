import {
  OPENZFS_DEPLOYMENTS,
  OPENZFS_IOPS_PER_GIB,
  OPENZFS_SOURCES,
  openzfsKnown,
  openzfsMaxGiB,
  type OpenzfsDeployment,
} from "../../facts/openzfs";
import { isLocalZone } from "../../facts/zones";
import { didYouMean, orList } from "../../kernel/nearest";
import { ec2Groups } from "../../sites/aws-eks/nodes/ec2-groups";
import type { AwsRule } from "../../sites/aws-eks/rule";
import { homesOf } from "../homes";
import { perOpenzfs as perVolume } from "./per-volume";

const offered = (region: string): OpenzfsDeployment[] =>
  (Object.keys(OPENZFS_DEPLOYMENTS) as OpenzfsDeployment[]).filter((name) =>
    (OPENZFS_DEPLOYMENTS[name].regions as readonly string[]).includes(region),
  );

const regionOffers = perVolume(
  {
    id: "openzfs/region-offers",
    title: "The Region has the deployment.",
    severity: "error",
    why: "FSx refuses to create it there, after VPC and cluster stand.",
    source: OPENZFS_SOURCES.regions.url,
  },
  function* ({ config: { deployment } }, { region }) {
    if (!openzfsKnown(region) || offered(region).includes(deployment)) return;
    yield {
      at: ["deployment"],
      message: `${deployment} is not offered in ${region}; ${orList(offered(region))} ${offered(region).length > 1 ? "are" : "is"}`,
      fix: `write deployment: ${orList(offered(region).map((name) => JSON.stringify(name)))}, with a throughput that it has`,
    };
  },
);

const regionUnknown = perVolume(
  {
    id: "openzfs/region-unknown",
    title: "FSx for OpenZFS is in the Region.",
    severity: "warning",
    why: "AWS's list does not name the Region, so the file system may be refused after VPC and cluster stand.",
    source: OPENZFS_SOURCES.regions.url,
  },
  function* (_volume, { region }) {
    if (openzfsKnown(region)) return;
    yield {
      at: ["kind"],
      message: `it is unknown whether ${region} has FSx for OpenZFS`,
      fix: "ask AWS or look into the FSx console; then name this rule in ignoreRules",
    };
  },
);

/** No document of FSx says that OpenZFS is in a Local Zone: none is proposed. */
const proposable = (zones: readonly string[]): string[] => zones.filter((zone) => !isLocalZone(zone));

const zoneKnown = perVolume(
  {
    id: "openzfs/zone-known",
    title: "The file system stands in a zone of the network.",
    severity: "error",
    why: "There is no private subnet for it elsewhere.",
    source: OPENZFS_SOURCES.create.url,
  },
  function* ({ config: { zone } }, { network }) {
    if (zone === undefined || network.zones.includes(zone)) return;
    const able = proposable(network.zones);
    const add = `add ${zone} to the network`;
    yield {
      at: ["zone"],
      message: `the network has no private subnet in ${zone}; it has ${orList(network.zones)}`,
      fix:
        didYouMean(zone, able) ??
        (able.length > 0 ? `write zone: ${orList(able.map((each) => JSON.stringify(each)))}, or ${add}` : add),
    };
  },
);

const zoneOfNodes = perVolume(
  {
    id: "openzfs/zone-of-nodes",
    title: "Nodes stand in the zone of the file system.",
    severity: "warning",
    why: "Every byte to and from another zone is billed, and takes longer; and with the zone nodes everywhere lose their files.",
    source: "https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer",
  },
  function* ({ zone, standbyZone, name }, env) {
    // of those in two zones traffic between them is in the price of throughput
    if (standbyZone !== null) return;
    for (const group of ec2Groups(env)) {
      const away = group.machines.zones.filter((each) => each !== zone);
      if (away.length === 0) continue;
      const [other] = proposable(away);
      yield {
        at: ["zone"],
        message: `node group ${group.name} also runs in ${away.join(", ")}, and ${name} stands in ${zone}: traffic between zones is billed`,
        fix:
          other === undefined
            ? "live with it, or run the group in that zone"
            : `write zone: "${other}" here, if that group uses it most; or live with it`,
      };
    }
  },
);

const capacity = perVolume(
  {
    id: "openzfs/capacity",
    title: "The file system is no larger than FSx makes it in the Region.",
    severity: "error",
    why: "FSx refuses to create it, or to let it grow.",
    source: OPENZFS_SOURCES.limits.url,
  },
  function* ({ config: { capacityGiB, deployment, throughputMBps } }, { region }) {
    const most = openzfsMaxGiB(deployment, region, throughputMBps);
    if (most === 0)
      yield {
        at: ["throughputMBps"],
        message: `throughputMBps is ${throughputMBps}, and AWS names no size of ${deployment} with it in ${region}`,
        fix: "write throughputMBps: 5120 or less",
      };
    if (most === 0 || capacityGiB <= most) return;
    yield {
      at: ["capacityGiB"],
      message: `capacityGiB is ${capacityGiB}, and ${deployment} has at most ${most} GiB in ${region}${deployment === "multi-az-1" ? ` with ${throughputMBps} MB/s` : ""}`,
      fix: `write capacityGiB: ${most} or less${deployment === "multi-az-1" ? ", or more throughputMBps where that has more" : ""}`,
    };
  },
);

const iops = perVolume(
  {
    id: "openzfs/iops",
    title: "IOPS are between three for each GiB and what the deployment has.",
    severity: "error",
    why: "FSx refuses fewer and more.",
    source: OPENZFS_SOURCES.capacity.url,
  },
  function* ({ config }) {
    const { capacityGiB, deployment } = config;
    const { maxIops } = OPENZFS_DEPLOYMENTS[deployment];
    const least = Math.min(capacityGiB * OPENZFS_IOPS_PER_GIB, maxIops);
    if (config.iops === undefined || (config.iops >= least && config.iops <= maxIops)) return;
    yield {
      at: ["iops"],
      message: `iops is ${config.iops}; ${capacityGiB} GiB of ${deployment} take ${least} to ${maxIops}`,
      fix: `write iops: ${least} or more, up to ${maxIops}; or leave it out for ${least}`,
    };
  },
);

const noBackups = perVolume(
  {
    id: "openzfs/no-backups",
    title: "A production file system has daily backups and a last one.",
    severity: "warning",
    why: "Without, a file that is deleted or a file system that is lost is gone: all copies stand in one zone.",
    source: OPENZFS_SOURCES.backups.url,
  },
  function* ({ backupDays, config: { finalBackup } }, { production }) {
    if (!production) return;
    if (backupDays === 0)
      yield {
        at: ["backupDays"],
        message: "backupDays is 0: there is no second copy of any file",
        fix: "write backupDays: 7",
      };
    if (finalBackup === "skip")
      yield {
        at: ["finalBackup"],
        message: 'finalBackup is "skip": deleting the file system would leave nothing of it',
        fix: 'write finalBackup: "take" or leave it out',
      };
  },
);

const homesSquashed = perVolume(
  {
    id: "openzfs/homes-squashed",
    title: "Homes of users can be made on the file system.",
    severity: "error",
    why: "Root of a pod makes them and gives them to their users. With root squash it is nobody there, and nobody has a home.",
    source: OPENZFS_SOURCES.exports.url,
  },
  function* ({ name, config: { rootSquash } }, env) {
    const { volume, folder } = homesOf(env);
    if (!rootSquash || volume?.name !== name || Object.keys(env.slurm?.users ?? {}).length === 0) return;
    yield {
      at: ["rootSquash"],
      message: `root is nobody on it, and cannot make the homes of slurm.users in ${folder}`,
      fix: "take rootSquash out, or give homes a volume of their own",
    };
  },
);

/** What FSx refuses, what costs more than it should, and what loses files. */
export const OPENZFS_RULES: readonly AwsRule[] = [
  regionOffers,
  regionUnknown,
  zoneKnown,
  zoneOfNodes,
  capacity,
  iops,
  noBackups,
  homesSquashed,
];
