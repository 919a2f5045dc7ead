import { HelmProvider } from "@cdktf/provider-helm/lib/provider";
import { Fn } from "cdktf";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { BaseStack } from "../../base-stack";
import type { ClusterValues } from "../../cluster-stack";

/**
 * Lets a stack install Helm releases. Endpoint and certificate come from the state of the cluster stack, and the token
 * from the AWS CLI when Terraform runs: nothing here depends on a value of the stack's own plan, and no state holds a token.
 */
export function eksAuth(stack: BaseStack<AwsEnvironment>, cluster: ClusterValues): void {
  const { region, names } = stack.env;
  new HelmProvider(stack, "helm", {
    kubernetes: {
      host: cluster.endpoint,
      clusterCaCertificate: Fn.base64decode(cluster.certificateAuthority),
      exec: {
        apiVersion: "client.authentication.k8s.io/v1beta1",
        command: "aws",
        args: ["eks", "get-token", "--cluster-name", names.cluster, "--region", region],
      },
    },
  });
}
