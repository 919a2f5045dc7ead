import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { ReviewedChange } from "../changes/resource-changes";
import { newBlocks, reachOf, type Reach } from "./reach";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList, capital, listOf, recordOf, resourceText, valueAt } from "./words";

/** Traffic that is let in. */
interface Opening {
  readonly blocks: readonly string[];
  /** `SSH (22)`, `ports 30000 to 32767`, `all traffic` */
  readonly ports: string;
}

type Values = ReviewedChange["before"];

/** How each type says whom it lets in. */
const OPENINGS: Readonly<Record<string, (values: Values) => Opening[]>> = {
  aws_vpc_security_group_ingress_rule: (values) => [opening([values?.["cidr_ipv4"], values?.["cidr_ipv6"]], values)],
  aws_security_group_rule: (values) =>
    values?.["type"] === "ingress"
      ? [opening([...listOf(values["cidr_blocks"]), ...listOf(values["ipv6_cidr_blocks"])], values)]
      : [],
  aws_security_group: inline,
  aws_default_security_group: inline,
  aws_network_acl_rule: (values) =>
    values?.["egress"] === false && values["rule_action"] === "allow"
      ? [opening([values["cidr_block"], values["ipv6_cidr_block"]], values)]
      : [],
};

function inline(values: Values): Opening[] {
  return listOf(values?.["ingress"])
    .map(recordOf)
    .map((rule) => opening([...listOf(rule["cidr_blocks"]), ...listOf(rule["ipv6_cidr_blocks"])], rule));
}

function opening(blocks: readonly unknown[], values: Values): Opening {
  return {
    blocks: blocks.filter((block): block is string => typeof block === "string" && block !== ""),
    ports: portsText(values),
  };
}

const PORTS: Readonly<Record<number, string>> = {
  22: "SSH",
  53: "DNS",
  80: "HTTP",
  443: "HTTPS and the Kubernetes API",
  988: "Lustre",
  2049: "NFS",
  3000: "Grafana",
  3306: "MySQL",
  5432: "PostgreSQL",
  6443: "the Kubernetes API",
  6817: "slurmctld",
  6818: "slurmd",
  6819: "slurmdbd",
  6820: "Slurm's REST API",
  8888: "Jupyter",
  9090: "Prometheus",
  10250: "the kubelet",
};

function portsText(values: Values): string {
  const protocol = String(values?.["ip_protocol"] ?? values?.["protocol"] ?? "-1");
  const [from, to] = [values?.["from_port"], values?.["to_port"]].map((port) =>
    typeof port === "number" ? port : null,
  );
  if (protocol === "-1" || protocol === "all" || from === null || from === undefined || to === null || to === undefined)
    return "all traffic";
  if (from <= 0 && to >= 65535) return "all ports";
  const known = Object.entries(PORTS).filter(([port]) => from <= Number(port) && Number(port) <= to);
  const names =
    known.length > 0
      ? ` (${andList(known.slice(0, 4).map(([, name]) => name))}${known.length > 4 ? " and more" : ""})`
      : "";
  return `${from === to ? `port ${from}` : `ports ${from} to ${to}`}${names}`;
}

const SEVERITY: Readonly<Record<Reach, SectionFinding["severity"]>> = {
  world: "danger",
  public: "warning",
  private: "info",
  nobody: "info",
};

const WHO: Readonly<Record<Reach, string>> = {
  world: "everybody on the internet",
  public: "addresses on the internet",
  private: "private addresses",
  nobody: "nobody",
};

/** Whom security groups let in that they did not before. */
export function openedRules(changeSet: ChangeSet): SectionFinding[] {
  return changeSet.ofType(...Object.keys(OPENINGS)).flatMap((change) => {
    const read = OPENINGS[change.type];
    if (!read) return [];
    const [before, after] = [change.before ? read(change.before) : [], change.after ? read(change.after) : []];
    return [
      ...opened(change, before, after),
      ...unknownBlocks(change),
      ...listed(change),
      ...grouped(change, changeSet),
      ...closed(change, before, after),
    ];
  });
}

function opened(change: ReviewedChange, before: readonly Opening[], after: readonly Opening[]): SectionFinding[] {
  return after.flatMap(({ blocks, ports }) => {
    const known = before
      .filter((old) => old.ports === ports || old.ports === "all traffic")
      .flatMap((old) => old.blocks);
    const added = newBlocks(blocks, known);
    const reach = reachOf(added);
    if (reach === "nobody") return [];
    // a private rule of something new is what it is made for
    if (reach === "private" && change.action === "create") return [];
    const severity = reach === "private" && known.length > 0 ? "warning" : SEVERITY[reach];
    return [
      findingOn("security", severity, change, {
        title: `${capital(resourceText(change))} lets in ${WHO[reach]} (${andList(added.slice(0, 5))}${added.length > 5 ? " and more" : ""}): ${ports}.`,
        details: known.length > 0 ? [`Before: ${andList(known.slice(0, 5))}.`] : [],
        about: ["network", "cluster.endpoint"],
      }),
    ];
  });
}

const BLOCKS = ["cidr_ipv4", "cidr_ipv6", "cidr_blocks", "ipv6_cidr_blocks"];

function unknownBlocks(change: ReviewedChange): SectionFinding[] {
  const unknown = recordOf(change.unknown);
  const isNew = change.action === "create" || change.action === "replace";
  // what a new group lets in is always unknown, unless it is written in it: that is told of the plan
  const names = [...BLOCKS, ...(isNew ? [] : ["ingress"])].filter((name) => unknown[name] === true);
  if (names.length === 0 || !(isNew || change.attributes.some(({ path }) => names.includes(path)))) return [];
  return [
    findingOn("security", "danger", change, {
      title: `Whom ${resourceText(change)} lets in is known after apply only.`,
    }),
  ];
}

/** Members of another group, or of one of another account. */
function grouped(change: ReviewedChange, { env }: ChangeSet): SectionFinding[] {
  const of = (values: Values) => values?.["referenced_security_group_id"] ?? values?.["source_security_group_id"];
  const [was, is] = [of(change.before), of(change.after)];
  if (change.action === "delete" || typeof is !== "string" || is === "" || is === was) return [];
  const owner = /^(\d{12})\//.exec(is)?.[1];
  const isForeign = owner !== undefined && owner !== awsOf(env)?.account;
  if (change.type !== "aws_vpc_security_group_ingress_rule" && change.type !== "aws_security_group_rule") return [];
  if (!isForeign && (change.action === "create" || typeof was !== "string" || was === "")) return [];
  const title = `${capital(resourceText(change))} lets in members of ${is}${isForeign ? ", a group of another account" : ""}: ${portsText(change.after)}.`;
  return [
    findingOn("security", "danger", change, {
      title,
      details: [`Before: ${String(was ?? "nobody")}.`],
      about: ["network"],
    }),
  ];
}

/** A list of prefixes has blocks that no plan shows, and that may change without one. */
function listed(change: ReviewedChange): SectionFinding[] {
  const list = change.after?.["prefix_list_id"];
  const isIngress = change.type === "aws_vpc_security_group_ingress_rule";
  if (!isIngress || typeof list !== "string" || list === "" || list === change.before?.["prefix_list_id"]) return [];
  const title = `${capital(resourceText(change))} lets in the blocks of ${list}, which the plan does not show: ${portsText(change.after)}.`;
  return [findingOn("security", "warning", change, { title, about: ["network"] })];
}

/** What closes to the internet; the rest closes without a word. */
function closed(change: ReviewedChange, before: readonly Opening[], after: readonly Opening[]): SectionFinding[] {
  const gone = newBlocks(
    before.flatMap(({ blocks }) => blocks),
    after.flatMap(({ blocks }) => blocks),
  );
  const reach = reachOf(gone);
  if (reach !== "world" && reach !== "public") return [];
  return [
    findingOn("security", "info", change, {
      title: `${capital(resourceText(change))} no longer lets in ${andList(gone.slice(0, 5))}.`,
    }),
  ];
}

/** Who reaches the Kubernetes API over the internet. */
export function openedClusters({ ofType }: ChangeSet): SectionFinding[] {
  return ofType("aws_eks_cluster").flatMap((change) => {
    const [before, after] = [publicBlocks(change.before), publicBlocks(change.after)];
    const isHidden = change.attributes.some(
      ({ path, after: shown }) => /public_access/.test(path) && shown.kind === "unknown",
    );
    if (isHidden)
      return [
        findingOn("security", "warning", change, {
          title: "Who reaches the Kubernetes API over the internet is known after apply only.",
        }),
      ];
    const [added, gone] = [newBlocks(after, before), newBlocks(before, after)];
    const reach = reachOf(added);
    const about = ["cluster.endpoint"];
    if (added.length > 0) {
      const title = `The Kubernetes API of ${resourceText(change)} can be reached over the internet, by ${WHO[reach]}: ${andList(added.slice(0, 5))}.`;
      const details =
        before.length > 0 ? [`Before: ${andList(before)}.`] : ["Before, it could be reached from inside the VPC only."];
      return [
        findingOn("security", reach === "world" ? "danger" : "warning", change, {
          title,
          details: change.before ? details : [],
          about,
        }),
      ];
    }
    if (gone.length === 0 || change.action === "delete") return [];
    return [
      findingOn("security", "info", change, {
        title: `The Kubernetes API of ${resourceText(change)} is closed to ${andList(gone)}.`,
        about,
      }),
    ];
  });
}

/** AWS takes no list for everybody. */
function publicBlocks(values: Values): string[] {
  if (values === null || valueAt(values, "vpc_config.0.endpoint_public_access") !== true) return [];
  const blocks = listOf(valueAt(values, "vpc_config.0.public_access_cidrs")).map(String);
  return blocks.length === 0 ? ["0.0.0.0/0"] : blocks;
}
