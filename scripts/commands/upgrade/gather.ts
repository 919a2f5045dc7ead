import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import type { LoadedEnvironment } from "../../../config";
import { onlyOnAws, type LoadedOnAws } from "../../lib/environments/on-aws";
import type { ChartName } from "../../../config/facts/versions";
import { compareVersions } from "../../../config/kernel/version-order";
import { KUBERNETES_MINORS } from "../../../config/facts/kubernetes";
import { awsAccess } from "../../lib/aws/access";
import type { Answers } from "../../lib/aws/answers";
import { routedFetch } from "../../lib/aws/routed-fetch";
import { askCharts } from "./ask-charts";
import { chartsOf } from "./chart-moves";
import type { LiveAnswers } from "./model";
import type { Fetch } from "../../lib/charts/repositories";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

export interface GatherProps {
  readonly environments: readonly LoadedEnvironment[];
  readonly answers?: Answers | undefined;
  /** Day of the answers. */
  readonly asOf: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @default - the network, by the way that AWS is asked */
  readonly fetch?: Fetch | undefined;
}

/**
 * Asks AWS, in each Region of the environments, and the repositories of their charts.
 * @returns answers by Region; of null are those for clusters that exist, for which no AWS is asked
 */
export async function gather(props: GatherProps): Promise<ReadonlyMap<string | null, LiveAnswers>> {
  const { environments, answers, asOf, env, fetch } = props;
  const charts = [...new Set(environments.flatMap(({ resolved }) => chartsOf(resolved)))] as ChartName[];
  const ofCharts = askCharts({ charts, answers, fetch: fetch ?? routedFetch(env) });
  const found = new Map<string | null, LiveAnswers>();
  const onAws = onlyOnAws(environments);
  if (onAws.length < environments.length) {
    const { charts: released, unanswered } = await ofCharts;
    found.set(null, { ...NOTHING_OF_AWS, asOf, charts: released, unanswered });
  }
  if (onAws.length === 0) return found;
  // the SDK takes a third of a second, and only this needs it
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { askAws } = require("./ask-aws") as typeof import("./ask-aws");
  const regions = [...new Set(onAws.map(({ resolved }) => resolved.region))];
  for (const region of regions) {
    const own = onAws.filter(({ resolved }) => resolved.region === region);
    const aws = awsAccess({ region, env, ...(answers && { answers }) });
    const ofAws = await askAws({ aws, minors: minorsFrom(own), ...variants(own) });
    const { charts: released, unanswered } = await ofCharts;
    found.set(region, { ...ofAws, asOf, charts: released, unanswered: [...ofAws.unanswered, ...unanswered] });
  }
  return found;
}

/** Answers where AWS has nothing to say. */
const NOTHING_OF_AWS = { minors: new Map(), addons: new Map(), al2023: new Map(), bottlerocket: new Map() } as const;

/** The oldest minor that an environment has, and all later ones. */
function minorsFrom(environments: readonly LoadedOnAws[]): string[] {
  const oldest = environments.map(({ resolved }) => resolved.cluster.version).sort(compareVersions)[0] ?? "1";
  return KUBERNETES_MINORS.filter((minor) => compareVersions(minor, oldest) >= 0);
}

/** Variants of images in the names of AWS's public parameters. */
function variants(environments: readonly LoadedOnAws[]): { al2023: string[]; bottlerocket: string[] } {
  const types = environments.flatMap(({ resolved }) => [
    resolved.cluster.systemImage.amiType,
    ...ec2Groups(resolved).flatMap(({ machines: { image } }) =>
      isNamedImage(image) || image.amiType === null ? [] : [image.amiType],
    ),
  ]);
  const of = (start: string) => [...new Set(types)].filter((type) => type.startsWith(start)).sort();
  const arch = (type: string) => (type.includes("_ARM_64") ? "arm64" : "x86_64");
  return {
    al2023: of("AL2023_").map((type) => `${arch(type)}/${type.endsWith("_NVIDIA") ? "nvidia" : "standard"}`),
    bottlerocket: of("BOTTLEROCKET_").map(
      (type) => `aws-k8s-{minor}${type.endsWith("_NVIDIA") ? "-nvidia" : ""}/${arch(type)}`,
    ),
  };
}
