import { blockOf, textOf } from "../attribute-values";
import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import type { Attributes } from "../value";
import { kubernetesProvider, madeObject, objectMetadata, refuseObjectName } from "./object-metadata";

const NAMESPACES = "https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/";

/** Namespaces that every cluster starts with. */
const INITIAL = ["default", "kube-node-lease", "kube-public", "kube-system"];

const NAMED = objectMetadata("cluster");

export const CLUSTER_OBJECT_KINDS = knownKinds({
  kubernetes_namespace_v1: {
    source: [kubernetesProvider("resource_kubernetes_namespace_v1"), NAMESPACES],
    ...NAMED,
    defaults: { wait_for_default_service_account: false },
    refuse: (object, _api, prior) => [
      ...refuseObjectName(object, "label"),
      ...(prior === null ? refuseInitial(object) : []),
    ],
    create: (object, api) => madeObject(object, "cluster", api),
  },
  kubernetes_storage_class_v1: {
    source: [kubernetesProvider("resource_kubernetes_storage_class_v1")],
    ...NAMED,
    defaults: { allow_volume_expansion: true, reclaim_policy: "Delete", volume_binding_mode: "Immediate" },
    refuse: (object) => refuseObjectName(object, "subdomain"),
    create: (object, api) => madeObject(object, "cluster", api),
  },
});

function refuseInitial(object: Attributes): Refusal[] {
  const name = textOf(blockOf(object, "metadata"), "name") ?? "";
  if (!INITIAL.includes(name)) return [];
  const message = `namespace "${name}" is there already: every cluster starts with it`;
  return [{ code: "AlreadyExists", message, source: NAMESPACES }];
}
