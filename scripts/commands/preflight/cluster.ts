import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { ClusterApi } from "../../lib/kubernetes/cluster-api";
import { wayName } from "../../lib/kubernetes/cluster-way";
import { parseClusterRecording, recorded, replayed, writeClusterRecording } from "../../lib/kubernetes/recording";
import { withCluster } from "../../lib/kubernetes/with-cluster";
import { chosenChecks } from "../../preflight/all-checks";
import { askCluster } from "../../preflight/cluster/ask-cluster";
import { CLUSTER_CHECKS } from "../../preflight/cluster/registry";
import { plannedReleases } from "../../lib/synth/planned-releases";
import type { PreflightReport } from "../../preflight/report";
import type { Asking } from "./asking";
import { hostsOf } from "./hosts";

/** Asks the cluster of an environment, or a recording of what it said. @throws ExpectedError where nothing can be asked */
export async function preflightCluster(env: KubernetesEnvironment, asking: Asking): Promise<PreflightReport> {
  const { now, record, replay, signal } = asking;
  const checks = chosenChecks(asking.checks, CLUSTER_CHECKS);
  const recording = replay && parseClusterRecording(replay.text, replay.file);
  const way = env.cluster.access;
  const cluster = wayName(way);
  const { ask: hosts, answered } = hostsOf(env.outbound, { replayed: recording?.hosts, live: !recording, signal });
  const ask = (api: ClusterApi) =>
    askCluster({
      env,
      releases: plannedReleases(env),
      api,
      cluster,
      checks,
      now,
      signal,
      hosts,
      replayed: recording !== undefined,
    });
  if (recording) return ask(new ClusterApi(replayed(recording)));
  const answers: Parameters<typeof recorded>[1] = [];
  const report = await withCluster(
    { way, env: process.env, signal, through: (live) => (record ? recorded(live, answers) : live) },
    ask,
  );
  if (record) writeClusterRecording(record, { format: 1, takenAt: report.askedAt, cluster, ...answered(), answers });
  return report;
}
