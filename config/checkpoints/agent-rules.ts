import { didYouMean, orList } from "../kernel/nearest";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule } from "../sites/aws-eks/rule";
import { agentFolder } from "./agent-folder";
import { isLinked } from "./link-rules";

const AGENT = ["checkpoints", "agent"];
const DESIGN =
  "https://kubernetes.io/docs/concepts/storage/volumes/#using-subpath; Railyard's own design: docs/checkpoints.md says who takes checkpoints from tier to tier";

const image: AwsRule = {
  id: "checkpoints/agent-image",
  title: "The agent of tiers has an image.",
  severity: "error",
  why: "Its pod is made from one, and nobody publishes it: whoever runs it knows what is in it.",
  source: "https://kubernetes.io/docs/concepts/containers/images/",
  *check({ env: { checkpoints, name } }) {
    if (!checkpoints?.agent || checkpoints.agent.image !== null) return;
    yield {
      path: [...AGENT, "image"],
      message: "no image is named",
      fix: `npx railyard examples ${name} writes images/tiers/Dockerfile: build it, push it, and name it by its digest (docs/checkpoints.md)`,
    };
  },
};

const folder: AwsRule = {
  id: "checkpoints/agent-folder",
  title: "The agent of tiers has a folder of checkpoints on a volume.",
  severity: "error",
  why: "It sees one folder of one volume, and nothing else; on a whole volume every folder would be a run.",
  source: DESIGN,
  *check({ env }) {
    const agent = env.checkpoints?.agent;
    if (!agent) return;
    const names = env.storage.filter(isShared).map(({ name }) => name);
    const one = names[0] ?? "home";
    if (isLinked(env)) {
      const key = agent.volume !== null ? "volume" : agent.path !== null ? "path" : null;
      if (key === null) return;
      yield {
        path: [...AGENT, key],
        message: `${JSON.stringify(agent[key])} is said of a Lustre that is linked to the bucket, of which checkpoints.warm.path says the folder`,
        fix: `take ${key} out`,
      };
    } else if (agent.volume === null)
      yield {
        path: [...AGENT, "volume"],
        message: "no Lustre is linked to the bucket, and no volume is named",
        fix:
          names.length === 0
            ? "add a volume to storage, and name it"
            : `write volume: ${orList(names.map((name) => JSON.stringify(name)))}`,
      };
    else if (!names.includes(agent.volume))
      yield {
        path: [...AGENT, "volume"],
        message: `${JSON.stringify(agent.volume)} is no volume that all pods share; there ${names.length === 1 ? "is" : "are"} ${orList(names) || "none"}`,
        fix: didYouMean(agent.volume, names) ?? `write volume: ${JSON.stringify(one)}`,
      };
    else if (/^\/+$/.test(agent.path ?? "/checkpoints"))
      yield {
        path: [...AGENT, "path"],
        message: `${agent.path} is the whole volume ${agent.volume}`,
        fix: 'write path: "/checkpoints"',
      };
  },
};

/** Disks of hosts and buckets are no volumes that checkpoints of several nodes lie on. */
const isShared = ({ kind }: AwsEnvironment["storage"][number]): boolean =>
  kind !== "s3-compatible" && kind !== "nvme-of";

const idle: AwsRule = {
  id: "checkpoints/agent-idle",
  title: "The agent of tiers has something to do.",
  severity: "error",
  why: "A linked Lustre copies itself to the bucket: beside milestones there is nothing to copy.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoexport-data-repo-dra.html",
  *check({ env }) {
    if (!env.checkpoints?.agent || !isLinked(env) || agentFolder(env) === null) return;
    if (env.checkpoints.archive !== null && env.checkpoints.archive.every !== null) return;
    yield {
      path: AGENT,
      message: "Lustre copies itself to the bucket, and archive.every says no milestones",
      fix: "take agent out, or write archive: { every: 10000 } or another number of steps",
    };
  },
};

const keepData: AwsRule = {
  id: "checkpoints/keep-data",
  title: "Contents of fewer checkpoints stay on Lustre than files of them do.",
  severity: "warning",
  why: "Otherwise nothing is ever released: what is older than that is deleted, or there is no bucket that has it.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/release-files.html",
  *check({ env }) {
    const warm = env.checkpoints?.warm;
    if (!warm || warm.keepData === null) return;
    const path = ["checkpoints", "warm", "keepData"];
    if (!isLinked(env))
      yield {
        path,
        message: "no Lustre is linked to the bucket: files have their contents nowhere else",
        fix: "take keepData out, or link a Lustre by warm",
      };
    else if (warm.keepLast !== null && warm.keepEvery === null && warm.keepData >= warm.keepLast)
      yield {
        path,
        message: `the contents of the last ${warm.keepData} checkpoints stay, and files of the last ${warm.keepLast} alone`,
        fix: `write keepLast: ${warm.keepData + 1} or more, or a smaller keepData, or take it out`,
      };
  },
};

/** What copies checkpoints in the cluster, and what releases them. */
export const CHECKPOINTS_AGENT_RULES: readonly AwsRule[] = [image, folder, idle, keepData];
