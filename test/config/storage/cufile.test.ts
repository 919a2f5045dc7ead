import { CUFILE_KEYS, type CufileValue } from "../../../config/facts/cufile";
import { cufileOf } from "../../../config/storage/cufile";
import { clusterSample } from "../../helpers/cluster";

const weka = { kind: "weka", fileSystem: "default", folder: "railyard", secretName: "weka-api", gpuDirect: true };
const nfs = { kind: "nfs", server: "files.example.com", export: "/data", transport: "rdma", gpuDirect: true };
const cufile = (storage: object) => cufileOf(clusterSample({ storage }).env.storage);

/** Values of nested objects by their path. */
const leaves = (value: unknown, path: readonly string[] = []): [string, unknown][] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [[path.join("."), value]];

const IS: Readonly<Record<CufileValue, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === "boolean",
  word: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  addresses: (value) => Array.isArray(value),
};

test("every key of cufile.json is one that NVIDIA documents, with a value of its kind", () => {
  const all = leaves(JSON.parse(cufile({ weka, data: nfs })!.json));
  expect(all.map(([key]) => key).sort()).toEqual(Object.keys(CUFILE_KEYS).sort());
  for (const [key, value] of all) expect([key, IS[CUFILE_KEYS[key]!](value)]).toEqual([key, true]);
});

test("WEKA writes straight only where it is told to, and nobody else is told", () => {
  expect(JSON.parse(cufile({ weka })!.json).fs.weka).toEqual({ rdma_write_support: true });
  expect(JSON.parse(cufile({ data: nfs })!.json).fs).toEqual({ generic: { posix_unaligned_writes: false } });
});

test("mounts that fall back without addresses are named, and others are not", () => {
  expect(cufile({ weka, data: nfs })?.needAddresses).toEqual(["/weka"]);
  expect(cufile({ data: nfs })?.needAddresses).toEqual([]);
});

test("there is no file where nobody asked for it", () => {
  expect(cufile({ weka: { ...weka, gpuDirect: false } })).toBeNull();
  expect(cufile({})).toBeNull();
});
