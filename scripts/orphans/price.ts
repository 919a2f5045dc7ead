import { HOURS_PER_MONTH } from "../../config/money/cost";
import { price } from "../../config/facts/prices";
import { times, sum } from "../../config/money/cost-nodes";

/** gp3 has these for nothing: the rows `ebs/gp3/…` of `config/facts/prices.json` are for what is above. */
const GP3_IOPS = 3000;
const GP3_MBPS = 125;

export interface VolumeSize {
  readonly type: string;
  readonly gib: number;
  readonly iops: number;
  readonly mbps: number;
}

/** USD a month of a volume; null where a price is not known. */
export function volumePrice({ type, gib, iops, mbps }: VolumeSize, region: string): number | null {
  if (type !== "gp3") return null;
  const parts: [string, number][] = [
    ["ebs/gp3/storage", gib],
    ["ebs/gp3/iops", Math.max(0, iops - GP3_IOPS)],
    ["ebs/gp3/throughput", Math.max(0, mbps - GP3_MBPS)],
  ];
  return sum(parts.filter(([, amount]) => amount > 0).map(([item, amount]) => times(price(item, region), amount)));
}

const BYTES_PER_GIB = 2 ** 30;

/** USD a month of what a log group keeps. */
export function logGroupPrice(bytes: number, region: string): number | null {
  return bytes === 0 ? 0 : times(price("cloudwatch-logs/storage", region), bytes / BYTES_PER_GIB);
}

/** USD a month of a load balancer that has no traffic. @param type as AWS calls it: `network`, `application`, `gateway` */
export const loadBalancerPrice = (type: string, region: string): number | null =>
  times(price(`load-balancer/${type}`, region), HOURS_PER_MONTH);

/** Prices by what an ARN is of, by the hour. Of a key nobody knows: one that waits for its deletion costs nothing. */
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  "ec2:natgateway": ["nat-gateway/hour"],
  "ec2:elastic-ip": ["public-ipv4/hour"],
  "eks:cluster": ["eks/cluster"],
};

/** USD a month of a resource by its ARN: `arn:aws:ec2:us-east-1:…:natgateway/nat-…`. */
export function arnPrice(arn: string, region: string): number | null {
  const [, , service = "", , , resource = ""] = arn.split(":");
  const type = `${service}:${resource.split("/")[0]}`;
  const items = Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
  return items ? sum(items.map((item) => times(price(item, region), HOURS_PER_MONTH))) : null;
}
