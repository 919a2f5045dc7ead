import { EKSClient, paginateDescribeAddonVersions, paginateDescribeClusterVersions } from "@aws-sdk/client-eks";
import { GetParametersCommand, SSMClient } from "@aws-sdk/client-ssm";
import { CLUSTER_ADDONS, type ClusterAddon } from "../../../config/sites/aws-eks/cluster/resolve";
import { compareVersions, isVersion, newestVersion } from "../../../config/kernel/version-order";
import type { AwsAccess } from "../../lib/aws/access";
import { awsFailure } from "../../lib/aws/failure";
import { all } from "../../lib/aws/once";
import type { LiveAnswers, MinorDates, Read, Unanswered } from "./model";

export type AwsAnswers = Pick<LiveAnswers, "minors" | "addons" | "al2023" | "bottlerocket" | "unanswered">;

export interface AskAwsProps {
  readonly aws: AwsAccess;
  /** Kubernetes minors whose images are asked for. */
  readonly minors: readonly string[];
  /** Variants of the Amazon Linux 2023 image that environments run, such as `x86_64/nvidia`. */
  readonly al2023: readonly string[];
  /** Variants of Bottlerocket, such as `aws-k8s-{minor}-nvidia/x86_64`. */
  readonly bottlerocket: readonly string[];
}

/** Names that one call of GetParameters takes. */
const MOST_NAMES = 10;

/** What EKS offers today: minors with their days, add-ons that fit each, and images. What gives no answer is told. */
export async function askAws(props: AskAwsProps): Promise<AwsAnswers> {
  const unanswered: Unanswered[] = [];
  const askedOr = async <T>(subject: string, call: string, ask: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      const { text, fix } = awsFailure(error, call);
      unanswered.push({ subject, text, fix });
      return otherwise;
    }
  };
  const minors = await askedOr(
    "Kubernetes",
    "eks:DescribeClusterVersions",
    () => clusterVersions(props.aws),
    new Map(),
  );
  const addons = new Map<ClusterAddon, Read<ReadonlyMap<string, string>>>();
  for (const addon of CLUSTER_ADDONS) {
    const found = await askedOr(addon, "eks:DescribeAddonVersions", () => addonVersions(props.aws, addon), null);
    if (found) addons.set(addon, { value: found, source: sourceOf(props.aws, "eks:DescribeAddonVersions") });
  }
  const images = (subject: string, nameOf: (minor: string) => readonly string[]) =>
    askedOr(subject, "ssm:GetParameters", () => releases(props, nameOf), new Map<string, Read<string>>());
  return {
    minors,
    addons,
    al2023: await images("Amazon Linux 2023 images", (minor) =>
      props.al2023.map(
        (variant) => `/aws/service/eks/optimized-ami/${minor}/amazon-linux-2023/${variant}/recommended/release_version`,
      ),
    ),
    bottlerocket:
      props.bottlerocket.length === 0
        ? new Map()
        : await images("Bottlerocket images", (minor) =>
            props.bottlerocket.map(
              (variant) => `/aws/service/bottlerocket/${variant.replace("{minor}", minor)}/latest/image_version`,
            ),
          ),
    unanswered,
  };
}

const sourceOf = ({ region }: AwsAccess, call: string): string => `${call} in ${region}`;

async function clusterVersions(aws: AwsAccess): Promise<Map<string, Read<MinorDates>>> {
  const found = new Map<string, Read<MinorDates>>();
  const pages = paginateDescribeClusterVersions({ client: aws.client(EKSClient) }, { clusterType: "eks" });
  for (const row of await all(pages, (page) => page.clusterVersions)) {
    if (row.clusterVersion === undefined) continue;
    const value = {
      releasedOn: dayOf(row.releaseDate),
      standardSupportUntil: dayOf(row.endOfStandardSupportDate),
      extendedSupportUntil: dayOf(row.endOfExtendedSupportDate),
    };
    found.set(row.clusterVersion, { value, source: sourceOf(aws, "eks:DescribeClusterVersions") });
  }
  return found;
}

const dayOf = (date: Date | undefined): string | null => date?.toISOString().slice(0, 10) ?? null;

/** Newest version of an add-on for each minor that it fits. */
async function addonVersions(aws: AwsAccess, addonName: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const pages = paginateDescribeAddonVersions({ client: aws.client(EKSClient) }, { addonName });
  const rows = (await all(pages, (page) => page.addons)).flatMap(({ addonVersions: versions = [] }) => versions);
  for (const { addonVersion, compatibilities = [] } of rows) {
    if (addonVersion === undefined || !isVersion(addonVersion)) continue;
    for (const { clusterVersion } of compatibilities) {
      if (clusterVersion === undefined) continue;
      const best = newestVersion([addonVersion, ...(found.has(clusterVersion) ? [found.get(clusterVersion)!] : [])]);
      if (best !== null) found.set(clusterVersion, best);
    }
  }
  return found;
}

/** Newest release by minor. Where variants differ, AWS is still at it: the older one is there for all. */
async function releases(
  { aws, minors }: AskAwsProps,
  nameOf: (minor: string) => readonly string[],
): Promise<Map<string, Read<string>>> {
  const named = minors.flatMap((minor) => nameOf(minor).map((name) => [name, minor] as const));
  const values = new Map<string, string>();
  for (let at = 0; at < named.length; at += MOST_NAMES) {
    const Names = named.slice(at, at + MOST_NAMES).map(([name]) => name);
    const { Parameters = [] } = await aws.client(SSMClient).send(new GetParametersCommand({ Names }));
    for (const { Name, Value } of Parameters) if (Name !== undefined && Value !== undefined) values.set(Name, Value);
  }
  const found = new Map<string, Read<string>>();
  for (const minor of minors) {
    const all = nameOf(minor).map((name) => values.get(name));
    // a variant without an image of the minor: none may be taken for all
    if (all.some((value) => value === undefined || !isVersion(value))) continue;
    const [oldest] = (all as string[]).sort(compareVersions);
    if (oldest !== undefined) found.set(minor, { value: oldest, source: sourceOf(aws, "ssm:GetParameters") });
  }
  return found;
}
