import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sample } from "../helpers/environment";
import { eventually } from "../helpers/eventually";
import { collectorIsPresent } from "../helpers/log-collector";
import { freePort } from "../helpers/moto";
import { TraceCollector } from "../helpers/trace-collector";

const tempoIsPresent = spawnSync("tempo", ["--version"]).status === 0;

/** A trace as Tempo gives it back. */
interface Trace {
  readonly trace?: { readonly resourceSpans?: readonly ResourceSpans[] };
}
interface ResourceSpans {
  readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
  readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[];
}

(collectorIsPresent && tempoIsPresent ? describe : describe.skip)("a real Tempo with tenants", () => {
  let collector: TraceCollector;
  let tempo: ChildProcess;
  let output = "";
  let [api, otlp] = ["", ""];

  beforeAll(async () => {
    collector = new TraceCollector();
    const ports = [];
    while (ports.length < 4) ports.push(await freePort());
    const [http, grpc, receiver, members] = ports as [number, number, number, number];
    [api, otlp] = [`http://127.0.0.1:${http}`, `http://127.0.0.1:${receiver}`];
    const at = (...parts: string[]) => join(collector.folder, "tempo", ...parts);
    const config = {
      multitenancy_enabled: true,
      server: {
        http_listen_address: "127.0.0.1",
        http_listen_port: http,
        grpc_listen_address: "127.0.0.1",
        grpc_listen_port: grpc,
      },
      memberlist: { bind_addr: ["127.0.0.1"], bind_port: members },
      distributor: { receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${receiver}` } } } } },
      storage: { trace: { backend: "local", wal: { path: at("wal") }, local: { path: at("blocks") } } },
      usage_report: { reporting_enabled: false },
    };
    const file = join(collector.folder, "tempo.json");
    writeFileSync(file, JSON.stringify(config));
    tempo = spawn("tempo", [`-config.file=${file}`], { cwd: collector.folder, stdio: ["ignore", "ignore", "pipe"] });
    tempo.stderr!.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await eventually(
      async () => {
        if (tempo.exitCode !== null) throw new Error(`Tempo ended: ${output.slice(-2000)}`);
        return (await fetch(`${api}/ready`).catch(() => null))?.status;
      },
      (status) => status === 200,
    );
  });
  afterAll(async () => {
    if (tempo.exitCode === null) {
      const gone = once(tempo, "exit");
      tempo.kill("SIGKILL");
      await gone;
    }
    await collector.remove();
  });

  const asked = async (id: string, tenant: string): Promise<{ status: number; trace: Trace }> => {
    const answer = await fetch(`${api}/api/v2/traces/${id}`, {
      headers: { "x-scope-orgid": tenant, accept: "application/json" },
    });
    const text = await answer.text();
    return { status: answer.status, trace: answer.ok && text ? (JSON.parse(text) as Trace) : {} };
  };
  const spansOf = ({ trace }: Trace) => trace?.resourceSpans ?? [];

  test("keeps spans of the collector for its tenant alone, with the name of the cluster", async () => {
    const { env } = sample({ traces: { to: { kind: "otlp", url: otlp, tenant: "gpu-clusters" } } });
    await collector.start({ name: env.name, traces: env.traces, writer: null });
    const id = "0af7651916cd43dd8448eb211c80319c";
    expect(await collector.send(["railyard.step"], "/v1/traces", { "slurm.job.id": "4711" }, id)).toBe(200);
    const { trace } = await eventually(
      () => asked(id, "gpu-clusters"),
      ({ trace: found }) => spansOf(found).length > 0,
    );
    const [{ resource, scopeSpans }] = spansOf(trace) as [ResourceSpans];
    expect(scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name))).toEqual(["railyard.step"]);
    expect(resource.attributes).toContainEqual({ key: "k8s.cluster.name", value: { stringValue: env.name } });
    expect(spansOf((await asked(id, "others")).trace)).toEqual([]);
    expect(await collector.metrics()).toMatch(/^otelcol_exporter_sent_spans\{.*exporter="otlp_http".*\} 1$/m);
  });
});
