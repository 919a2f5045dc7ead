import { EFS_SOURCES, efsOffered, mountTargetZone, oneZoneOffered, provisionedLimit } from "../../facts/efs";
import { orList } from "../../kernel/nearest";
import type { AwsEnvironment } from "../../sites/aws-eks/environment";
import type { AwsRule } from "../../sites/aws-eks/rule";
import type { ConfigPath } from "../../kernel/issues";
import type { Violation } from "../../kernel/rule";
import { homesOf } from "../homes";
import type { ResolvedEfs } from "./resolve";
import { ec2Groups } from "../../sites/aws-eks/nodes/ec2-groups";

const efsOf = ({ storage }: AwsEnvironment): readonly ResolvedEfs[] =>
  storage.filter((volume): volume is ResolvedEfs => volume.kind === "efs");

/** A rule over each EFS file system. */
function perVolume(
  rule: Omit<AwsRule, "check">,
  check: (volume: ResolvedEfs, env: AwsEnvironment) => Iterable<Omit<Violation, "path"> & { at: ConfigPath }>,
): AwsRule {
  return {
    ...rule,
    *check({ env }) {
      for (const volume of efsOf(env))
        for (const { at, ...found } of check(volume, env)) yield { ...found, path: [...volume.path, ...at] };
    },
  };
}

/** Groups with nodes, and the system nodes, by the zones that they stand in. */
const standing = (env: AwsEnvironment): { name: string; zones: readonly string[] }[] => [
  { name: "the system nodes", zones: env.network.clusterZones },
  ...ec2Groups(env).map(({ name, machines: { zones } }) => ({ name: `node group ${name}`, zones })),
];

const regionUnknown = perVolume(
  {
    id: "efs/region-unknown",
    title: "EFS is in the Region.",
    severity: "warning",
    why: "AWS's list of endpoints does not name the Region, so the file system may be refused after VPC and cluster stand.",
    source: EFS_SOURCES.regions.url,
  },
  function* (_volume, { region }) {
    if (efsOffered(region)) return;
    yield {
      at: ["kind"],
      message: `it is unknown whether ${region} has EFS`,
      fix: "ask AWS or look into the EFS console; then name this rule in ignoreRules",
    };
  },
);

const zoneKnown = perVolume(
  {
    id: "efs/zone-known",
    title: "A One Zone file system stands in a zone of the network.",
    severity: "error",
    why: "Its mount target stands in a private subnet of that zone, and EFS has it nowhere else.",
    source: EFS_SOURCES.mountTarget.url,
  },
  function* ({ oneZone }, { network }) {
    if (oneZone === null || network.zones.includes(oneZone)) return;
    yield {
      at: ["zone"],
      message: `the network has no private subnet in ${oneZone}; it has ${orList(network.zones)}`,
      fix: `write zone: ${orList(network.zones.map((zone) => JSON.stringify(zone)))}, or take zone out for a Regional file system`,
    };
  },
);

const oneZoneRegion = perVolume(
  {
    id: "efs/one-zone-offered",
    title: "The Region has One Zone file systems.",
    severity: "error",
    why: "EFS refuses a zone that does not take them. Which zones of a Region do, AWS lists by id: names differ between accounts.",
    source: EFS_SOURCES.oneZone.url,
  },
  function* ({ oneZone }, { region }) {
    if (oneZone === null || (oneZoneOffered(region) && mountTargetZone(oneZone))) return;
    yield {
      at: ["zone"],
      message: `${oneZone} takes no One Zone file system: ${mountTargetZone(oneZone) ? `no zone of ${region} does` : "it is a Local Zone"}`,
      fix: "take zone out for a Regional file system",
    };
  },
);

const noMountTarget = perVolume(
  {
    id: "efs/zone-without-mount-target",
    title: "Every node has a mount target in its zone.",
    severity: "error",
    why: "The name of a file system resolves to the mount target of the zone that asks. In a zone without one pods wait for their volume for ever: no slurmd starts. Of Local Zones no document says that one can stand there.",
    source: EFS_SOURCES.mountTarget.url,
  },
  function* ({ oneZone, mount }, env) {
    // of nodes in other zones efs/one-zone-nodes tells: they name the mount target by its zone
    if (oneZone !== null) return;
    for (const { name, zones } of standing(env)) {
      const without = zones.filter((zone) => !mount.zones.includes(zone));
      if (without.length === 0) continue;
      yield {
        at: [],
        message: `${name} stands in ${orList(without)}, where EFS has no mount target; it has one in ${orList(mount.zones) || "no zone"}`,
        fix: "use lustre for nodes in that zone, and keep their environment without EFS",
      };
    }
  },
);

const oneZoneNodes = perVolume(
  {
    id: "efs/one-zone-nodes",
    title: "Nodes stand in the zone of a One Zone file system.",
    severity: "warning",
    why: "Every byte to and from another zone is billed, and takes longer; and with the zone nodes everywhere lose their files.",
    source: EFS_SOURCES.oneZone.url,
  },
  function* ({ oneZone }, env) {
    if (oneZone === null) return;
    const away = standing(env).filter(({ zones }) => zones.some((zone) => zone !== oneZone));
    if (away.length === 0) return;
    yield {
      at: ["zone"],
      message: `the file system is in ${oneZone} alone, and ${away.map(({ name, zones }) => `${name} in ${orList(zones)}`).join(", ")}`,
      fix: "take zone out for a Regional file system, or keep all nodes in that zone",
    };
  },
);

const maxIo = perVolume(
  {
    id: "efs/max-io",
    title: "max-io goes with what EFS allows it with.",
    severity: "error",
    why: "EFS refuses max-io with elastic throughput and on One Zone file systems, when it creates the file system.",
    source: EFS_SOURCES.create.url,
  },
  function* ({ config, oneZone }) {
    if (config.performance !== "max-io") return;
    const against = [
      ...(config.throughput.mode === "elastic" ? ["throughput is elastic"] : []),
      ...(oneZone === null ? [] : ["it is a One Zone file system"]),
    ];
    if (against.length === 0) return;
    yield {
      at: ["performance"],
      message: `max-io is refused, since ${against.join(" and ")}`,
      fix: 'write performance: "general-purpose", which AWS recommends for all file systems',
    };
  },
);

const archive = perVolume(
  {
    id: "efs/archive",
    title: "Files move to Archive only where EFS has it, and after Infrequent Access.",
    severity: "error",
    why: "EFS has Archive with elastic throughput and general-purpose performance alone, and refuses to move files there before, or without, Infrequent Access.",
    source: EFS_SOURCES.lifecycle.url,
  },
  function* ({ config: { lifecycle, throughput, performance } }) {
    const { archiveAfterDays: late, infrequentAccessAfterDays: early } = lifecycle;
    if (late === "never") return;
    const at = ["lifecycle", "archiveAfterDays"];
    if (throughput.mode !== "elastic" || performance !== "general-purpose")
      yield {
        at,
        message: `there is no Archive with ${throughput.mode} throughput and ${performance} performance`,
        fix: 'write archiveAfterDays: "never", or throughput: { mode: "elastic" }',
      };
    if (early === "never" || late <= early)
      yield {
        at,
        message: `files go to Archive after ${late} days, and to Infrequent Access ${early === "never" ? "never" : `after ${early}`}`,
        fix: "write more days than infrequentAccessAfterDays has",
      };
  },
);

const provisioned = perVolume(
  {
    id: "efs/provisioned-limit",
    title: "Provisioned throughput is within what a file system of the Region may have.",
    severity: "error",
    why: "EFS refuses more when it creates the file system. AWS Support raises it for Regional file systems alone.",
    source: EFS_SOURCES.limits.url,
  },
  function* ({ config: { throughput }, oneZone }, { region }) {
    if (throughput.mode !== "provisioned") return;
    const limit = provisionedLimit(region, oneZone !== null);
    if (throughput.mibps <= limit) return;
    yield {
      at: ["throughput", "mibps"],
      message: `${throughput.mibps} MiB/s is more than the ${limit} of a ${oneZone === null ? "Regional" : "One Zone"} file system in ${region}`,
      fix: `write mibps: ${limit}${oneZone === null ? ", or have AWS Support raise it and name this rule in ignoreRules" : ", or take zone out"}`,
    };
  },
);

const noBackups = perVolume(
  {
    id: "efs/no-backups",
    title: "What holds the only copy is backed up.",
    severity: "warning",
    why: "A file that somebody deletes or overwrites is gone: EFS keeps no versions.",
    source: EFS_SOURCES.backups.url,
  },
  function* ({ config }, { production }) {
    if (config.backups === "automatic" || !production) return;
    yield {
      at: ["backups"],
      message: "backups are off in a production environment",
      fix: 'write backups: "automatic", or back it up by a plan of your own',
    };
  },
);

const homesUser = perVolume(
  {
    id: "efs/homes-user",
    title: "Homes belong to their users.",
    severity: "error",
    why: "With user everybody is one person on the file system: all homes belong to that one, everybody reads them, and sshd takes no files of somebody else.",
    source: EFS_SOURCES.accessPoints.url,
  },
  function* ({ config, name }, env) {
    if (!config.user || !env.slurm || homesOf(env).volume?.name !== name) return;
    yield {
      at: ["user"],
      message: `everybody is ${config.user.uid}:${config.user.gid} on ${name}, which has the homes of slurm.users`,
      fix: "take user out, or mount it elsewhere than /home",
    };
  },
);

/** What EFS would refuse, or take and lose or bill. */
export const EFS_RULES: readonly AwsRule[] = [
  regionUnknown,
  zoneKnown,
  oneZoneRegion,
  noMountTarget,
  oneZoneNodes,
  maxIo,
  archive,
  provisioned,
  noBackups,
  homesUser,
];
