import type { z } from "zod";
import type { Component } from "../facts/compatibility";
import type { ChartName } from "../facts/versions";
import type { NcclFloor, NcclTestsImage } from "../facts/nccl";
import type { InstanceType, InterfaceLayout } from "../facts/instance-types";
import type { RdmaSetup } from "./rdma/setup";
import type { Rule } from "../kernel/rule";

/** What a network card carries: the fabric alone, fabric and IP, or IP alone. */
export type CardPort = "fabric" | "both" | "ip";

/** How a running node shows that its fabric is sound. */
export interface FabricHealth {
  /** Word for the fabric in names of variables and functions of scripts: `efa`. */
  readonly key: string;
  /** Folder of `/sys` in which each device of the fabric is one entry. */
  readonly sysfs: string;
  /** First part of the names of its counters in Prometheus. */
  readonly counters: "node_amazonefa" | "node_infiniband";
  /** What NCCL writes into its log with `NCCL_DEBUG=INFO`, as extended regular expressions. */
  readonly nccl: {
    /** A line that is there only where NCCL went over the fabric. */
    readonly uses: string;
    /** The same line with the number of devices of the node as its one group. */
    readonly devices: string;
    /** Whether it is the number of the last one instead, counted from 0. @default false */
    readonly fromZero?: boolean;
    /** What the line names, as words: `the EFA provider`. */
    readonly names: string;
    /** Bus bandwidths of an all-reduce below which it is taken to be broken; empty: none is known. */
    readonly floors: readonly NcclFloor[];
    /** What tests of it run in where nobody names another image. */
    readonly image: NcclTestsImage;
  };
}

/** What machines are given, and set aside, when they are made. */
export interface NodeSetup {
  /** Network interfaces of an EC2 launch template; empty: EC2 attaches its own one. */
  readonly interfaces: InterfaceLayout["interfaces"];
}

/** The network between the nodes of a group, as everything that is not the fabric's own reads it. */
export interface ResolvedFabric {
  /** Word of config, and value of the node label `railyard.dev/fabric`. */
  readonly kind: string;
  /** What people call it: `EFA`. */
  readonly title: string;
  /** As config would spell it out, with what follows from the machine. */
  readonly config: Readonly<Record<string, unknown>>;
  /** RDMA devices of a node; 0: nodes reach each other over TCP alone. */
  readonly devices: number;
  /** Bandwidth of a node to other nodes, Gbps; null: no document says. */
  readonly gbps: number | null;
  /** Extended resources that a pod of a whole node asks for where device plugins hand them out. */
  readonly podRequests: Readonly<Record<string, string>>;
  /** Annotations of such a pod, by which it gets its networks. */
  readonly podAnnotations: Readonly<Record<string, string>>;
  /** Claim of all of its devices on a node, where they are allocated dynamically; null: they have no device class. */
  readonly claim: { readonly name: string; readonly deviceClass: string } | null;
  /** Memory in pages of 2 MiB that a pod of a whole node asks for, MiB; 0 is none. */
  readonly hugepagesMiB: number;
  readonly topology: {
    /** Layers of the network whose names each node knows, the last nearest to it; null: jobs see one flat network. */
    readonly layers: number | null;
    /** Whether it ends at the border of a zone. */
    readonly oneZone: boolean;
    /** Whether nodes are put close to each other where capacity does not say otherwise. */
    readonly close: boolean;
  };
  /** What NCCL and the libraries below it are told, as environment variables. */
  readonly ncclEnv: Readonly<Record<string, string>>;
  readonly nodeSetup: NodeSetup;
  /** Ports by network card of a node. */
  readonly cards: readonly (readonly CardPort[])[];
  /** Network type of LNet that Lustre clients can take beside `tcp`; null: none. */
  readonly lnet: "efa" | "o2ib" | null;
  /** Charts that hand its devices to pods, by who allocates. */
  readonly charts: Readonly<Record<"device-plugin" | "dra", readonly ChartName[]>>;
  /** What container images of jobs bring for it, as the compatibility facts name it; null: nothing. */
  readonly jobImageNeeds: Component | null;
  /** Null where there is nothing to look at. */
  readonly health: FabricHealth | null;
  /** What NVIDIA's Network Operator does for it; null: nothing. */
  readonly rdma: RdmaSetup | null;
}

/** A kind of fabric: one folder, and one row in `config/fabrics/kinds.ts`. `Machine` is what the nodes are that can have it. */
export interface FabricKind<Schema extends z.ZodObject = z.ZodObject, Machine = InstanceType, OwnRule = Rule> {
  /** Value of `fabric.kind` in config. */
  readonly kind: string;
  readonly title: string;
  readonly schema: Schema;
  /** Null where there is nothing to look at. */
  readonly health: FabricHealth | null;
  /** Whether nodes of a machine have it where config names no fabric. */
  isDefault(machine: Machine): boolean;
  /**
   * What follows from config and machine; null where the machine has no such network.
   * @param written what config says; undefined where the kind is the default
   */
  // a method: each kind takes its own schema's output
  resolve(written: z.output<Schema> | undefined, machine: Machine): ResolvedFabric | null;
  readonly rules: readonly OwnRule[];
  /** Whether its own rules judge partitions that join several machines. */
  readonly judgesMixedPartitions: boolean;
}
