import { ENVIRONMENT_TAG } from "../../config/owner/tags";
import { EC2Client, paginateDescribeInstances, type Instance } from "@aws-sdk/client-ec2";
import { INSTANCE_TYPES, type InstanceType } from "../../config/facts/instance-types";
import type { AwsAccess } from "../lib/aws/access";
import { all, once } from "../lib/aws/once";

/** How an instance that runs was bought; a reservation is on-demand. */
export type Market = "on-demand" | "spot" | "capacity-block";

/** An instance that is pending or runs. */
export interface RunningInstance {
  readonly id: string;
  readonly type: string;
  readonly zone: string;
  readonly market: Market;
  /** Null: neither the facts nor AWS say it. */
  readonly vcpus: number | null;
  readonly reservationId: string | null;
  /** Environment and node group of Railyard, by their tags; system nodes have no group. */
  readonly environment: string | null;
  readonly nodeGroup: string | null;
}

/** Permission that {@link runningInstances} needs. */
export const INSTANCES_ACTION = "ec2:DescribeInstances";

/** All instances of the account in the Region that are pending or run. */
export function runningInstances(aws: AwsAccess): Promise<readonly RunningInstance[]> {
  return once(aws, "instances", async () => {
    const states = [{ Name: "instance-state-name", Values: ["pending", "running"] }];
    const pages = paginateDescribeInstances({ client: aws.client(EC2Client) }, { Filters: states });
    const reservations = await all(pages, (page) => page.Reservations);
    return reservations.flatMap(({ Instances = [] }) => Instances.map(running));
  });
}

/** Facts of any instance type; undefined for types that Railyard does not know. */
export const factsOf = (type: string): InstanceType | undefined =>
  (INSTANCE_TYPES as Readonly<Record<string, InstanceType>>)[type];

/** `p5.48xlarge` → `p5`. */
export const familyOf = (type: string): string => type.split(".")[0] ?? type;

function running(instance: Instance): RunningInstance {
  const { InstanceType: type = "", CpuOptions: cpu } = instance;
  const tags = new Map(instance.Tags?.map(({ Key, Value }) => [Key, Value]));
  const threads = cpu?.CoreCount && cpu.ThreadsPerCore ? cpu.CoreCount * cpu.ThreadsPerCore : null;
  return {
    id: instance.InstanceId ?? "",
    type,
    zone: instance.Placement?.AvailabilityZone ?? "",
    market: marketOf(instance),
    vcpus: factsOf(type)?.vcpus ?? threads,
    reservationId: instance.CapacityReservationId ?? null,
    environment: tags.get(ENVIRONMENT_TAG) ?? null,
    nodeGroup: tags.get("railyard:node-group") ?? null,
  };
}

function marketOf({ InstanceLifecycle: lifecycle }: Instance): Market {
  return lifecycle === "spot" || lifecycle === "capacity-block" ? lifecycle : "on-demand";
}
