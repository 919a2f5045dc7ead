import type { Site } from "../site";
import type { KubernetesEnvironment } from "./environment";
import { INSTEAD, INSTEAD_VOLUMES } from "./instead";
import { resolveKubernetes } from "./resolve";
import { KUBERNETES_RULES } from "./rules";
import { kubernetesSchema, type KubernetesConfig } from "./schema";

/** A cluster that somebody has made: on premises, or another cloud's. */
export const KUBERNETES: Site<KubernetesConfig, KubernetesEnvironment> = {
  kind: "kubernetes",
  title: "a cluster that exists",
  clusterKind: "existing",
  schema: kubernetesSchema,
  instead: INSTEAD,
  insteadVolumes: INSTEAD_VOLUMES,
  standIns: { state: { kind: "local" } },
  resolve: resolveKubernetes,
  rules: KUBERNETES_RULES,
};
