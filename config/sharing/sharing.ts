import type { z } from "zod";
import type { NodeGroupConfig } from "../sites/aws-eks/nodes/schema";
import type { Rule } from "../kernel/rule";

/** How pods share the GPUs of a group, as everything that is not the kind's own reads it. */
export interface ResolvedSharing {
  /** Word of config. */
  readonly kind: string;
  /** As config says it. */
  readonly config: NodeGroupConfig["sharing"];
  /** Whether each GPU is one pod's alone. */
  readonly whole: boolean;
  /** Pods that one GPU serves in turns or at one time; null: how many depends on the GPU. */
  readonly podsPerGpu: number | null;
  /** Configuration of the device plugin: its name, which a label of the nodes gives, and its text. */
  readonly plugin: { readonly name: string; readonly text: string };
  /** Labels that the nodes need beside that of the device plugin. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether the MIG manager cuts the GPUs. */
  readonly cutsGpus: boolean;
  /** Whether it is a setting of the device plugin alone: dynamic allocation knows nothing of it. */
  readonly needsDevicePlugin: boolean;
}

/** A way to share GPUs: one folder, and one row in `config/sharing/kinds.ts`. */
export interface SharingKind<Schema extends z.ZodObject = z.ZodObject> {
  /** Value of `sharing.kind` in config. */
  readonly kind: string;
  readonly schema: Schema;
  // a method: each kind takes its own schema's output
  resolve(written: z.output<Schema>): Omit<ResolvedSharing, "kind" | "config">;
  readonly rules: readonly Rule[];
}

/** @see https://github.com/NVIDIA/k8s-device-plugin#configuration-option-details */
export const pluginText = (migStrategy: string, sharing = ""): string =>
  `version: v1\nflags:\n  migStrategy: ${migStrategy}\n${sharing}`;

/** A second replica for one pod would be a share of the same GPU and no more of it, so such pods are refused. */
export const replicasText = (key: "mps" | "timeSlicing", replicas: number): string => `sharing:
  ${key}:
    renameByDefault: false
    failRequestsGreaterThanOne: true
    resources:
      - name: nvidia.com/gpu
        replicas: ${replicas}
`;
