import { remoteWriteValues } from "../../constructs/platform/remote-write";
import { Prometheus } from "../helpers/prometheus";
import type { Json } from "../helpers/synth";
import { sample } from "../helpers/environment";

const testWithPrometheus = Prometheus.isThere() || process.env["CI"] ? test : test.skip;

/** As the operator of Prometheus writes it: each key in its snake form. */
const asWritten = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), asWritten(one)]),
  );
};

const METRICS = [
  'DCGM_FI_DEV_GPU_TEMP{gpu="0"} 40',
  'DCGM_FI_DEV_XID_ERRORS{gpu="0"} 0',
  "slurm_jobs 3",
  'slurm_nodes{cluster="slurm"} 9',
  "apiserver_request_total 7",
  "uptime 1",
].join("\n");

testWithPrometheus("a real Prometheus sends what config names, with the name of the environment", async () => {
  const store = await Prometheus.receiving();
  const { env } = sample({
    monitoring: {
      remoteWrite: {
        central: {
          kind: "prometheus",
          url: `${store.url}/api/v1/write`,
          metrics: ["DCGM_*", "slurm_*", "up"],
          except: ["DCGM_FI_DEV_XID_*"],
        },
      },
    },
  });
  const { remoteWrite } = remoteWriteValues({
    cluster: env.name,
    destinations: env.monitoring.remoteWrite,
    wayOut: { proxy: {}, authorities: null },
  }) as Json;
  const sender = await Prometheus.sending(METRICS, asWritten(remoteWrite));
  try {
    const came = await store.series('{__name__=~".+"}', (found) =>
      found.some(({ __name__ }) => __name__ === "slurm_nodes"),
    );
    const names = new Set(came.map(({ __name__ }) => __name__));
    expect([...names].toSorted()).toEqual(["DCGM_FI_DEV_GPU_TEMP", "slurm_jobs", "slurm_nodes", "up"]);
    expect(new Set(came.map(({ cluster }) => cluster))).toEqual(new Set([env.name]));
    expect(came.find(({ __name__ }) => __name__ === "slurm_nodes")).toMatchObject({ exported_cluster: "slurm" });
    expect(came.find(({ __name__ }) => __name__ === "slurm_jobs")).not.toHaveProperty("exported_cluster");
  } finally {
    await sender.stop();
    await store.stop();
  }
});
