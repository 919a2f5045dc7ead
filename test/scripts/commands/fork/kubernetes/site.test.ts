import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inEnvironmentFolder } from "../../../../helpers/environment-folder";
import { SHIPPED as SHIPPED_NAMES } from "../../../../helpers/shipped-files";

const SHIPPED = [...SHIPPED_NAMES, "index"].map((name) => `${name}.ts`).sort();
const PEM = "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n";
const HOST = "https://api.rail.example.com:6443";

interface Made {
  readonly environment: string;
  readonly written: boolean;
  readonly access: object;
  readonly state: object;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly notes: readonly string[];
  readonly unknown: readonly string[];
  readonly usdPerHour: number | null;
}

/** A fork that is not written. */
const dry = (...args: string[]) =>
  inEnvironmentFolder(async (folder) => {
    writeFileSync(join(folder.root, "ca.pem"), PEM);
    const placed = args.map((arg) => arg.replace("<root>", folder.root));
    const { code, stdout, stderr } = await folder.call("fork", ...placed, "--json", "--dry-run");
    expect([code, stderr]).toEqual([0, ""]);
    expect(folder.list()).toEqual(SHIPPED);
    return JSON.parse(stdout) as Made;
  });

/** What the fork says itself. */
const ownKeys = ({ files }: Made) =>
  (files[0]?.text ?? "")
    .split("\n")
    .slice(6, -2)
    .map((line) => line.trim());

test("follows an environment in another cluster; what changes there later is told", () =>
  inEnvironmentFolder(async (folder) => {
    const { code, stdout, stderr } = folder.run(
      "fork",
      "iron",
      "mine",
      "--context",
      "mine",
      "--nodes",
      "dgx=32",
      "--yes",
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(folder.read("mine").split("\n").slice(4)).toEqual([
      "export default defineEnvironment({",
      "  extends: iron,",
      '  name: "mine",',
      '  cluster: { access: { context: "mine" } },',
      "  nodeGroups: { dgx: { nodes: 32 } },",
      "});",
      "",
    ]);
    expect(stdout).toContain(
      'context "mine" of ~/.kube/config, Kubernetes 1.34; state in railyard-state/mine/ at https://minio.example.com:9000; cost unknown',
    );
    expect(stdout).toContain("whether 32 of its nodes have example.com/servers=dgx (dgx): npx railyard preflight mine");
    folder.git("init", "-q");
    const since = folder.commit("mine");
    folder.write("iron", folder.read("iron").replace('usual: "ceph-block"', 'usual: "ceph-fast"'));
    const upstream = await folder.call("upstream", "mine", "--since", since);
    expect([upstream.code, upstream.stderr]).toEqual([0, ""]);
    expect(upstream.stdout).toContain("ceph-fast");
  }));

test("says what is shared with the original, and what only the cluster knows", async () => {
  const made = await dry("iron", "mine", "--context", 'a "b" ${c}');
  expect(made).toMatchObject({
    environment: "mine",
    written: false,
    access: { kind: "kubeconfig", context: 'a "b" ${c}' },
    state: { bucket: "railyard-state", folder: "mine/" },
    usdPerHour: null,
  });
  expect(made.notes).toEqual([
    expect.stringMatching(/^its state is in the bucket of that of iron, in the folder mine\//),
    expect.stringContaining("cluster.provider is on-premises"),
    expect.stringContaining("metallb.io/address-pool: login"),
    expect.stringContaining("storage.scratch is where it is for iron"),
    expect.stringContaining("storage.home is where it is for iron"),
    expect.stringContaining("storage.store is where it is for iron"),
  ]);
  expect(made.unknown.join("\n")).toMatch(
    /Kubernetes 1\.34[^]*ceph-block and ceph-block-retain[^]*role=system[^]*64 of/,
  );
});

test("writes what was given, and asks no more about it", async () => {
  const given =
    "--context mine --kubeconfig /etc/kube --kubernetes-version 1.35 --storage-class usual=fast --storage-class " +
    "retained=ceph-block-retain --state-bucket mine-state --state-endpoint https://s3.mine.example.com";
  const made = await dry("iron", "mine", ...given.split(" "));
  expect(ownKeys(made)).toEqual([
    'name: "mine",',
    'state: { endpoint: "https://s3.mine.example.com", bucket: "mine-state" },',
    'cluster: { version: "1.35", access: { context: "mine", path: "/etc/kube" }, storageClasses: { usual: "fast" } },',
  ]);
  expect(made.notes.join()).not.toContain("its state");
  expect(made.unknown.join()).not.toMatch(/Kubernetes|StorageClasses/);
});

test("goes from a kubeconfig to the address of an API, and back", async () => {
  const given = [
    "--host",
    HOST,
    "--certificate-authority",
    "<root>/ca.pem",
    "--exec",
    "kubelogin",
    "--exec-arg=--login",
  ];
  expect((await dry("iron", "mine", ...given)).access).toEqual({
    kind: "endpoint",
    host: HOST,
    certificateAuthority: PEM,
    exec: { command: "kubelogin", args: ["--login"], env: {}, apiVersion: "client.authentication.k8s.io/v1" },
  });
  expect((await dry("ethernet", "mine", "--context", "mine")).access).toEqual({
    kind: "kubeconfig",
    context: "mine",
    path: "~/.kube/config",
  });
});

test("keeps the program that proves who people are, or takes another with its own arguments", async () => {
  const kept = await dry("ethernet", "mine", "--host", HOST);
  expect(ownKeys(kept)).toEqual(['name: "mine",', `cluster: { access: { host: "${HOST}" } },`]);
  expect(kept.notes[0]).toBe(
    "kubelogin get-token --login devicecode proves who you are, as it does for the original: cluster.access.exec",
  );
  const other = await dry("ethernet", "mine", "--host", HOST, "--exec", "oidc");
  expect(other.access).toMatchObject({ exec: { command: "oidc", args: [] } });
  expect(other.notes.join()).not.toContain("proves who");
});

test("moves the state to a store of another kind", async () => {
  const given = ["--host", HOST, "--state-endpoint", "https://s3.example.com", "--state-bucket", "own"];
  expect((await dry("ethernet", "mine", ...given)).state).toEqual({
    kind: "s3-compatible",
    endpoint: "https://s3.example.com",
    bucket: "own",
    region: "us-east-1",
    pathStyle: true,
    lock: true,
    folder: "mine/",
  });
});

test.each([
  ["no cluster", ["iron"], /One cluster has one environment, so .* --context <name>/],
  ["the cluster of the original", ["iron", "--context", "iron"], /is the cluster of the environment "iron" as well/],
  [
    "options of AWS",
    ["iron", "--context", "x", "--account", "111122223333"],
    /^--account: only forks .* an account of AWS/,
  ],
  ["options of a cluster on AWS", ["dev", "--context", "x"], /^--context: only forks .*where fork takes --account/],
  ["two ways to the cluster", ["iron", "--context", "x", "--host", HOST], /give one of them/],
  ["nobody who proves who people are", ["iron", "--host", HOST], /--host: add --exec/],
  ["a kubeconfig without its context", ["ethernet", "--kubeconfig", "/etc/kube"], /add --context/],
  ["an address that is none", ["ethernet", "--host", "api.example.com"], /must be the https address/],
  [
    "a version that is none",
    ["iron", "--context", "x", "--kubernetes-version", "latest"],
    /minor version of Kubernetes/,
  ],
  ["a use of volumes that is none", ["iron", "--context", "x", "--storage-class", "usal=a"], /did you mean usual\?/],
  ["no pool of that name", ["iron", "--context", "x", "--nodes", "dgy=2"], /did you mean dgx\?/],
  ["no nodes", ["iron", "--context", "x", "--nodes", "dgx=0"], /nodeGroups\.dgx\.nodes/],
  [
    "a store without a bucket",
    ["ethernet", "--host", HOST, "--state-endpoint", "https://s3.example.com"],
    /add --state-bucket/,
  ],
  [
    "certificates that are none",
    ["ethernet", "--host", HOST, "--certificate-authority", __filename],
    /certificates in PEM/,
  ],
])("refuses %s, and writes nothing", (_, [from = "", ...args], message) =>
  inEnvironmentFolder(async (folder) => {
    const { code, stderr } = await folder.call("fork", from, "mine", ...args, "--yes");
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(folder.list()).toEqual(SHIPPED);
  }),
);

test("refuses a private key, and does not print it", () =>
  inEnvironmentFolder(async (folder) => {
    const file = join(folder.root, "both.pem");
    writeFileSync(file, `${PEM}-----BEGIN PRIVATE KEY-----\nU0VDUkVU\n-----END PRIVATE KEY-----\n`);
    const given = ["--host", HOST, "--certificate-authority", file];
    const { code, stdout, stderr } = await folder.call("fork", "ethernet", "mine", ...given);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/has no private key/)]);
    expect(stdout + stderr).not.toContain("U0VDUkVU");
    expect(readFileSync(file, "utf8")).toContain("U0VDUkVU");
  }));
