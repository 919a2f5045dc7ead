import type { AwsEnvironment } from "./environment";

/** Whether nodes reach services of AWS by endpoints of the VPC, and nothing outside: the network that Railyard makes has no NAT gateways, and there is no proxy. */
export const isShut = ({ network, outbound }: Pick<AwsEnvironment, "network" | "outbound">): boolean =>
  network.kind === "create" && network.nat === "none" && !outbound.proxy;
