import type { ConfigMap } from "./objects";

/** A ConfigMap with files. */
export function configMap(name: string, namespace: string, data: Record<string, string>): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data };
}
