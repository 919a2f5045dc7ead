import { instancePrice } from "../../../../config/facts/prices";
import { zoneNames } from "../../../../config/facts/regions";
import { pathText, type ConfigPath } from "../../../../config/kernel/issues";
import type { AwsEnvironment } from "../../../../config/sites/aws-eks/environment";
import { ec2Groups } from "../../../../config/sites/aws-eks/nodes/ec2-groups";

/** What the facts cannot say of an environment, and how to ask AWS. What its original has already is not asked anew. */
export function unknowns(env: AwsEnvironment, original: AwsEnvironment): string[] {
  const { region, cost, cluster, network } = env;
  const known = env.account === original.account ? original.network.zones : [];
  const zones = network.zones.filter((zone) => !known.includes(zone));
  const types = [
    ...ec2Groups(env).map(({ machines: { instanceType } }) => instanceType),
    cluster.systemNodes.instanceType,
  ];
  const names = [...new Set(types)].filter((type) => instancePrice(type, region) === null);
  const most = zoneNames(region)?.length ?? null;
  return [
    // a price in a Region is a type that is sold there; nothing else that was read says where types are
    ...(names.length
      ? [
          `whether ${names.join(", ")} can be had in ${region}: ask aws ec2 describe-instance-type-offerings --region ${region} --location-type availability-zone --filters Name=instance-type,Values=${names.join(",")}`,
        ]
      : []),
    ...(zones.length
      ? [
          `whether the account ${env.account} has ${zones.join(", ")} (${region} has ${most ?? "an unknown number of"} zones): ask aws ec2 describe-availability-zones --region ${region}`,
        ]
      : []),
    ...(cost.unknown.length ? [`what these cost in ${region}: ${cost.unknown.join("; ")}`] : []),
  ];
}

export interface LeftoversProps {
  /** Everything that the fork says, with what it inherits. */
  readonly input: unknown;
  readonly account: string;
  readonly region: string;
  readonly originalAccount: string;
  readonly originalRegion: string;
}

/** Values that follow the original although they name its account or Region, or are of one Region. */
export function leftovers(props: LeftoversProps): string[] {
  const { input, account, region, originalAccount, originalRegion } = props;
  const marks = [
    ...(account === originalAccount ? [] : [{ mark: wordOf(originalAccount), what: `the account ${originalAccount}` }]),
    ...(region === originalRegion ? [] : [{ mark: wordOf(originalRegion), what: `the Region ${originalRegion}` }]),
    ...(region === originalRegion && account === originalAccount
      ? []
      : [
          { mark: /\bami-[0-9a-f]{8,17}\b/, what: "an image, which is of one Region and shared with accounts by name" },
        ]),
  ];
  return [...texts(input, [])].flatMap(([path, text]) =>
    marks.filter(({ mark }) => mark.test(text)).map(({ what }) => `${pathText(path)} names ${what}`),
  );
}

/** `us-east-1` is in `us-east-1a` as well, and not in `us-east-10`. */
const wordOf = (text: string): RegExp => new RegExp(`(?<![\\w-])${text}(?![0-9])`);

function* texts(value: unknown, path: ConfigPath): Iterable<readonly [ConfigPath, string]> {
  if (typeof value === "string") yield [path, value];
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* texts(item, [...path, index]);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) yield* texts(item, [...path, key]);
}
