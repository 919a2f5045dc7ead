import type { ITerraformDependable } from "cdktf";
import type { ResolvedVolume } from "../../config/storage/kind";
import { SHORT_FORM } from "../../config/storage/names";
import type { PolicyStatement } from "../../constructs/security/policy";
import type { AwsStack } from "../sites/aws-eks/aws-stack";
import type { ClaimPlace, VolumePlace } from "./builder";
import { cufileScripts } from "./cufile-scripts";
import { storageBuilder } from "./registry";

/** What the storage stack publishes of `lustre`, under names from before there were several; empty where it has none. */
export interface ShortFormValues {
  readonly fileSystemId: string;
  readonly lustreDnsName: string;
  readonly lustreMountName: string;
}

/** What the storage stack publishes of volumes. */
export interface VolumeValues extends ShortFormValues {
  /** Of all volumes but `lustre`, by `<name>-<output>`. */
  readonly volumes: Readonly<Record<string, string>>;
}

const kindsOf = (volumes: readonly ResolvedVolume[]): string[] => [...new Set(volumes.map(({ kind }) => kind))];

/** Statements of the storage stack's key, each once: kinds of one service of AWS have some in common. */
export function volumeKeyStatements(stack: AwsStack): PolicyStatement[] {
  const { storage } = stack.env;
  const all = kindsOf(storage).flatMap((kind) =>
    storageBuilder(kind).keyStatements(
      storage.filter((volume) => volume.kind === kind),
      stack,
    ),
  );
  return [...new Map(all.map((statement) => [statement.sid, statement])).values()];
}

/** Makes all volumes. @returns what to publish of them */
export function createVolumes(place: VolumePlace): VolumeValues {
  const made = place.stack.env.storage.map((volume) => ({
    name: volume.name,
    outputs: storageBuilder(volume.kind).create(volume, place),
  }));
  const short = made.find(({ name }) => name === SHORT_FORM)?.outputs ?? {};
  return {
    fileSystemId: short["fileSystemId"] ?? "",
    lustreDnsName: short["dnsName"] ?? "",
    lustreMountName: short["mountName"] ?? "",
    volumes: Object.fromEntries(
      made
        .filter(({ name }) => name !== SHORT_FORM)
        .flatMap(({ name, outputs }) => Object.entries(outputs).map(([key, value]) => [`${name}-${key}`, value])),
    ),
  };
}

/** What the storage stack has published of one volume. */
export function outputsOf(values: VolumeValues, { kind, name }: ResolvedVolume): Readonly<Record<string, string>> {
  if (name === SHORT_FORM) {
    const { fileSystemId, lustreDnsName: dnsName, lustreMountName: mountName } = values;
    return { fileSystemId, dnsName, mountName };
  }
  return Object.fromEntries(storageBuilder(kind).outputs.map((key) => [key, values.volumes[`${name}-${key}`] ?? ""]));
}

/** Volumes and claims of some volumes. @param values what the storage stack has published */
export function claimVolumes(
  volumes: readonly ResolvedVolume[],
  values: VolumeValues,
  place: ClaimPlace,
): readonly ITerraformDependable[] {
  const claims = volumes.flatMap((volume) =>
    storageBuilder(volume.kind).claims(volume, outputsOf(values, volume), place),
  );
  return [...claims, ...cufileScripts(volumes, place)];
}
