import type { ApiObject } from "./api";
import type { InventoryRow } from "./inventory";

/** A definition of a kind that is there and that nothing in config brings any more. */
export interface DefinitionStays {
  readonly name: string;
  /** `namespace/name` of what is there of its kind; empty: nobody uses it. */
  readonly objects: readonly string[];
}

/** Names of the definitions of kinds in the text of objects, in YAML or JSON. */
export function definitionsIn(text: string): Set<string> {
  const documents = text.split(/^---.*$/m).filter((one) => /\bkind"?: *"?CustomResourceDefinition\b/.test(one));
  const names = documents.flatMap((one) =>
    // a definition is called by the plural of its kind and its group, and nothing else in it is
    [...one.matchAll(/\bname"?: *["']?([a-z0-9-]+(?:\.[a-z0-9-]+)+)["']?(?=[\s,}])/g)].map(([, name = ""]) => name),
  );
  return new Set(names);
}

/** A claim of a volume, and whether a pod mounts it. */
export interface Claim {
  readonly isUsed: boolean;
  /** Release whose object it is, as `namespace/name`; null: a StatefulSet or a person made it. */
  readonly release: string | null;
}

/** Claims of volumes by `namespace/name`. */
export function claimsOf(claims: readonly ApiObject[], pods: readonly ApiObject[]): ReadonlyMap<string, Claim> {
  const used = new Set(
    pods.flatMap(({ metadata: { namespace }, spec }) =>
      ((spec?.volumes ?? []) as readonly { persistentVolumeClaim?: { claimName: string } }[]).flatMap(
        ({ persistentVolumeClaim: claim }) => (claim ? [`${namespace}/${claim.claimName}`] : []),
      ),
    ),
  );
  return new Map(
    claims.map(({ metadata: { namespace, name, annotations = {} } }) => {
      const key = `${namespace}/${name}`;
      const release = annotations["meta.helm.sh/release-name"];
      const of = release === undefined ? null : `${annotations["meta.helm.sh/release-namespace"]}/${release}`;
      return [key, { isUsed: used.has(key), release: of }];
    }),
  );
}

/** Claims that nobody uses any more: a pod did before, or they are of a release that is removed. */
export const unusedClaims = (
  before: ReadonlyMap<string, Claim>,
  after: ReadonlyMap<string, Claim>,
  removed: readonly string[],
): string[] =>
  [...after].flatMap(([key, { isUsed, release }]) => {
    const was = before.get(key);
    return was && !isUsed && (was.isUsed || (release !== null && removed.includes(release))) ? [key] : [];
  });

/** Definitions of before that are there still, and that nothing brings. */
export const staying = (
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  objects: readonly InventoryRow[],
  brought: ReadonlySet<string>,
): DefinitionStays[] =>
  [...before.keys()].flatMap((name) =>
    after.has(name) && !brought.has(name) ? [{ name, objects: objectsOf(objects, name) }] : [],
  );

/** `namespace/name` of what is there of a kind. */
export const objectsOf = (rows: readonly InventoryRow[], definition: string): string[] =>
  rows.flatMap((row) => (row.resource === definition ? [objectName(row)] : []));

export const objectName = ({ namespace, name }: Pick<InventoryRow, "namespace" | "name">): string =>
  namespace === null ? name : `${namespace}/${name}`;
