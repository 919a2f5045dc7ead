import {
  DescribeCapacityReservationsCommand,
  EC2Client,
  paginateDescribeCapacityReservations,
  type CapacityReservation,
} from "@aws-sdk/client-ec2";
import type { AwsAccess } from "../lib/aws/access";
import { orNull } from "./not-found";
import { all, once } from "../lib/aws/once";

/** Permission that the questions of this file need. */
export const RESERVATIONS_ACTION = "ec2:DescribeCapacityReservations";

/** Reservations that are active, Capacity Blocks too: those of the account, and those shared with it. */
export function activeReservations(aws: AwsAccess): Promise<readonly CapacityReservation[]> {
  return once(aws, "active reservations", () => {
    const active = [{ Name: "state", Values: ["active"] }];
    const pages = paginateDescribeCapacityReservations({ client: aws.client(EC2Client) }, { Filters: active });
    return all(pages, (page) => page.CapacityReservations);
  });
}

/** A reservation or Capacity Block by its id; null when the account sees none of this id in the Region. */
export async function reservationById(aws: AwsAccess, id: string): Promise<CapacityReservation | null> {
  const command = new DescribeCapacityReservationsCommand({ CapacityReservationIds: [id] });
  return (await orNull(aws.client(EC2Client).send(command)))?.CapacityReservations?.[0] ?? null;
}
