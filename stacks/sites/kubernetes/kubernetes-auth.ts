import { HelmProvider, type HelmProviderKubernetes } from "@cdktf/provider-helm/lib/provider";
import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import type { ClusterAccess } from "../../../config/sites/kubernetes/access-schema";
import type { BaseStack } from "../../base-stack";

/** Lets a stack install Helm releases. Who it is, the kubeconfig or a program tells when Terraform runs: no state holds a token. */
export function clusterAuth(stack: BaseStack<KubernetesEnvironment>): void {
  const { access } = stack.env.cluster;
  const provider = new HelmProvider(stack, "helm", { kubernetes: kubernetesOf(access) });
  // cdktf would write names of variables as it writes those of arguments, in lower case
  if (access.kind === "endpoint" && Object.keys(access.exec.env).length > 0)
    provider.addOverride("kubernetes.exec.env", access.exec.env);
}

function kubernetesOf(access: ClusterAccess): HelmProviderKubernetes {
  if (access.kind === "kubeconfig") return { configPath: access.path, configContext: access.context };
  const { host, certificateAuthority, exec } = access;
  const { command, args, apiVersion } = exec;
  return {
    host,
    ...(certificateAuthority !== undefined && { clusterCaCertificate: certificateAuthority }),
    exec: { apiVersion, command, args },
  };
}
