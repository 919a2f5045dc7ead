import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { clusterAccess, clusterReached } from "../../../../scripts/lib/kubernetes/cluster-access";
import { fakeProgram, recordedAws, withPath, type Answer } from "../../../helpers/deploying";
import { sample } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const { env: environment } = sample();

const DESCRIBE = { call: "EKS DescribeCluster", input: { name: "sample" } };
const CLUSTER: Answer = {
  ...DESCRIBE,
  output: { cluster: { endpoint: "https://abc.eks.amazonaws.com", certificateAuthority: { data: "Q0E=" } } },
};

const access = (at: string, answer: Answer) =>
  clusterAccess({ environment, aws: recordedAws([answer]), folder: at, env: withPath(at) });

test("kubectl gets a file that names this cluster only, without a token in it", async () => {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", `*) echo ok;;`);
  expect(await access(at, CLUSTER)).toMatchObject({ kind: "reached" });
  expect(calls()).toEqual(["get --raw /readyz"]);
  const file = join(at, "kubeconfig.json");
  const config = JSON.parse(readFileSync(file, "utf8")) as { clusters: object[]; users: object[] };
  expect(config.clusters).toEqual([
    { name: "sample", cluster: { server: "https://abc.eks.amazonaws.com", "certificate-authority-data": "Q0E=" } },
  ]);
  expect(config.users).toMatchObject([
    { user: { exec: { args: ["eks", "get-token", "--cluster-name", "sample", "--region", "us-east-1"] } } },
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("a cluster that EKS does not have is gone", async () => {
  const error = { name: "ResourceNotFoundException", message: "No cluster found for name: sample.", status: 404 };
  expect(await access(folder(), { ...DESCRIBE, error })).toEqual({ kind: "gone" });
});

test("one that does not answer is unreachable, with kubectl's words", async () => {
  const at = folder();
  fakeProgram(at, "kubectl", `*) echo 'dial tcp 10.20.0.1:443: i/o timeout' >&2; exit 1;;`);
  expect(await access(at, CLUSTER)).toEqual({
    kind: "unreachable",
    why: "kubectl get --raw /readyz failed: dial tcp 10.20.0.1:443: i/o timeout",
    fix: expect.stringMatching(/^Look at the VPN/),
  });
  await expect(
    clusterReached({ environment, aws: recordedAws([CLUSTER]), folder: at, env: withPath(at) }),
  ).rejects.toThrow(/^sample cannot be asked: kubectl .* i\/o timeout\nLook at the VPN, the firewall, the proxy/);
});

test("where the program that gives credentials fails, it is that one which is to be looked at", async () => {
  const at = folder();
  fakeProgram(at, "kubectl", `*) echo 'getting credentials: exec: executable aws not found' >&2; exit 1;;`);
  expect(await access(at, CLUSTER)).toMatchObject({ kind: "unreachable", fix: "Run it by hand, and log in." });
});

test("fails when AWS gives no answer: then nobody knows whether it is there", async () => {
  const error = { name: "AccessDeniedException", message: "no", status: 403 };
  await expect(access(folder(), { ...DESCRIBE, error })).rejects.toThrow("eks:DescribeCluster is not permitted");
});

test.each([
  ["no endpoint", { status: "CREATING" }],
  ["no certificate", { status: "DELETING", endpoint: "https://abc.eks.amazonaws.com" }],
])("one with %s is not asked: kubectl would ask another cluster", async (_, cluster) => {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", `*) echo ok;;`);
  expect(await access(at, { ...DESCRIBE, output: { cluster } })).toEqual({
    kind: "unreachable",
    why: `EKS says that it is ${cluster.status}, and gives no endpoint`,
  });
  expect(calls()).toEqual([]);
});
