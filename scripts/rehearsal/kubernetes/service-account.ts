import { knownKinds } from "../known-kinds";
import { kubernetesProvider, madeObject, objectMetadata, refuseObjectName } from "./object-metadata";

const NAMED = objectMetadata("namespace");

export const SERVICE_ACCOUNT_KINDS = knownKinds({
  kubernetes_service_account_v1: {
    source: [
      kubernetesProvider("resource_kubernetes_service_account_v1"),
      "https://kubernetes.io/docs/concepts/security/service-accounts/",
    ],
    ...NAMED,
    defaults: { ...NAMED.defaults, automount_service_account_token: true },
    refuse: (object) => refuseObjectName(object, "subdomain"),
    // since Kubernetes 1.24 an account has no secret of its own
    create: (object, api) => ({ ...madeObject(object, "namespace", api), default_secret_name: "" }),
  },
});
