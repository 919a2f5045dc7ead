import { INSTANCE_TYPES, type InstanceType } from "../../../../config/facts/instance-types";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes, Value } from "../../value";
import { isOn, numberOf, textOf, textsOf } from "../../attribute-values";
import { ec2Api, EC2_ERRORS, ec2Guide, vpcGuide } from "./ec2-sources";

const SPECIFICATION = ec2Api("LaunchTemplateInstanceNetworkInterfaceSpecificationRequest");
const NETWORK_CARDS = `${ec2Guide("using-eni")}#network-cards`;
const LAYOUTS = ec2Guide("efa-acc-inst-types");

/** The quota can be raised up to here. */
const MOST_SECURITY_GROUPS = 16;

interface Place {
  readonly card: number;
  readonly device: number;
  readonly type: string;
  readonly block: Attributes;
}

/**
 * What EC2 refuses of the network interfaces of an instance that is launched as a template says.
 * @param instanceType null where it is not known; then only what holds for all types is looked at
 * @param networkInterfaces `network_interfaces` blocks of a launch template; none is always right
 */
export function refuseInterfaces(
  instanceType: string | null,
  networkInterfaces: readonly Attributes[],
): readonly Refusal[] {
  const hasPrimary = networkInterfaces.map(place).some(({ card, device }) => card === 0 && device === 0);
  const lacking: Refusal[] =
    networkInterfaces.length === 0 || hasPrimary
      ? []
      : [invalid("no interface has card 0, device 0: an instance needs its primary one", SPECIFICATION)];
  return [...lacking, ...refuseTemplateInterfaces(instanceType, networkInterfaces)];
}

/** The same without asking for a primary interface: a template may leave that to the launch. */
export function refuseTemplateInterfaces(
  instanceType: string | null,
  networkInterfaces: readonly Attributes[],
): readonly Refusal[] {
  const places = networkInterfaces.map(place);
  const type = instanceType === null ? undefined : INSTANCE_TYPES[instanceType as keyof typeof INSTANCE_TYPES];
  return [
    ...refusePlaces(places),
    ...refuseAddresses(places),
    ...refuseGroups(places),
    ...(type ? refuseForType(instanceType as string, type, places) : []),
  ];
}

/** Zero is what the provider sends for an index that is left out. */
function place(block: Attributes): Place {
  const type = textOf(block, "interface_type") || "interface";
  return {
    card: numberOf(block, "network_card_index") ?? 0,
    device: numberOf(block, "device_index") ?? 0,
    type,
    block,
  };
}

const isEfa = ({ type }: Place) => type === "efa" || type === "efa-only";
const name = ({ card, device, type }: Place) => `card ${card}, device ${device} (${type})`;

function refusePlaces(places: readonly Place[]): Refusal[] {
  const repeated = places.filter((one, index) =>
    places.slice(0, index).some(({ card, device }) => card === one.card && device === one.device),
  );
  const primary = places.find(({ card, device, type }) => card === 0 && device === 0 && type === "efa-only");
  const crowded = [...new Set(places.filter(isEfa).map(({ card }) => card))].filter(
    (card) => places.filter((each) => isEfa(each) && each.card === card).length > 1,
  );
  return [
    ...repeated.map((each) => invalid(`${name(each)} is there twice; each interface has a place of its own`)),
    ...(primary ? [invalid("card 0, device 0 is efa-only; the primary interface must have an address", LAYOUTS)] : []),
    ...crowded.map((card) => invalid(`card ${card} has several EFA interfaces; a card takes one`, NETWORK_CARDS)),
  ];
}

/** Arguments that give an address. */
const ADDRESSES = [
  "ipv4_address_count",
  "ipv4_addresses",
  "ipv4_prefix_count",
  "ipv4_prefixes",
  "ipv6_address_count",
  "ipv6_addresses",
  "ipv6_prefix_count",
  "ipv6_prefixes",
  "private_ip_address",
];

function refuseAddresses(places: readonly Place[]): Refusal[] {
  const bare = places.filter(({ type }) => type === "efa-only");
  const addressed = bare.flatMap((each) => {
    const given = ADDRESSES.filter((argument) => isGiven(each.block[argument] ?? null));
    const switched = ["associate_public_ip_address", "primary_ipv6"].filter((argument) => isOn(each.block, argument));
    return [...given, ...switched].map((argument) =>
      invalid(`${name(each)} has ${argument}; efa-only interfaces have no addresses`, SPECIFICATION),
    );
  });
  const open = places.filter(({ block }) => isOn(block, "associate_public_ip_address"));
  if (places.length < 2) return addressed;
  return [
    ...addressed,
    ...open.map((each) =>
      invalid(
        `${name(each)} has associate_public_ip_address, and there are ${places.length} interfaces; only an instance with one can have a public address at launch`,
        ec2Api("InstanceNetworkInterfaceSpecification"),
      ),
    ),
  ];
}

function isGiven(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== "" && value !== 0;
}

function refuseGroups(places: readonly Place[]): Refusal[] {
  return places
    .map((each) => ({ each, count: textsOf(each.block, "security_groups").length }))
    .filter(({ count }) => count > MOST_SECURITY_GROUPS)
    .map(({ each, count }) => ({
      code: "SecurityGroupsPerInterfaceLimitExceeded",
      message: `${name(each)} has ${count} security groups; the quota cannot be raised above ${MOST_SECURITY_GROUPS}`,
      source: vpcGuide("amazon-vpc-limits"),
    }));
}

function refuseForType(typeName: string, { network, efa, eni }: InstanceType, places: readonly Place[]): Refusal[] {
  const adapters = places.filter(isEfa);
  const onCard0 = places.filter(({ card }) => card === 0);
  const refusals: Refusal[] = places
    .filter(({ card }) => card >= network.cards)
    .map((each) => invalid(`${name(each)}: ${typeName} has ${cards(network.cards)}`, NETWORK_CARDS));
  if (adapters.length > 0 && !efa.supported)
    refusals.push({ code: "Unsupported", message: `${typeName} has no EFA`, source: ec2Guide("efa") });
  else if (efa.max !== null && adapters.length > efa.max)
    refusals.push(invalid(`${adapters.length} EFA interfaces; ${typeName} takes ${efa.max}`, ec2Api("EfaInfo"), LIMIT));
  if (efa.supported && efa.onCard0 === false)
    refusals.push(
      ...onCard0.filter(isEfa).map((each) => invalid(`${name(each)}: card 0 of ${typeName} has no EFA`, LAYOUTS)),
    );
  if (places.length > eni.max)
    refusals.push(invalid(`${places.length} interfaces; ${typeName} takes ${eni.max}`, EC2_ERRORS, LIMIT));
  if (eni.card0 !== null && onCard0.length > eni.card0)
    refusals.push(
      invalid(
        `${onCard0.length} interfaces on card 0; ${typeName} takes ${eni.card0} there`,
        ec2Api("NetworkCardInfo"),
        LIMIT,
      ),
    );
  return refusals;
}

const LIMIT = "AttachmentLimitExceeded";

const cards = (count: number) => (count === 1 ? "one network card, 0" : `network cards 0 to ${count - 1}`);

function invalid(message: string, source = SPECIFICATION, code = "InvalidParameterCombination"): Refusal {
  return { code, message, source };
}
