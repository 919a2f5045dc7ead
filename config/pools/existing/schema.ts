import { z } from "zod";
import { existingFabricSchema } from "../../fabrics/existing";
import { ALLOCATION_OF_POOL } from "../../gpu/allocation";
import { DRIVER_OF_POOL } from "../../gpu/driver";
import { key } from "../../kernel/key";
import { kubeletSchema } from "../kubelet";
import { PRE_PULL_OF_POOL } from "../pre-pull";
import { startupChecksSchema } from "../startup-checks";
import { sharingSchema } from "../../sharing/schema";
import { mountPathSchema } from "../../storage/common";
import { MOST_LAYERS } from "../../topology/layer-label";
import { GATE, MAX_CORDONED, tuningSchema } from "../../tuning/schema";
import { serverSchema } from "./machine-schema";

const labelKey = z
  .string()
  .regex(
    /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/,
    "must be the key of a label",
  );
const labelValue = z
  .string()
  .regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/, "must be the value of a label");

/** Labels by which nodes are found; one at least. */
export const labelSchema = z
  .record(labelKey, labelValue)
  .refine((labels) => Object.keys(labels).length > 0, "must have a label: all nodes have none");

/** A taint that nodes have. */
export const taintSchema = z.strictObject({
  key: key(labelKey, { description: "Key of the taint.", update: "in-place" }),
  value: key(labelValue.optional(), { description: "Taint value.", update: "in-place" }),
  effect: key(z.enum(["NoSchedule", "NoExecute", "PreferNoSchedule"]), {
    description: "Taint effect.",
    update: "in-place",
  }),
});

/** Equal servers that are nodes of the cluster already: somebody else looks after them. */
export const existingPoolSchema = z.strictObject({
  labels: key(labelSchema, {
    description: "Labels that its nodes have, and nodes of no other pool.",
    example: { "example.com/servers": "dgx" },
    update: "drains",
    updateNote: "Slurm and networks follow to other nodes: jobs on those that lose them end.",
  }),
  nodes: key(z.int().min(1).max(20_000), {
    description: "How many nodes have them. Nothing is started or stopped: `railyard inspect` counts them.",
    unit: "nodes",
    example: 64,
    update: "in-place",
  }),
  server: key(serverSchema, {
    description:
      "What they are: a server of the catalogue, or one that is written out. GPUs, CPUs, rails and network cards follow from it.",
    example: "dgx-h100",
    update: "drains",
    updateNote: "Nothing is done to servers; what pods ask for follows from it.",
  }),
  fabric: key(existingFabricSchema.optional(), {
    description: "Network between the nodes: what their compute cards are wired to.",
    defaultNote: "none: TCP over the network of the cluster",
    example: { kind: "infiniband" },
    update: "drains",
  }),
  layers: key(z.int().min(1).max(MOST_LAYERS).optional(), {
    description:
      "Layers of the fabric in labels of the nodes: railyard.dev/fabric-layer-1, …, which `railyard topology --labels` sets, or those of topograph, where cluster.layersFrom says so.",
    defaultNote: "none: Slurm takes all nodes to be equally near",
    update: "in-place",
  }),
  allocation: ALLOCATION_OF_POOL,
  driver: DRIVER_OF_POOL,
  sharing: key(sharingSchema.default({ kind: "whole" }), {
    description: "How pods share the GPUs.",
    update: "drains",
  }),
  prePull: PRE_PULL_OF_POOL,
  startupChecks: startupChecksSchema(
    "in-place",
    "A daemon gives the taint to a node at its start, and after each boot: pods that run stay, and new ones wait for the checks. Between joining and the daemon's start a node takes pods, unless its kubelet registers with the taint (--register-with-taints). Where the key goes, nodes that have not passed keep the taint until somebody removes it.",
  ),
  kubelet: kubeletSchema(
    "none",
    "Whoever looks after the servers sets it: nothing is done to them, and `railyard preflight` compares it with what kubelets say.",
  ),
  tuning: key(
    tuningSchema(
      "in-place",
      "A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.",
    )
      .extend({ gate: GATE, maxCordoned: MAX_CORDONED })
      .optional(),
    {
      description:
        "How hosts are set up: huge pages, sysctl, limits, clocks, PCIe. {} takes the values that fit purpose and hardware; each can be written.",
      defaultNote: "none: whoever looks after the servers does it",
      example: { purpose: "training", sysctl: { "vm.swappiness": 10 } },
      update: "in-place",
      updateNote: "What is taken out stays as it is until a node boots.",
    },
  ),
  scratch: key(mountPathSchema.optional(), {
    description:
      "Folder on local disks of each host, best on NVMe, that jobs of Slurm have at /scratch and that containers are unpacked in. Whoever looks after the hosts makes it, for everybody to write in (chmod 1777), and empties it: files stay there when a pod goes. A host without it gets no slurmd pod.",
    defaultNote: "a folder of the kubelet, which goes with the slurmd pod",
    example: "/raid/scratch",
    update: "drains",
    updateNote: "slurmd pods are made anew as their nodes are drained. Files stay in the old folder.",
    source: "https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types",
  }),
  taints: key(z.array(taintSchema).default([]), {
    description: "Taints that the nodes have: pods of Railyard tolerate them.",
    update: "in-place",
  }),
});

export type WrittenPool = z.output<typeof existingPoolSchema>;
