import { awsOf, type AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { LoadedEnvironment } from "../../../config";
import { openQuestions } from "../../../config/sites/aws-eks/account/asked-of-account";
import { namedSecrets } from "../../../config/names/named-secrets";
import { pathText } from "../../../config/kernel/issues";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ResolvedCheckpoints, Retention } from "../../../config/checkpoints/resolve";
import { uncopied } from "../../../config/checkpoints/uncopied";
import { copiesText } from "../../lib/environments/copies";
import { taskText } from "../../../config/checkpoints/resolve-tasks";
import { fabricTitle } from "../../../config/fabrics/resolve";
import type { ResolvedPool } from "../../../config/pools/pool";
import { costTable, gpuHourText } from "../../lib/environments/cost-table";
import { count } from "../../lib/environments/report-problems";
import type { StackSummary } from "../../lib/synth/synthesize";
import { number, table } from "../../lib/terminal/table";
import { times } from "../../../config/money/cost-nodes";

/** What a person wants to know after synth: stacks, nodes, storage, money, findings, what to type next. */
export function environmentSummary(
  { resolved, findings }: LoadedEnvironment,
  stacks: readonly StackSummary[],
  quiet: boolean,
): string {
  if (quiet && !findings.active.length && !findings.ignored.length) return `${resolved.name}: no findings`;
  const own = stacks.filter((s) => s.environment === resolved.name);
  const sections = [
    title(resolved),
    ...(quiet ? [] : [stackSection(own), nodeSection(resolved), storageSection(resolved), costSection(resolved)]),
    findingSection(findings),
    ...(quiet ? [] : openSection(awsOf(resolved))),
    ...(quiet ? [] : secretSection(resolved)),
    ...(quiet ? [] : [nextSection(resolved)]),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The same for programs: null is unknown. */
export function synthJson({ resolved, findings }: LoadedEnvironment, stacks: readonly StackSummary[]): object {
  const { name, region, cluster, cost } = resolved;
  const aws = awsOf(resolved);
  return {
    environment: name,
    account: aws?.account ?? null,
    region,
    kubernetes: cluster.version,
    stacks: stacks.filter((s) => s.environment === name).map(({ name: stack, resources }) => ({ stack, resources })),
    nodeGroups: resolved.nodeGroups.map((group) => ({
      name: group.name,
      instanceType: group.machineType,
      nodes: { min: group.count.min, max: group.count.max, initial: group.count.initial },
      capacity: capacityKind(group),
      gpus: (group.gpus?.count ?? 0) * group.count.max,
      gbpsPerNode: group.fabric.gbps,
    })),
    cost,
    findings: findings.active,
    ignored: findings.ignored,
    secrets: namedSecrets(resolved).map(({ path, namespace, name: secret, holds, without, needed }) => ({
      namespace,
      name: secret,
      key: pathText(path),
      holds,
      without,
      needed,
    })),
    unknown: (aws ? openQuestions(aws) : []).map(({ path, ...rest }) => ({ key: pathText(path), ...rest })),
  };
}

/** Where the machines come from; `existing` where they are there. */
const capacityKind = (group: ResolvedPool): string =>
  group.machines.kind === "aws" ? group.machines.capacity.kind : "existing";

function title(env: SiteEnvironment): string[] {
  const { name, production, cluster } = env;
  const aws = awsOf(env);
  const place = aws ? `account ${aws.account}  ·  ${aws.region}` : env.site;
  const text = `${name}  ·  ${place}  ·  ${production ? "production" : "development"}  ·  Kubernetes ${cluster.version}`;
  return [text, "═".repeat(text.length)];
}

function stackSection(stacks: readonly StackSummary[]): string[] {
  const total = stacks.reduce((sum, { resources }) => sum + resources, 0);
  const rows = stacks.map(({ name, resources }) => [`  ${name}`, String(resources)]);
  return [`Stacks, in the order of deployment (${total} resources)`, ...table(["  stack", "resources"], rows, [1])];
}

function nodeSection({ nodeGroups }: SiteEnvironment): string[] {
  const fabric = fabricTitle(nodeGroups.map((g) => g.fabric));
  const head = ["  node group", "type", "nodes", "capacity", "GPUs", `${fabric}/node`, "Gbps/node", "Gbps in all"];
  const rows = nodeGroups.map((g) => [
    `  ${g.name}`,
    g.machineType,
    nodeCount(g),
    capacityKind(g),
    g.gpus ? `${g.gpus.count * g.count.max} ${g.gpus.type}` : "–",
    g.fabric.devices > 0 ? String(g.fabric.devices) : "–",
    gbps(g.fabric.gbps),
    gbps(times(g.fabric.gbps, g.count.max)),
  ]);
  const gpus = nodeGroups.reduce((sum, g) => sum + (g.gpus?.count ?? 0) * g.count.max, 0);
  return [`Node groups (${count(gpus, "GPU")} at full size)`, ...table(head, rows, [4, 5, 6, 7])];
}

function nodeCount({ count: nodes }: ResolvedPool): string {
  if (nodes.owner === "terraform") return String(nodes.initial);
  if (nodes.owner === "schedule") return `0/${nodes.max}`;
  if (nodes.owner === "autoscaler") return `${nodes.min}–${nodes.max}`;
  const state = { before: "not begun", open: "open", over: "over" }[nodes.window ?? "before"];
  return `${nodes.max} (block ${state})`;
}
const gbps = (value: number | null): string => (value === null ? "unknown" : number(value));

function storageSection(env: SiteEnvironment): string[] {
  const { lustre, storage, checkpoints } = env;
  const lines: string[] = [];
  if (lustre) {
    const { size, config } = lustre;
    const capacity = size.capacityGiB === null ? "grows with use" : `${number(size.capacityGiB)} GiB`;
    const speed = lustre.throughputMBps === null ? "unknown" : `${number(lustre.throughputMBps / 1000, 1)} GB/s`;
    const metadata = size.metadataIops === null ? "" : `, ${number(size.metadataIops)} metadata IOPS`;
    lines.push(
      `  Lustre   ${capacity}, ${speed}${metadata}; ${config.deployment}${size.efa ? " with EFA" : ""}, ${lustre.zone}, ${config.mountPath}`,
    );
  }
  for (const { title, lines: about, mount } of storage.filter(({ name }) => name !== lustre?.name))
    lines.push(
      `  ${title.padEnd(7)}  ${[...about, mount.zones.join(" and "), mount.mountPath].filter(Boolean).join(", ")}`,
    );
  if (checkpoints) {
    const { warm, bucket, prefix, cold, archive } = checkpoints;
    if (warm && lustre)
      lines.push(
        `  warm     ${lustre.config.mountPath}${warm.path}, linked to the bucket; ${keptText(warm)}${contentsText(warm)}`,
      );
    lines.push(
      `  cold     s3://${bucket.name}/${prefix}: ${bucket.kind === "existing" ? UNKNOWN_LIFE : lifeText(cold)}`,
    );
    if (archive)
      lines.push(
        `  archive  s3://${bucket.name}/${archive.prefix}: ${bucket.kind === "existing" ? UNKNOWN_LIFE : lifeText(archive)}`,
      );
    const { replicateTo } = checkpoints;
    if (replicateTo) lines.push(`  copies   ${copiesText({ ...replicateTo, uncopied: uncopied(env) })}`);
  }
  return ["Storage", ...(lines.length ? lines : ["  none"])];
}

/** Of a bucket that is not made here. */
const UNKNOWN_LIFE =
  "how long objects are kept there is unknown: the bucket exists, and its lifecycle is not Railyard's";

/** What becomes of the objects of a tier, in the bucket. */
function lifeText({
  transitions,
  expireAfterDays,
  ...kept
}: Pick<ResolvedCheckpoints["cold"], "transitions" | "expireAfterDays"> & Partial<Retention>): string {
  const { keepLast = null, keepEvery = null } = kept;
  const ages = [
    ...transitions.map(({ afterDays, to }) => `${to} after ${count(afterDays, "day")}`),
    ...(expireAfterDays === null ? [] : [`deleted after ${count(expireAfterDays, "day")}`]),
    ...(expireAfterDays === null && keepLast === null ? ["kept for ever"] : []),
  ].join(", ");
  return [ages, keepLast === null ? "" : keptText({ keepLast, keepEvery })].filter(Boolean).join("; ");
}

function keptText({ keepLast, keepEvery }: Retention): string {
  if (keepLast === null) return "keeps every checkpoint";
  const every = keepEvery === null ? "" : ` and every step that ${number(keepEvery)} divides`;
  return `of a run, all but the last ${count(keepLast, "checkpoint")}${every} are deleted`;
}

function contentsText({ keepData, tasks }: NonNullable<ResolvedCheckpoints["warm"]>): string {
  const kept =
    keepData === null
      ? []
      : [`contents of the last ${number(keepData)} alone stay, once tiers.sbatch has released the others`];
  return [...kept, ...tasks.map(taskText)].map((text) => `; ${text}`).join("");
}

function costSection({ cost, region }: SiteEnvironment): string[] {
  const { head, rows, right, notes } = costTable(cost);
  const indented = rows.map(([label = "", ...rest]) => [`  ${label}`, ...rest]);
  return [
    region === null ? "Cost at full size" : `Cost at full size: estimate in ${region}, USD`,
    ...table([`  ${head[0]}`, ...head.slice(1)], indented, right),
    ...(cost.gpuHours.perMonth ? [`  GPU-hours: ${gpuHourText(cost.gpuHours)}`] : []),
    ...notes.map((note) => `  ${note}`),
  ];
}

function findingSection({ active, ignored }: LoadedEnvironment["findings"]): string[] {
  if (!active.length && !ignored.length) return ["Findings: none"];
  return [
    `Findings: ${count(active.length, "warning")}${ignored.length ? `, ${ignored.length} ignored` : ""}`,
    ...active.flatMap((f) => [
      `  ${f.severity}  ${f.rule}  ${pathText(f.path)}`,
      `      ${f.message}`,
      `      fix: ${f.fix}`,
    ]),
    ...ignored.flatMap((f) => [
      `  ignored ${f.severity}  ${f.rule}  ${pathText(f.path)}`,
      `      ${f.message}`,
      `      until ${f.until}: ${f.reason}`,
    ]),
  ];
}

/** Not a finding: nothing in config can answer it. */
function openSection(env: AwsEnvironment | null): string[][] {
  const open = env ? openQuestions(env) : [];
  if (!env || open.length === 0) return [];
  const lines = open.flatMap(({ path, text }) => [`  ${pathText(path)}`, `      ${text}`]);
  return [[`Unknown until the account is asked (npx railyard preflight ${env.name})`, ...lines]];
}

/** Config names them and never holds what is in them: somebody makes them in the cluster. */
function secretSection(env: SiteEnvironment): string[][] {
  const secrets = namedSecrets(env);
  if (secrets.length === 0) return [];
  const lines = secrets.flatMap(({ namespace, name, path, holds, without }) => [
    `  ${namespace}/${name}  ${pathText(path)}`,
    `      ${holds}; without it ${without}`,
  ]);
  return [["Secrets that you make in the cluster", ...lines]];
}

function nextSection({ name, region }: SiteEnvironment): string[] {
  const [without, asked] = region === null ? ["cluster", "cluster"] : ["cloud account", "account"];
  return [
    "Next",
    `  npx railyard rehearse ${name}    runs the real Terraform over every stack, with no ${without}`,
    `  npx railyard preflight ${name}   asks whether the ${asked} can have it`,
    `  npx railyard deploy ${name}      deploys the stacks in order; asks before each one`,
  ];
}
