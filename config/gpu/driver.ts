import { z } from "zod";
import { key } from "../kernel/key";

/**
 * Who brings the NVIDIA driver of a node, and the container toolkit with it.
 *
 * - `host`: the image of the node, or whoever looks after the server.
 * - `operator`: the GPU Operator, by a container.
 */
export const driverSchema = z.enum(["host", "operator"]);

export type DriverOwner = z.output<typeof driverSchema>;

/** The key of a pool, on any site. */
export const DRIVER_OF_POOL = key(driverSchema.optional(), {
  description:
    "Who brings the NVIDIA driver and the container toolkit of its nodes: the hosts have them, or the GPU Operator installs them. Pools of one cluster may differ: images of EKS have a driver, servers on premises need not.",
  defaultNote: "gpu.driver of the environment (ami: host)",
  example: "operator",
  update: "drains",
  updateNote: "A driver goes from under GPUs that are in use, and another one comes: no job runs meanwhile.",
  source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html",
});

/** Word of a pool, else that of the environment. */
export const resolveDriver = (ofPool: DriverOwner | undefined, ofEnvironment: "ami" | "operator"): DriverOwner =>
  ofPool ?? (ofEnvironment === "operator" ? "operator" : "host");

/** Pools with GPUs whose driver somebody brings. */
export const drivenBy = <Pool extends { readonly driver: DriverOwner; readonly gpus: unknown }>(
  { nodeGroups }: { readonly nodeGroups: readonly Pool[] },
  owner: DriverOwner,
): Pool[] => nodeGroups.filter((pool) => pool.gpus !== null && pool.driver === owner);

/** Whether the operator brings drivers: to all pools, or to some. */
export const operatorDrives = (env: {
  readonly gpu: { readonly driver: "ami" | "operator" };
  readonly nodeGroups: readonly { readonly driver: DriverOwner; readonly gpus: unknown }[];
}): boolean => env.gpu.driver === "operator" || drivenBy(env, "operator").length > 0;

/**
 * Labels by whose value `false` the operator keeps its driver and its toolkit away from a node.
 * @see https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html#preventing-installation-of-nvidia-gpu-driver-on-some-nodes
 */
export const DRIVER_LABELS = ["nvidia.com/gpu.deploy.driver", "nvidia.com/gpu.deploy.container-toolkit"] as const;

/** Labels of nodes whose hosts have the driver, in an environment where the operator brings it to others. */
export const driverLabels = (owner: DriverOwner, operatorElsewhere: boolean): Readonly<Record<string, string>> =>
  owner === "host" && operatorElsewhere ? Object.fromEntries(DRIVER_LABELS.map((label) => [label, "false"])) : {};

/** Whether any pool of config has its driver from the operator. */
export const wantsOperatorDriver = ({
  gpu,
  nodeGroups,
}: {
  readonly gpu: { readonly driver: "ami" | "operator" };
  readonly nodeGroups: Readonly<Record<string, { readonly driver?: DriverOwner | undefined }>>;
}): boolean => Object.values(nodeGroups).some(({ driver }) => resolveDriver(driver, gpu.driver) === "operator");
