import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import type { Construct } from "constructs";

export interface RemoteCallersProps {
  /** Group that EKS has made for the cluster: nodes and pods in AWS are in it. */
  readonly securityGroupId: string;
  /** Blocks of hybrid nodes. */
  readonly nodeCidrs: readonly string[];
  /** Blocks of pods that leave with addresses of their own; none where pods have that of their node. */
  readonly podCidrs: readonly string[];
}

/**
 * Lets pods on premises call those in AWS. EKS itself opens port 443 to remote networks, for the Kubernetes API, and nothing more:
 * slurmd would not reach slurmctld, and no question CoreDNS. Pods of one cluster call each other on any port, as they do in
 * AWS; where they have the address of their node, and for pods that have its network, only names are asked.
 * @see https://docs.aws.amazon.com/eks/latest/APIReference/API_RemoteNodeNetwork.html
 */
export function remoteCallers(scope: Construct, { securityGroupId, nodeCidrs, podCidrs }: RemoteCallersProps): void {
  for (const cidr of podCidrs) {
    const part = `pods-on-premises-${cidr.replace("/", "-")}`;
    new VpcSecurityGroupIngressRule(scope, part, {
      securityGroupId,
      cidrIpv4: cidr,
      ipProtocol: "-1",
      description: "Pods on premises",
      tags: { Name: part },
    });
  }
  for (const cidr of nodeCidrs)
    for (const ipProtocol of ["tcp", "udp"]) {
      const part = `names-on-premises-${cidr.replace("/", "-")}-${ipProtocol}`;
      new VpcSecurityGroupIngressRule(scope, part, {
        securityGroupId,
        cidrIpv4: cidr,
        ipProtocol,
        fromPort: 53,
        toPort: 53,
        description: "CoreDNS, asked by hybrid nodes",
        tags: { Name: part },
      });
    }
}
