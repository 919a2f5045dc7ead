import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isOnCluster } from "../../../../config/sites/kubernetes/environment";
import { preflightCluster } from "../../../../scripts/commands/preflight/cluster";
import { preflightCommand } from "../../../../scripts/commands/preflight/command";
import { exitCode } from "../../../../scripts/preflight/report";
import { reportText } from "../../../../scripts/preflight/report-text";
import { NOW } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import { shippedInClusters } from "../../../helpers/stacks";

// recorded of kube-apiserver 1.35.4 with made-up nodes: a cluster as iron wants it, and one with many faults
const SOUND = readFileSync(join(ROOT, "test/golden/preflight/iron.json"), "utf8");
const CROOKED = readFileSync(join(ROOT, "test/golden/preflight/iron-crooked.json"), "utf8");

const iron = shippedInClusters()
  .map(({ resolved }) => resolved)
  .filter(isOnCluster)
  .find(({ name }) => name === "iron")!;

const replay = (text: string, ...checks: string[]) =>
  preflightCluster(iron, {
    checks,
    now: NOW,
    record: undefined,
    replay: { text, file: "answers.json" },
    signal: new AbortController().signal,
  });

test("a cluster as config wants it fails nowhere, and what no node shows is unknown", async () => {
  // it was recorded of a later Kubernetes than iron has
  const report = await replay(SOUND.replaceAll("v1.35.4", "v1.34.2"));
  const stdout = reportText(report);
  expect(stdout).toMatch(
    /^iron {2}· {2}cluster iron\n═+\nRecorded 2026-.* as admin: the cluster itself was not asked now\./,
  );
  expect(stdout).toMatch(/nodes\/pools {2}dgx: 64 nodes have example\.com\/servers=dgx/);
  expect(stdout).toMatch(/Unknown: .*\n {2}nodes\/gpus {2}dgx: nothing offers nvidia\.com\/gpu yet/);
  expect(stdout).toMatch(/\n0 failed, 5 unknown, 0 warnings, \d+ ok$/);
  expect([exitCode(report, false), exitCode(report, true)]).toEqual([0, 2]);
});

test("what stands in the way is told, each with what to do", async () => {
  const report = await replay(CROOKED);
  const stdout = reportText(report);
  expect(exitCode(report, false)).toBe(2);
  const failed = stdout.split(/^Unknown: /m)[0]!;
  for (const words of [
    "cluster/version  Kubernetes: is v1.35.4, and config says 1.34",
    "nodes/overlap  cluster.systemNodes: shares nodes with dgx: dgx-2",
    "nodes/machines  dgx: config says a server with amd64, and nodes have another architecture: arm64 on dgx-3",
    "nodes/gpus  dgx: config says H100-80GB, and nodes have other GPUs: NVIDIA-H200 on dgx-2",
    "cluster/cni  Cilium: cni-exclusive is true",
    "cluster/secrets  slurm/checkpoints-store, credentials of bucket store: there is no such Secret: pods wait for the volume for ever",
    "cluster/load-balancers  Services without a class: Services wait for an address, and none has one: default/shop",
    "cluster/admission  old-policies: check.old.example.com must answer",
    'namespaces/pod-security  gpu-operator: refuses privileged pods (violates PodSecurity "baseline:latest"',
    "namespaces/pod-security  slurm: refuses privileged pods (ValidatingAdmissionPolicy 'no-host-paths'",
    "releases/collisions  nvidia/gpu-operator: is a GPU Operator (gpu-operator-v25.3.4) of release gpu-operator in nvidia",
    "releases/definitions  cert-manager: certificates.cert-manager.io of release cert-manager in certs is there",
  ])
    expect(failed).toContain(words);
  expect(stdout).toMatch(
    /Warnings: [^]*nodes\/pools {2}dgx: 4 nodes have example\.com\/servers=dgx, and config counts on 64/,
  );
  expect(stdout).toMatch(/Warnings: [^]*nodes\/gpus {2}dgx: nodes do not offer 8 GPUs each: 7 on dgx-1/);
  expect(stdout).toMatch(/Warnings: [^]*kube-system\/kube-multus-ds: is a Multus that somebody else installed/);
});

test("one check is asked alone, and one of an account is refused", async () => {
  expect(await replay(SOUND, "cluster/cni")).toMatchObject({
    cluster: "iron",
    caller: "admin",
    checks: [{ id: "cluster/cni" }],
  });
  await expect(replay(SOUND, "names/buckets")).rejects.toThrow("asks an account of AWS, and the environment does not");
});

test("a recording of somebody else answers nothing", async () => {
  const ofAccount = readFileSync(join(ROOT, "test/golden/preflight/dev.json"), "utf8");
  await expect(replay(ofAccount)).rejects.toThrow("answers.json is not a recording of a cluster's answers");
  const errors: string[] = [];
  const context = {
    root: ROOT,
    clock: () => NOW,
    print: () => {},
    printError: (text: string) => void errors.push(text),
  };
  const code = await preflightCommand(["dev", "--replay", join(ROOT, "test/golden/preflight/iron.json")], context);
  expect([code, errors.join()]).toEqual([1, expect.stringContaining("is not a recording of AWS's answers")]);
});
