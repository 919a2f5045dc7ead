import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isOnCluster, type KubernetesEnvironment } from "../../../../config/sites/kubernetes/environment";
import { preflightClusterFirst } from "../../../../scripts/commands/deploy/preflight-first";
import { preflightCluster } from "../../../../scripts/commands/preflight/cluster";
import { parseClusterRecording, type ClusterRecording } from "../../../../scripts/lib/kubernetes/recording";
import { recordingFile } from "../../../../scripts/lib/aws/recording";
import { NOW } from "../../../helpers/environment";
import { kubeconfig, kubectlTest, serveApi, type ServedApi } from "../../../helpers/kube-api";
import { ROOT } from "../../../helpers/process";
import { shippedInClusters } from "../../../helpers/stacks";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const read = (name: string): ClusterRecording => {
  const file = join(ROOT, "test/golden/preflight", name);
  return parseClusterRecording(readFileSync(file, "utf8"), file);
};

/** A server that says what a recorded cluster said. */
const serve = ({ answers }: ClusterRecording): Promise<ServedApi> =>
  serveApi((question) => {
    const found = answers.find(({ method, path }) => question === `${method} ${path}`);
    return { status: found?.status ?? 404, json: found?.reply ?? { kind: "Status", message: "not found" } };
  });

/** iron, whose cluster is behind a kubeconfig of its own. */
function ironAt(api: ServedApi): KubernetesEnvironment {
  const iron = shippedInClusters()
    .map(({ resolved }) => resolved)
    .filter(isOnCluster)
    .find(({ name }) => name === "iron")!;
  const path = kubeconfig(folder(), { iron: api.host, other: "http://127.0.0.1:1" });
  return { ...iron, cluster: { ...iron.cluster, access: { kind: "kubeconfig", context: "iron", path } } };
}

const signal = new AbortController().signal;

kubectlTest("a deployment asks the cluster of its context first, and says that it stops", async () => {
  const api = await serve(read("iron-crooked.json"));
  try {
    const lines: string[] = [];
    const asking = { env: process.env, now: NOW, signal, tell: (text: string) => void lines.push(text) };
    const report = await preflightClusterFirst({ ...asking, environment: ironAt(api), dryRun: false });
    expect(lines[0]).toBe("asking the cluster iron first; --no-preflight leaves that out");
    expect(lines).toContain(
      "  releases/collisions  nvidia/gpu-operator: is a GPU Operator (gpu-operator-v25.3.4) of release gpu-operator in nvidia: two fight over drivers, device plugins and ClusterPolicy",
    );
    expect(lines.at(-1)).toBe("Nothing was applied: mend what failed, or deploy with --no-preflight.");
    expect(report.counts.failed).toBeGreaterThan(10);
    // it reads, and asks for reviews and what would become of a pod
    expect(api.asked.filter((one) => !/^GET |reviews$|dryRun=All$/.test(one))).toEqual([]);
  } finally {
    await api.close();
  }
});

kubectlTest("what is recorded of a cluster is what it said", async () => {
  const recording = read("iron.json");
  const api = await serve(recording);
  try {
    const file = join(folder(), "answers.json");
    const record = recordingFile(file, false);
    const asking = { checks: [], now: NOW, replay: undefined, signal };
    const report = await preflightCluster(ironAt(api), { ...asking, record });
    const again = parseClusterRecording(readFileSync(file, "utf8"), file);
    expect(again.takenAt).toBe(report.askedAt);
    const asked = ({ answers }: ClusterRecording) => new Set(answers.map(({ method, path }) => `${method} ${path}`));
    // the recording is older than the question to kubelets: the server says that it knows none of their addresses
    const toKubelet = (path: string) => /^GET \/api\/v1\/nodes\/(dgx|small)-\d+\/proxy\/configz$/.test(path);
    const all = [...asked(again)];
    expect(new Set(all.filter((path) => !toKubelet(path)))).toEqual(asked(recording));
    expect(all.filter(toKubelet)).toHaveLength(20);
    expect(JSON.stringify(again)).not.toContain("iron-token");
    const replay = { text: readFileSync(file, "utf8"), file };
    const replayed = await preflightCluster(ironAt(api), { ...asking, record: undefined, replay });
    expect(replayed).toEqual({ ...report, replayed: true });
  } finally {
    await api.close();
  }
});
