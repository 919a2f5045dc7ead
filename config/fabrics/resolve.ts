import type { InstanceType } from "../facts/instance-types";
import type { NodeGroupConfig } from "../sites/aws-eks/nodes/schema";
import type { FabricKind, ResolvedFabric } from "./fabric";
import { FABRIC_KINDS } from "./kinds";
import { resolveNone } from "./none/kind";

/** Kinds as rows, whose schemas are not told apart. */
const KINDS: readonly FabricKind[] = FABRIC_KINDS;

/** The fabric of a group: what config says, else the default of its machine. What the machine has not, is none. */
export function resolveFabric(written: NodeGroupConfig["fabric"], machine: InstanceType): ResolvedFabric {
  const kind = written ? fabricKind(written.kind) : KINDS.find((one) => one.isDefault(machine));
  return kind?.resolve(written, machine) ?? resolveNone(machine);
}

/** @returns undefined for a kind that there is not */
export const fabricKind = (kind: string): FabricKind | undefined => KINDS.find((one) => one.kind === kind);

/** Labels of nodes that have a fabric. */
export const fabricLabels = ({ kind }: Pick<ResolvedFabric, "kind">) => ({ "railyard.dev/fabric": kind });

/** Whether groups have one fabric, whose own rules judge what a partition joins. */
export const judgesMixedPartitions = (fabrics: readonly Pick<ResolvedFabric, "kind">[]): boolean =>
  fabrics.every(({ kind }) => kind === fabrics[0]?.kind && fabricKind(kind)?.judgesMixedPartitions);

/** What the fabrics of several groups are called together; the usual one where none of them has devices. */
export function fabricTitle(fabrics: readonly Pick<ResolvedFabric, "title" | "devices">[]): string {
  const titles = new Set(fabrics.flatMap(({ title, devices }) => (devices > 0 ? [title] : [])));
  return titles.size > 0 ? [...titles].join(" and ") : KINDS[0]!.title;
}
