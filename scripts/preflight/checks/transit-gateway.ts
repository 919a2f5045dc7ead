import { DescribeTransitGatewaysCommand, EC2Client } from "@aws-sdk/client-ec2";
import type { CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";

const ATTACHMENTS = "https://docs.aws.amazon.com/vpc/latest/tgw/tgw-vpc-attachments.html";

/** The way to servers on premises: whether the account has it, and takes a VPC on it. */
export const TRANSIT_GATEWAY: PreflightCheck = {
  id: "network/transit-gateway",
  title: "The transit gateway to servers on premises is there, and a VPC can be attached to it.",
  actions: ["ec2:DescribeTransitGateways"],
  run: async ({ environment: { cluster, account, region }, aws }): Promise<CheckResult[]> => {
    const connection = cluster.hybrid?.connection;
    if (connection?.kind !== "transit-gateway") return [];
    const { id: subject } = connection;
    const asked = aws.client(EC2Client).send(new DescribeTransitGatewaysCommand({ TransitGatewayIds: [subject] }));
    const gateway = (await orNull(asked))?.TransitGateways?.[0];
    if (!gateway) {
      const text = `the account sees no such gateway in ${region}: it has none, or nobody shares it`;
      return [{ verdict: "failed", subject, text, fix: "Correct the id, or have its owner share it with AWS RAM." }];
    }
    const { State: state, OwnerId: owner, Options: options } = gateway;
    if (state !== "available")
      return [
        { verdict: "failed", subject, text: `its state is ${state ?? "not said"}`, fix: "Wait until it is available." },
      ];
    if (owner !== account && options?.AutoAcceptSharedAttachments !== "enable")
      return [
        {
          verdict: "warning",
          subject,
          text: `${owner ?? "another account"} owns it and accepts attachments by hand: the deployment waits for that`,
          fix: "Have its owner accept the attachment while Terraform waits, or switch on that it accepts shared ones.",
          source: ATTACHMENTS,
        },
      ];
    if (options?.DefaultRouteTableAssociation !== "enable" || options.DefaultRouteTablePropagation !== "enable")
      return [
        {
          verdict: "warning",
          subject,
          text: "it puts no attachment into its route table by itself: nothing on premises finds the VPC",
          fix: "Associate the attachment with a route table of the gateway, and propagate it, once it is there.",
          source: ATTACHMENTS,
        },
      ];
    return [{ verdict: "ok", subject, text: "available, and routes to what is attached to it" }];
  },
};
