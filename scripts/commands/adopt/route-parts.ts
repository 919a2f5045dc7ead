import type { RouteTable } from "@aws-sdk/client-ec2";
import type { FoundPart } from "./found";
import { ofType, type Places } from "./planned";

const ANYWHERE = "0.0.0.0/0";

/**
 * Route tables of subnets that are adopted. The config has a table for each zone and one for all public subnets: a table
 * that several of them share goes to the first, and the others are made. A subnet that only has the main table by
 * default has no association that could be imported.
 */
export function routeParts(places: Places, subnets: readonly FoundPart[], tables: readonly RouteTable[]): FoundPart[] {
  const parts: FoundPart[] = [];
  const taken = new Set<string>();
  for (const [place, json] of ofType(places, "aws_route_table_association")) {
    const subnet = subnets.find((part) => part.place === place.replace("routes-of-", "subnet-"));
    const table = tables.find(({ Associations = [] }) =>
      Associations.some(({ SubnetId, Main }) => !Main && subnet !== undefined && SubnetId === subnet.id),
    );
    const id = table?.RouteTableId;
    if (!subnet || !table || id === undefined) continue;
    parts.push({ place, id: `${subnet.id}/${id}`, actual: { route_table_id: id } });
    const [tablePlace] = [...places].find(([, { address }]) => json["route_table_id"] === `\${${address}.id}`) ?? [];
    if (tablePlace === undefined || taken.has(id) || parts.some((part) => part.place === tablePlace)) continue;
    taken.add(id);
    parts.push({ place: tablePlace, id, actual: {} });
    const route = tablePlace.replace("-routes", "-default-route");
    if (places.has(route) && hasDefault(table)) parts.push({ place: route, id: `${id}_${ANYWHERE}`, actual: {} });
  }
  return parts;
}

const hasDefault = ({ Routes = [] }: RouteTable): boolean =>
  Routes.some(({ DestinationCidrBlock }) => DestinationCidrBlock === ANYWHERE);
