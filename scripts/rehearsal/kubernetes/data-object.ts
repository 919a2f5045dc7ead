import { entriesOf, isOn } from "../attribute-values";
import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import type { Attributes } from "../value";
import { kubernetesProvider, madeObject, objectMetadata, refuseObjectName } from "./object-metadata";

const SECRET = "https://kubernetes.io/docs/concepts/configuration/secret/";
const CONFIG_MAP = "https://kubernetes.io/docs/concepts/configuration/configmap/";

/** Bytes of all values together. */
const MOST_BYTES = 1024 * 1024;

const NAMED = objectMetadata("namespace");

export const DATA_OBJECT_KINDS = knownKinds({
  kubernetes_secret_v1: {
    source: [kubernetesProvider("resource_kubernetes_secret_v1"), SECRET],
    ...NAMED,
    forcesNewWhen: frozen,
    defaults: { ...NAMED.defaults, type: "Opaque", wait_for_service_account_token: true },
    sensitive: ["binary_data", "binary_data_wo", "data", "data_wo"],
    refuse: (object) => [...refuseData(object, SECRET)],
    create: (object, api) => ({ ...madeObject(object, "namespace", api), data: {} }),
  },
  kubernetes_config_map_v1: {
    source: [kubernetesProvider("resource_kubernetes_config_map_v1"), CONFIG_MAP],
    ...NAMED,
    forcesNewWhen: frozen,
    refuse: (object) => [...refuseData(object, CONFIG_MAP), ...refuseTwice(object)],
    create: (object, api) => madeObject(object, "namespace", api),
  },
});

/** What is immutable stays so: other data is another object. */
function frozen(prior: Attributes): string[] {
  return isOn(prior, "immutable") ? ["binary_data", "data", "immutable"] : [];
}

function* refuseData(object: Attributes, source: string): Iterable<Refusal> {
  yield* refuseObjectName(object, "subdomain");
  const [data, binary] = [entriesOf(object, "data"), entriesOf(object, "binary_data")];
  for (const [key] of [...data, ...binary])
    if (!/^[-._a-zA-Z0-9]{1,253}$/.test(key))
      yield { code: "Invalid", message: `data key "${key}"; it has letters, digits, "-", "_" and "."`, source };
  const bytes = [...data.map(([, value]) => Buffer.byteLength(value)), ...binary.map(([, value]) => decoded(value))];
  const total = bytes.reduce((sum, each) => sum + each, 0);
  if (total > MOST_BYTES)
    yield { code: "Invalid", message: `data has ${total} bytes; an object takes ${MOST_BYTES}`, source };
}

/** A secret keeps both in one place, a config map does not. */
function refuseTwice(object: Attributes): Refusal[] {
  const data = entriesOf(object, "data").map(([key]) => key);
  return entriesOf(object, "binary_data")
    .filter(([key]) => data.includes(key))
    .map(([key]) => ({ code: "Invalid", message: `key "${key}" is in data and in binary_data`, source: CONFIG_MAP }));
}

const decoded = (base64: string) => Buffer.from(base64, "base64").length;
