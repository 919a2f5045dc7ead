import type { LaunchTemplateNetworkInterfaces } from "@cdktf/provider-aws/lib/launch-template";

/**
 * One network interface of an instance.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html
 */
export interface NetworkInterface {
  /** Network card index, from 0. */
  readonly card: number;
  /** Device index on that card, from 0. */
  readonly device: number;
  /** `interface`: IP only. `efa`: EFA and IP. `efa-only`: EFA without an address. */
  readonly type: "interface" | "efa" | "efa-only";
}

/** How many EFA devices a layout has. */
export function efaCount(interfaces: readonly NetworkInterface[]): number {
  return interfaces.filter(isEfa).length;
}

/**
 * The `network_interfaces` blocks of a launch template. The subnet is never among them: EKS rejects it.
 * Every interface gets all security groups, because EFA traffic is matched by group reference.
 */
export function networkInterfaces(
  interfaces: readonly NetworkInterface[],
  securityGroupIds: readonly string[],
): LaunchTemplateNetworkInterfaces[] {
  checkLayout(interfaces);
  if (securityGroupIds.length === 0)
    throw new Error("network interfaces need a security group: without one AWS takes the default group of the VPC");
  return interfaces.map((nic) => ({
    networkCardIndex: nic.card,
    deviceIndex: nic.device,
    interfaceType: nic.type,
    securityGroups: [...securityGroupIds],
    deleteOnTermination: "true",
    // A public address is impossible with several interfaces; on efa-only any address attribute fails the launch.
    ...(isPrimary(nic) && { associatePublicIpAddress: "false" }),
  }));
}

const isEfa = (nic: NetworkInterface): boolean => nic.type !== "interface";
const isPrimary = (nic: NetworkInterface): boolean => nic.card === 0 && nic.device === 0;

/** The rules of RunInstances that `terraform plan` does not know. */
function checkLayout(interfaces: readonly NetworkInterface[]): void {
  const primary = interfaces.find(isPrimary);
  if (!primary)
    throw new Error("network interfaces: none has card 0, device 0; every instance needs that one as its primary");
  if (primary.type === "efa-only")
    throw new Error(
      "network interfaces: card 0, device 0 is efa-only, which has no address; make it interface (with efa-only at card 0, device 1) or efa",
    );

  const seen = new Set<string>();
  const efaCards = new Set<number>();
  for (const nic of interfaces) {
    const place = `card ${nic.card}, device ${nic.device}`;
    if (seen.has(place)) throw new Error(`network interfaces: two have ${place}; the pair must be unique`);
    seen.add(place);
    if (!isEfa(nic)) continue;
    if (efaCards.has(nic.card))
      throw new Error(`network interfaces: card ${nic.card} has two EFA devices; a card carries at most one`);
    efaCards.add(nic.card);
  }
}
