import { type z } from "zod";
import type { KubernetesInput } from "../../../../config/environment-input";
import { loadEnvironments } from "../../../../config";
import { mergeExtends } from "../../../../config/kernel/extends";
import { ConfigError, pathText } from "../../../../config/kernel/issues";
import { type kubernetesSchema } from "../../../../config/sites/kubernetes/schema";
import { EXISTING_STORAGE_KINDS } from "../../../../config/storage/kinds";
import { INSTEAD, INSTEAD_VOLUMES } from "../../../../config/sites/kubernetes/instead";
import { KUBERNETES_RULES } from "../../../../config/sites/kubernetes/rules";
import { LEGAL_CLUSTER } from "../../../helpers/cluster";
import { NOW, type Change } from "../../../helpers/environment";

/** What is told of the sample with a change, a line each. */
function problems(change: Change): string[] {
  const { input } = mergeExtends({ ...change, extends: LEGAL_CLUSTER });
  try {
    loadEnvironments({ sample: () => input }, [], NOW);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.environments.flatMap(({ issues }) =>
      issues.map(({ path, message, hint }) => `${pathText(path)}: ${message}${hint === undefined ? "" : `; ${hint}`}`),
    );
  }
}

const pool = (change: object) => ({ nodeGroups: { dgx: change } });
const endpoint = (change: object) => ({
  cluster: {
    access: { kind: "endpoint", context: null, host: "https://10.0.0.1", exec: { command: "kubelogin" }, ...change },
  },
});

test("the sample is legal", () => expect(problems({})).toEqual([]));

test.each(Object.keys(INSTEAD))("%s, which only an account of AWS has, is told with what to write instead", (key) => {
  const value = { account: "111122223333", region: "us-east-1" }[key] ?? {};
  expect(problems({ [key]: value })).toEqual([
    `${key}: ${key} is no key of an environment in a cluster that exists; ${INSTEAD[key]}`,
  ]);
});

test.each(["efs", "fsx-lustre", "fsx-openzfs"])(
  "a volume of kind %s, which AWS makes, is told with what to mount instead",
  (kind) => {
    expect(problems({ storage: { homes: { kind } } })).toEqual([
      `storage.homes.kind: ${kind} is no kind of volume in a cluster that exists; ${INSTEAD_VOLUMES[kind]}`,
    ]);
    // each kind that is named is one
    const named = [...INSTEAD_VOLUMES[kind]!.matchAll(/[a-z0-9]+(?:-[a-z0-9]+)+|\bnfs\b|\bweka\b|\bscale\b/g)].map(
      ([one]) => one,
    );
    const kinds = EXISTING_STORAGE_KINDS.map((one) => one.kind as string);
    expect(named.filter((one) => !kinds.includes(one))).toEqual([]);
  },
);

test.each([
  [
    "two pools with one label",
    { nodeGroups: { more: { ...LEGAL_CLUSTER.nodeGroups.dgx, fabric: { kind: "none" } } } },
    /have the labels of dgx, too/,
  ],
  [
    "a mistyped server",
    pool({ server: "dgx-h10" }),
    /^nodeGroups\.dgx\.server: must be a server of the catalogue \(did you mean dgx-h100\?\), or .*but is "dgx-h10"/,
  ],
  [
    "a server that nobody sells",
    pool({ server: "cray-1" }),
    /server of the catalogue \(.*dgx-h100.*gb200.* or .*\), or an object that writes one out, but is "cray-1"/,
  ],
  ["a partition key out of range", pool({ fabric: { kind: "infiniband", pkey: "0x8001" } }), /bit of full membership/],
  [
    "a partition key in decimal",
    pool({ fabric: { kind: "infiniband", pkey: "32774" } }),
    /must be a partition key in hexadecimal, such as 0x0006: 32774 is 0x8006/,
  ],
  [
    "a partition key of too many digits",
    pool({ fabric: { kind: "infiniband", pkey: "0x10006" } }),
    /must be a partition key of 15 bits, such as 0x0006, but is "0x10006"/,
  ],
  ["a partition key that is none", pool({ fabric: { kind: "infiniband", pkey: "0x0" } }), /0x0000 is no partition/],
  [
    "the bit of full membership alone",
    pool({ fabric: { kind: "infiniband", pkey: "0x8000" } }),
    /0x8000 is no partition/,
  ],
  [
    "a kind of volume that nobody has",
    { storage: { homes: { kind: "tape" } } },
    /unknown value "tape"; allowed: lustre-existing/,
  ],
  ["a version of one part", { cluster: { version: "1" } }, /cluster\.version: must be a minor version .* but is "1"/],
  ["Kubernetes that one of both operators lacks", { cluster: { version: "1.36" } }, /Kubernetes 1\.33 to 1\.35/],
  [
    "a kubeconfig in no certain folder",
    { cluster: { access: { path: "kube/config" } } },
    /access\.path: must be an absolute path, or begin with ~\//,
  ],
  ["a token", endpoint({ token: "abc" }), /access\.token: unknown key "token"/],
  [
    "a key beside a certificate",
    endpoint({ certificateAuthority: "-----BEGIN PRIVATE KEY-----" }),
    /must be certificates/,
  ],
  ["an address without TLS", endpoint({ host: "http://10.0.0.1" }), /must be the https address/],
  ["a password for the store of states", { state: { secretKey: "x" } }, /state\.secretKey: unknown key/],
  [
    "DAOS, of which no driver is known,",
    { storage: { fast: { kind: "daos" } } },
    /unknown value "daos": no driver of DAOS is known; what hosts have mounted/,
  ],
  [
    "a name of the same store",
    { storage: { fast: { kind: "gpfs" } } },
    /unknown value "gpfs": IBM Storage Scale is kind scale/,
  ],
  [
    "a folder of the host's own root",
    { storage: { scratch: { folder: "/" } } },
    /folder: must be a folder on the file/,
  ],
])("%s is refused, in words", (_, change, message) => {
  const found = problems(change);
  expect(found).toEqual([expect.stringMatching(message)]);
});

test.each([
  ["a key of AWS", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
  ["a password that is a word", "Hunter2!"],
])("%s in place of the name of its Secret is refused, and never shown", (_, secretName) => {
  const found = problems({ storage: { fast: { kind: "weka", fileSystem: "default", folder: "a", secretName } } });
  expect(found).toEqual([expect.stringMatching(/secretName: must be the name of an object .* is not shown/)]);
  expect(found.join()).not.toContain(secretName);
});

test("a token in any key is not shown where its form is refused", () => {
  const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  expect(problems({ storage: { scratch: { folder: `${token}/../x` } } }).join()).not.toContain(token);
});

test("secrets in arguments of the program are found", () =>
  expect(
    problems(
      endpoint({ exec: { command: "kubelogin", args: ["--token", "ghp_0123456789abcdefghijABCDEFGHIJ012345"] } }),
    ),
  ).toEqual([expect.stringContaining("looks like")]));

test("the generated type and the schema accept the same environments", () => {
  // checked by the compiler: either line fails to compile when the two differ
  const toSchema = (input: KubernetesInput): z.input<typeof kubernetesSchema> => input;
  const toType = (input: z.input<typeof kubernetesSchema>): KubernetesInput => input;
  expect([toSchema, toType]).toHaveLength(2);
});

test("every rule over pools is one of the site", () => {
  const ids = KUBERNETES_RULES.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining(["pools/same-nodes", "rdma/cards-known", "infiniband/sharp", "roce/traffic"]),
  );
  expect(ids).toContain("network-operator/kubernetes");
});
