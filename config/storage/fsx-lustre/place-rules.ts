import { LUSTRE_CLIENT_GBPS, LUSTRE_SOURCES } from "../../facts/lustre";
import { REGION_SOURCES, type LustreOffer } from "../../facts/regions";
import { lustreOffer } from "../../facts/zones";
import { didYouMean, orList } from "../../kernel/nearest";
import type { ResolvedNodeGroup } from "../../sites/aws-eks/nodes/node-group";
import type { LustreConfig } from "./lustre-schema";
import type { AwsRule } from "../../sites/aws-eks/rule";
import { efaClientsElsewhere } from "./client-rules";
import { freeFolder } from "../free-folder";
import { hiddenBy } from "../mount-folders";
import { groupPath } from "../../pools/written-groups";
import { ec2Groups } from "../../sites/aws-eks/nodes/ec2-groups";

const regionOffers: AwsRule = {
  id: "lustre/region-offers",
  title: "AWS offers the kind of file system in its zone.",
  severity: "error",
  why: "FSx refuses to create it there. P6e-GB200 in Dallas, for one, stands where no EFA file system can.",
  source: REGION_SOURCES.lustre.url,
  *check({ env: { lustre } }) {
    const offer = lustre && lustreOffer(lustre.zone);
    if (!lustre || !offer) return;
    const { config, zone } = lustre;
    const kinds = kindsOf(offer);
    if (!kinds.includes(kindOf(config.deployment))) {
      const legal = kinds.flatMap((kind) => DEPLOYMENTS[kind]);
      yield {
        path: ["lustre", "deployment"],
        message: `${config.deployment} is not offered in ${zone}: there is no ${WORDS[kindOf(config.deployment)]}, only ${orList(kinds.map((kind) => WORDS[kind]))}`,
        fix: `write deployment: ${orList(legal.map((name) => JSON.stringify(name)))}, or choose another Region`,
      };
      return;
    }
    if (offer.persistent2 !== "no-efa") return;
    if (config.deployment === "persistent-2-intelligent-tiering") {
      yield {
        path: ["lustre", "deployment"],
        message: `Intelligent-Tiering is not offered in ${zone}: PERSISTENT_2 there is SSD with 125 or 250 MB/s/TiB`,
        fix: 'write deployment: "persistent-2-ssd" with throughput: 125 or 250',
      };
    }
    if (config.deployment === "persistent-2-ssd" && config.throughput > 250) {
      yield {
        path: ["lustre", "throughput"],
        message: `${config.throughput} MB/s/TiB is not offered in ${zone}; 125 and 250 are`,
        fix: "write throughput: 250, or choose another zone",
      };
    }
    if ("efa" in config && config.efa) {
      yield {
        path: ["lustre", "efa"],
        message: `EFA file systems are not offered in ${zone}`,
        fix: "write efa: false, or choose another zone",
      };
    }
  },
};

type Kind = "persistent2" | "persistent1" | "scratch2";

const WORDS: Readonly<Record<Kind, string>> = {
  persistent2: "PERSISTENT_2",
  persistent1: "PERSISTENT_1",
  scratch2: "SCRATCH_2",
};

const DEPLOYMENTS: Readonly<Record<Kind, readonly LustreConfig["deployment"][]>> = {
  persistent2: ["persistent-2-ssd"],
  persistent1: ["persistent-1-ssd", "persistent-1-hdd"],
  scratch2: ["scratch-2"],
};

function kindOf(deployment: LustreConfig["deployment"]): Kind {
  if (deployment === "scratch-2") return "scratch2";
  return deployment.startsWith("persistent-2") ? "persistent2" : "persistent1";
}

const kindsOf = (offer: LustreOffer): Kind[] => [
  ...(offer.persistent2 === "none" ? [] : ["persistent2" as const]),
  ...(offer.persistent1 ? ["persistent1" as const] : []),
  ...(offer.scratch2 ? ["scratch2" as const] : []),
];

const regionUnknown: AwsRule = {
  id: "lustre/region-unknown",
  title: "What FSx offers in the zone is known.",
  severity: "warning",
  why: "AWS's list names neither the zone nor its Region, so FSx may refuse the file system when it is created.",
  source: REGION_SOURCES.lustre.url,
  *check({ env: { lustre } }) {
    if (!lustre || lustreOffer(lustre.zone) !== null) return;
    yield {
      path: ["lustre", "deployment"],
      message: `it is unknown whether ${lustre.zone} offers ${lustre.config.deployment}`,
      fix: "ask AWS or try it in the FSx console; then name this rule in ignoreRules",
    };
  },
};

const zoneKnown: AwsRule = {
  id: "lustre/zone-known",
  title: "The file system stands in a zone of the network.",
  severity: "error",
  why: "There is no private subnet for it elsewhere.",
  source: LUSTRE_SOURCES.deployments.url,
  *check({ config, env: { network } }) {
    const zone = config.lustre?.zone;
    if (zone === undefined || network.zones.includes(zone)) return;
    const near = didYouMean(zone, network.zones);
    yield {
      path: ["lustre", "zone"],
      message: `the network has no private subnet in ${zone}; it has ${orList(network.zones)}`,
      fix: near ?? `write zone: ${orList(network.zones.map((z) => JSON.stringify(z)))}, or add ${zone} to the network`,
    };
  },
};

const sameZone: AwsRule = {
  id: "lustre/same-zone",
  title: "Clients that could reach the file system over EFA stand in its zone.",
  severity: "warning",
  why: "EFA traffic cannot cross availability zones: nodes elsewhere mount over TCP, slower, and every byte is billed.",
  source: LUSTRE_SOURCES.efa.url,
  *check({ env }) {
    const { lustre } = env;
    if (!lustre) return;
    const { tcp, efa } = LUSTRE_CLIENT_GBPS;
    for (const group of efaClientsElsewhere(env)) {
      const away = group.machines.zones.filter((zone) => zone !== lustre.zone);
      if (away.length === 0) continue;
      yield {
        path: ["lustre", "zone"],
        message: `the EFA file system serves EFA in ${lustre.zone} only; node group ${group.name} in ${orList(away)} reaches it over TCP, at most ${tcp} Gbps for a node instead of up to ${efa}, and traffic between zones is billed`,
        fix: `put both in one zone, such as zone: "${away[0]}" here, or live with it`,
      };
    }
  },
};

const crossZoneClients: AwsRule = {
  id: "lustre/cross-zone-clients",
  title: "Clients of the file system stand in its zone.",
  severity: "warning",
  why: "A file system has one zone. Every byte to and from another zone is billed, and takes longer.",
  source: "https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer",
  *check({ env }) {
    const { lustre } = env;
    if (!lustre) return;
    const elsewhere = efaClientsElsewhere(env);
    for (const group of ec2Groups(env).filter((g) => !elsewhere.includes(g))) {
      const away = group.machines.zones.filter((zone) => zone !== lustre.zone);
      if (away.length === 0) continue;
      yield {
        path: hasFixedZone(group) ? ["lustre", "zone"] : groupPath(group, "zone"),
        message: `node group ${group.name} also runs in ${away.join(", ")}, the file system in ${lustre.zone}: traffic between zones is billed`,
        fix: hasFixedZone(group)
          ? `write zone: "${away[0]}" here, if that group uses the file system most`
          : `write zone: "${lustre.zone}" for the group, if its pods use the file system much`,
      };
    }
  },
};

const hasFixedZone = ({ machines: { capacity } }: ResolvedNodeGroup): boolean =>
  capacity.kind === "reservation" || capacity.kind === "capacity-block";

const mountPathReserved: AwsRule = {
  id: "lustre/mount-path-reserved",
  title: "The file system is mounted where it hides nothing.",
  severity: "error",
  why: "A mount hides what lies under it: system folders, homes, or the NVMe disks that EKS mounts at /mnt/k8s-disks.",
  source: "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html",
  *check({ env: { lustre, storage } }) {
    if (!lustre) return;
    const { mountPath } = lustre.config;
    const hidden = hiddenBy(mountPath);
    if (hidden === undefined) return;
    yield {
      path: [...lustre.path, "mountPath"],
      message: `a mount at ${mountPath} hides what the node has in ${hidden}`,
      fix: `write mountPath: "${freeFolder(lustre.name, storage, "/fsx")}", or another folder of its own`,
    };
  },
};

export const LUSTRE_PLACE_RULES: readonly AwsRule[] = [
  regionOffers,
  regionUnknown,
  zoneKnown,
  sameZone,
  crossZoneClients,
  mountPathReserved,
];
