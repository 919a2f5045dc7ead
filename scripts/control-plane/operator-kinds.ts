import type { ApiObject } from "./api";

/** What defines a custom kind. */
interface Definition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
}

/**
 * Kinds that the operators of a chart define when they run. No chart has their schemas, so objects of them are taken as they are.
 * @see https://github.com/Mellanox/nvidia-k8s-ipam/tree/main/deploy/crds
 * @see https://github.com/Mellanox/nic-configuration-operator/tree/main/config/crd/bases
 */
const KINDS: readonly Definition[] = [
  { group: "nv-ipam.nvidia.com", version: "v1alpha1", kind: "IPPool", plural: "ippools" },
  { group: "nv-ipam.nvidia.com", version: "v1alpha1", kind: "CIDRPool", plural: "cidrpools" },
  {
    group: "configuration.net.nvidia.com",
    version: "v1alpha1",
    kind: "NicConfigurationTemplate",
    plural: "nicconfigurationtemplates",
  },
];

interface JobSpec {
  readonly template?: { readonly spec?: { readonly containers?: readonly { readonly command?: readonly string[] }[] } };
}

/** Definitions of the kinds that Jobs of Railyard wait for (constructs/platform/network-operator/wait-for-kinds.ts). */
export function awaitedKinds(jobs: readonly ApiObject[]): object[] {
  const words = jobs.flatMap(({ spec }) =>
    ((spec as JobSpec).template?.spec?.containers ?? []).flatMap(({ command = [] }) =>
      command.includes("wait-for-kinds") ? command : [],
    ),
  );
  return KINDS.filter(({ plural, group }) => words.includes(`${plural}.${group}`)).map(definition);
}

const definition = ({ group, version, kind, plural }: Definition): object => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});
