import { NODEADM_KEYS, NODEADM_SOURCES, type NodeadmKey, type NodeadmKeys } from "../../../facts/nodeadm-keys";
import type { ConfigPath } from "../../../kernel/issues";
import { didYouMean, orList } from "../../../kernel/nearest";
import type { AwsRule } from "../rule";
import type { Violation } from "../../../kernel/rule";
import { groupPath } from "../../../pools/written-groups";
import { isPlain } from "../../../kernel/plain";
import { writtenEc2Groups } from "./ec2-groups";

/** The escape hatch `nodeadm` against the keys that nodeadm and the kubelet know. */
export const NODEADM_KEY_RULES: readonly AwsRule[] = [
  {
    id: "nodes/nodeadm-keys",
    title: "nodeadm has keys that nodeadm and the kubelet know.",
    severity: "error",
    why: "nodeadm or the kubelet refuses the file and the nodes never join, or a mistyped key does nothing.",
    source: `${NODEADM_SOURCES.nodeadm.url}; ${NODEADM_SOURCES.kubelet.url}`,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        // Bottlerocket has settings of its own, in TOML
        if (written.nodeadm && written.image.kind !== "bottlerocket")
          yield* faults(written.nodeadm, NODEADM_KEYS, groupPath(group, "nodeadm"));
      }
    },
  },
];

function* faults(given: unknown, known: NodeadmKey, path: ConfigPath): Iterable<Violation> {
  // null takes a key of ours out
  if (given === null || given === undefined) return;
  if (isKeys(known)) {
    if (!isPlain(given)) yield wrong(path, given, "an object");
    else
      for (const [key, value] of Object.entries(given)) {
        const next = Object.hasOwn(known, key) ? known[key] : undefined;
        const at = [...path, key];
        if (next !== undefined) yield* faults(value, next, at);
        else yield { path: at, ...unknown(key, Object.keys(known)) };
      }
  } else if (Array.isArray(known)) {
    if (!known.includes(given)) yield wrong(path, given, orList(known.map((value) => JSON.stringify(value))));
  } else if (!KINDS[known as keyof typeof KINDS].is(given)) {
    yield wrong(path, given, KINDS[known as keyof typeof KINDS].words);
  }
}

const KINDS = {
  string: { words: "a text", is: (value: unknown) => typeof value === "string" },
  number: { words: "a number", is: (value: unknown) => typeof value === "number" },
  boolean: { words: "true or false", is: (value: unknown) => typeof value === "boolean" },
  list: { words: "a list", is: (value: unknown) => Array.isArray(value) },
  map: { words: "an object", is: (value: unknown) => isPlain(value) },
};

const unknown = (key: string, known: readonly string[]) => ({
  message: `there is no key ${JSON.stringify(key)}`,
  fix:
    didYouMean(key, known) ?? (known.length > 12 ? "see the source for the keys there are" : `write ${orList(known)}`),
});

const wrong = (path: ConfigPath, given: unknown, words: string): Violation => ({
  path,
  message: `must be ${words}, but is ${String(JSON.stringify(given)).slice(0, 60)}`,
  fix: `write ${words}`,
});

const isKeys = (known: NodeadmKey): known is NodeadmKeys => typeof known === "object" && !Array.isArray(known);
