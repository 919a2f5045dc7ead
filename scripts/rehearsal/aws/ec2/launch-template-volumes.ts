import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blocksOf, numberOf } from "../../attribute-values";
import { text } from "./ec2-arguments";
import { ec2Api } from "./ec2-sources";

const EBS = ec2Api("LaunchTemplateEbsBlockDeviceRequest");
const GP3 = "https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html#gp3-ebs-volume-type";

interface VolumeType {
  /** Least and most GiB. */
  readonly size: readonly [number, number];
  /** Least and most IOPS; none where they cannot be chosen. */
  readonly iops?: readonly [number, number];
  /** Least and most MiB/s; none where they cannot be chosen. */
  readonly throughput?: readonly [number, number];
}

/** @see {@link EBS} */
const VOLUME_TYPES: Readonly<Record<string, VolumeType>> = {
  gp2: { size: [1, 16_384] },
  gp3: { size: [1, 65_536], iops: [3_000, 80_000], throughput: [125, 2_000] },
  io1: { size: [4, 16_384], iops: [100, 64_000] },
  io2: { size: [4, 65_536], iops: [100, 256_000] },
  st1: { size: [125, 16_384] },
  sc1: { size: [125, 16_384] },
  standard: { size: [1, 1_024] },
};

/** What EC2 refuses of the volumes of a template. */
export function refuseVolumes(template: Attributes): readonly Refusal[] {
  return blocksOf(template, "block_device_mappings").flatMap((mapping) =>
    blocksOf(mapping, "ebs").flatMap((ebs) => refuseVolume(text(mapping, "device_name") ?? "a volume", ebs)),
  );
}

function refuseVolume(device: string, ebs: Attributes): Refusal[] {
  const typeName = text(ebs, "volume_type");
  const type = VOLUME_TYPES[typeName ?? ""];
  // zero is what the provider makes of a number that is left out
  const given = (name: string) => numberOf(ebs, name) || null;
  const [size, iops, throughput] = [given("volume_size"), given("iops"), given("throughput")];
  if (typeName === null || type === undefined) return [];
  const refusals = [
    ...refuseRange(`${device}: volume_size ${size} GiB of ${typeName}`, size, type.size),
    ...refuseRange(`${device}: iops ${iops} of ${typeName}`, iops, type.iops),
    ...refuseRange(`${device}: throughput ${throughput} MiB/s of ${typeName}`, throughput, type.throughput),
  ];
  if (typeName !== "gp3" || refusals.length > 0) return refusals;
  return [...refuseRatios(device, size, iops ?? 3_000, throughput ?? 125, iops !== null)];
}

function refuseRange(what: string, value: number | null, range: readonly [number, number] | undefined): Refusal[] {
  if (value === null) return [];
  if (range === undefined)
    return [{ code: "InvalidParameterCombination", message: `${what}; it cannot be chosen`, source: EBS }];
  const [least, most] = range;
  if (value >= least && value <= most) return [];
  return [{ code: "InvalidParameterValue", message: `${what}; ${least} to ${most} are allowed`, source: EBS }];
}

/** The baseline is given whatever the size; what is provisioned above it is not. */
function refuseRatios(
  device: string,
  size: number | null,
  iops: number,
  throughput: number,
  chosen: boolean,
): Refusal[] {
  const refusals: Refusal[] = [];
  if (throughput > iops / 4)
    refusals.push({
      code: "InvalidParameterValue",
      message: `${device}: throughput ${throughput} MiB/s with ${iops} IOPS; a quarter of the IOPS is allowed`,
      source: GP3,
    });
  if (chosen && iops > 3_000 && size !== null && iops > size * 500)
    refusals.push({
      code: "InvalidParameterValue",
      message: `${device}: iops ${iops} with ${size} GiB; 500 for each GiB are allowed`,
      source: GP3,
    });
  return refusals;
}
