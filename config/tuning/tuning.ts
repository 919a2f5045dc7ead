import type { SettingKind, TuningPurpose } from "../facts/host-setting";

/** One setting that a node is to have. */
export interface ResolvedSetting {
  /** Place in config below `tuning`. */
  readonly path: readonly string[];
  readonly kind: SettingKind;
  /** As the kernel or program names it. */
  readonly at: string;
  readonly value: string;
  readonly compare: "equal" | "at-least";
  /** `default`: by purpose and hardware. */
  readonly from: "default" | "config";
  /** `image`: it has it already, or must: nothing that Railyard starts sets it on a node that runs. */
  readonly by: "image" | "railyard";
  /** Whether a job that runs would feel the change. */
  readonly disturbs: boolean;
  readonly mayLack: string | null;
  readonly why: string;
  /** Null: whoever wrote the value knows. */
  readonly source: string | null;
}

/** How the hosts of a pool are set up, in the order of the facts. */
export interface ResolvedTuning {
  readonly purpose: TuningPurpose;
  /** Whether no hypervisor is below; null: unknown. */
  readonly bareMetal: boolean | null;
  /** How the nodes mount Lustre, `unknown` where hosts do it themselves; null: they do not. */
  readonly lustre: "tcp" | "rdma" | "unknown" | null;
  /** What becomes of a node that lacks a setting. `none` where settings are made before the kubelet starts. */
  readonly gate: "cordon" | "none";
  /** Nodes that are cordoned at one time; null: none ever is. */
  readonly maxCordoned: number | null;
  readonly settings: readonly ResolvedSetting[];
}

/** What a script or an object may set: what is not the image's. */
export const setByRailyard = ({ settings }: ResolvedTuning): ResolvedSetting[] =>
  settings.filter(({ by }) => by === "railyard");
