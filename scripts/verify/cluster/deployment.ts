import { z } from "zod";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { jsonIn } from "../../lib/files/read-json";
import type { ClusterApi, ClusterObject } from "../../lib/kubernetes/cluster-api";
import { ClusterCallError } from "../../lib/kubernetes/cluster-failure";
import { type PlannedRelease, plannedReleases } from "../../lib/synth/planned-releases";
import type { ClusterCheck } from "../check";
import { UnreadableOutputError } from "../parse/unreadable";
import type { Figure, Finding, Verdict } from "../verdict";
import { unreadyWhy } from "./object-state";
import { NOT_READ, seenByPods } from "./release-pods";
import { seenPools, type SeenPool, seenPool } from "./seen-pools";
import { ServedKinds } from "./served-kinds";
import { type ReleasedObject, storedRelease } from "./stored-release";

const seenRelease = z.strictObject({
  name: z.string(),
  namespace: z.string(),
  chart: z.string(),
  version: z.string().nullable(),
  /** Of the last revision; null: Helm knows none; `not read`: no Secret may be read. */
  status: z.string().nullable(),
  /** Version of the chart that is installed; null: it may not be read. */
  installed: z.string().nullable(),
  objects: z.number(),
  /** What is missing or not ready, in words. */
  wrong: z.array(z.string()),
  unknown: z.array(z.string()),
});
const seen = z.strictObject({ releases: z.array(seenRelease), pools: z.array(seenPool) });

type SeenRelease = z.output<typeof seenRelease>;

/** Whether everything of the config is there and ready: releases with all that they have made, and nodes with what they offer. */
export const deploymentCheck = (
  environment: SiteEnvironment,
  planned: () => readonly PlannedRelease[] = () => plannedReleases(environment),
): ClusterCheck => ({
  id: "deployment",
  title: "Deployment",
  suites: ["accept", "weekly"],
  ask: async (api) => {
    const releases = (await maySecretsBeRead(api))
      ? await seenByHelm(api, planned())
      : await seenByPods(api, planned());
    return `${JSON.stringify({ releases, pools: await seenPools(api, environment.nodeGroups) })}\n`;
  },
  judge: (output) => {
    const read = seen.safeParse(jsonIn(output));
    if (!read.success) throw new UnreadableOutputError("the look at the deployment", "has another form");
    return judgeDeployment(environment.name, read.data);
  },
});

/** Whether what Helm keeps of releases is answered: accounts of narrow rights may read no Secret. */
async function maySecretsBeRead(api: ClusterApi): Promise<boolean> {
  try {
    await api.list("/api/v1/secrets", OF_HELM);
    return true;
  } catch (error) {
    if (error instanceof ClusterCallError && error.failure.kind === "forbidden") return false;
    throw error;
  }
}

async function seenByHelm(api: ClusterApi, planned: readonly PlannedRelease[]): Promise<SeenRelease[]> {
  const look = new ReleaseLook(api);
  const releases: SeenRelease[] = [];
  for (const release of planned) releases.push(await look.at(release));
  return releases;
}

const OF_HELM = { metadataOnly: true, labelSelector: "owner=helm" } as const;

/** Looks at releases of one cluster; what is listed for one is known for the others. */
class ReleaseLook {
  readonly #kinds: ServedKinds;

  constructor(private readonly api: ClusterApi) {
    this.#kinds = new ServedKinds(api);
  }

  async at({ name, namespace, chart, version }: PlannedRelease): Promise<SeenRelease> {
    const nothing = { name, namespace, chart, version, installed: null, objects: 0, wrong: [], unknown: [] };
    const revisions = await this.api.list("/api/v1/secrets", OF_HELM);
    const own = revisions.filter(
      ({ metadata }) => metadata.namespace === namespace && metadata.labels?.["name"] === name,
    );
    const last = own.toSorted((one, other) => revision(other) - revision(one))[0];
    if (!last) return { ...nothing, status: null };
    const status = last.metadata.labels?.["status"] ?? "of no status";
    if (status !== "deployed") return { ...nothing, status };
    let stored;
    try {
      const secret = await this.api.find(`/api/v1/namespaces/${namespace}/secrets/${last.metadata.name}`);
      stored = secret && storedRelease(secret);
    } catch (error) {
      return { ...nothing, status, unknown: [refused(error)] };
    }
    if (!stored) return { ...nothing, status, unknown: ["what Helm keeps of it cannot be read"] };
    const [wrong, unknown]: [string[], string[]] = [[], []];
    for (const object of stored.objects) {
      const what = `${object.kind} ${object.name}`;
      try {
        const why = await this.#why(object, namespace);
        if (why !== null) wrong.push(`${what} ${why}`);
      } catch (error) {
        unknown.push(`${what}: ${refused(error)}`);
      }
    }
    return { ...nothing, status, installed: stored.version, objects: stored.objects.length, wrong, unknown };
  }

  /** What is wrong with an object; null: nothing. */
  async #why({ apiVersion, kind, name, namespace }: ReleasedObject, ofRelease: string): Promise<string | null> {
    const served = await this.#kinds.find(apiVersion, kind);
    if (!served) return `is not there: the cluster has no ${kind} of ${apiVersion}`;
    // what is in Secrets and ConfigMaps is none of ours
    const metadataOnly = ["Secret", "ConfigMap"].includes(kind);
    const all = await this.api.list(served.path, { metadataOnly });
    const at = served.namespaced ? (namespace ?? ofRelease) : undefined;
    const found = all.find((one) => one.metadata.name === name && (at === undefined || one.metadata.namespace === at));
    if (!found) return `is not there${at === undefined ? "" : ` (namespace ${at})`}`;
    return metadataOnly ? null : unreadyWhy(kind, found);
  }
}

const revision = ({ metadata }: ClusterObject): number => Number(metadata.labels?.["version"] ?? 0);

/** @throws what is no refusal of the API */
function refused(error: unknown): string {
  if (error instanceof ClusterCallError) return error.failure.text;
  throw error;
}

function judgeDeployment(environment: string, { releases, pools }: z.output<typeof seen>): Verdict {
  const findings = [...releases.flatMap(ofRelease), ...pools.flatMap(ofPool)];
  const unknown = [
    ...releases.flatMap(({ name, unknown: ones }) => ones.map((one) => `${name}: ${one}`)),
    ...pools.flatMap(({ name, unknown: ones }) => ones.map((one) => `${name}: ${one}`)),
    ...(releases.some(({ status }) => status === NOT_READ)
      ? [
          "No Secret may be read here: whether releases are of the charts that config names, and whether objects of them are missing.",
        ]
      : []),
  ];
  const good = releases.filter((release) => ofRelease(release).length === 0 && release.unknown.length === 0).length;
  const figures = [
    ...releasesFigure(environment, good, releases),
    ...pools.flatMap(({ name, expected, ready }) =>
      expected > 0 ? [figure(`Nodes of ${name}`, ready, expected, `count of ${name}`)] : [],
    ),
  ];
  return {
    status: findings.length > 0 ? "failed" : unknown.length > 0 ? "measured" : "passed",
    figures,
    findings,
    ...(unknown.length > 0 && { unknown }),
  };
}

/** What has made no pods is not seen without Secrets, and counts for nothing. */
function releasesFigure(environment: string, good: number, releases: readonly SeenRelease[]): Figure[] {
  if (!releases.some(({ status }) => status === NOT_READ))
    return [figure("Releases that are there and ready", good, releases.length, `the stacks of ${environment}`)];
  const withPods = releases.filter(({ objects }) => objects > 0);
  const ready = withPods.filter(({ wrong }) => wrong.length === 0).length;
  return [figure("Releases whose pods are ready", ready, withPods.length, "what says that it is of them")];
}

const figure = (name: string, value: number, wanted: number, source: string): Figure => ({
  name,
  value,
  unit: "",
  floor: { value: wanted, basis: "computed", source },
});

function ofRelease({ name, namespace, chart, version, status, installed, wrong }: SeenRelease): Finding[] {
  const called = `Release ${name} in ${namespace}`;
  if (status === null)
    return [{ text: `${called} is not there.`, fix: "deploy, and read what Terraform says of helm_release" }];
  if (status !== "deployed" && status !== NOT_READ)
    return [
      { text: `${called} is ${status}.`, fix: `helm history ${name} --namespace ${namespace}; then deploy again` },
    ];
  const other =
    version !== null && installed !== null && plain(installed) !== plain(version)
      ? [{ text: `${called} has chart ${chart} ${installed}, and config ${version}.`, fix: "deploy" }]
      : [];
  return [
    ...other,
    ...wrong.map((one) => ({
      text: `${called}: ${one}.`,
      fix: one.includes(" is not there") ? "deploy" : "kubectl describe it, and its pods",
    })),
  ];
}

/** Some charts have a v before their version, in one of the two places. */
const plain = (version: string): string => version.replace(/^v/, "");

function ofPool({ name, expected, ready, nodes }: SeenPool): Finding[] {
  const few =
    ready < expected
      ? [
          {
            text: `${name} has ${ready} nodes that are ready, and config ${expected}.`,
            fix: "look at its capacity, at the node group or machines, and at kubelets that do not join",
          },
        ]
      : [];
  return [
    ...few,
    ...nodes.flatMap(({ node, wrong }) =>
      wrong.map((one) => ({ text: `${node} ${one}.`, fix: "look at the device plugin or driver on the node" })),
    ),
  ];
}
