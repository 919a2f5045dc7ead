import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeSubjects } from "../../config/logs/logs";
import { LINES, lokiQuery } from "../../constructs/dashboards/log-lines";
import { sample } from "../helpers/environment";
import { eventually } from "../helpers/eventually";
import { collectorIsPresent, criLine, journalIsPresent, NodeWithLogs } from "../helpers/log-collector";
import { freePort, isOnPath } from "../helpers/moto";
import type { Json } from "../helpers/synth";

const LOKI = "loki";

/** A real Loki with a folder, for one tenant or several. */
class Loki {
  private readonly folder = mkdtempSync(join(tmpdir(), "loki-"));
  private child: ChildProcess | undefined;
  url = "";

  /** @param isShared whether it has several tenants, and asks for whom a line is */
  async start(isShared = false): Promise<void> {
    const [http, grpc] = [await freePort(), await freePort()];
    this.url = `http://127.0.0.1:${http}`;
    const file = join(this.folder, "loki.yaml");
    writeFileSync(
      file,
      JSON.stringify({
        auth_enabled: isShared,
        server: {
          http_listen_address: "127.0.0.1",
          http_listen_port: http,
          grpc_listen_address: "127.0.0.1",
          grpc_listen_port: grpc,
          log_level: "error",
        },
        common: {
          instance_addr: "127.0.0.1",
          path_prefix: this.folder,
          replication_factor: 1,
          ring: { kvstore: { store: "inmemory" } },
          storage: {
            filesystem: { chunks_directory: join(this.folder, "chunks"), rules_directory: join(this.folder, "rules") },
          },
        },
        schema_config: {
          configs: [
            {
              from: "2024-01-01",
              store: "tsdb",
              object_store: "filesystem",
              schema: "v13",
              index: { prefix: "index_", period: "24h" },
            },
          ],
        },
        analytics: { reporting_enabled: false },
      }),
    );
    mkdirSync(join(this.folder, "rules"), { recursive: true });
    this.child = spawn(LOKI, [`-config.file=${file}`], { stdio: "ignore" });
    await eventually(
      async () => (await fetch(`${this.url}/ready`).catch(() => null))?.status,
      (status) => status === 200,
    );
  }

  /** Streams with their lines. */
  async ask(query: string, tenant: string): Promise<{ stream: Record<string, string>; lines: string[] }[]> {
    const body = new URLSearchParams({ query, limit: "1000", direction: "forward", since: "1h" });
    const answer = await fetch(`${this.url}/loki/api/v1/query_range?${body}`, { headers: { "X-Scope-OrgID": tenant } });
    const { data } = (await answer.json()) as Json;
    return data.result.map(({ stream, values }: Json) => ({
      stream,
      lines: values.map(([, line]: [string, string]) => line),
    }));
  }

  async stop(): Promise<void> {
    if (this.child) {
      const gone = once(this.child, "exit");
      this.child.kill("SIGKILL");
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const POD = "team_train-0_0a1b2c3d-0000-4000-8000-000000000001/main";

(collectorIsPresent && isOnPath(LOKI) ? describe : describe.skip)("a real collector and a real Loki", () => {
  const loki = new Loki();
  const node = new NodeWithLogs();
  afterAll(async () => {
    await node.remove();
    await loki.stop();
  });

  test("lines have the labels of their pods, and journals those of their units", async () => {
    await loki.start(true);
    const { env } = sample({
      logs: { to: { kind: "loki", url: loki.url, tenant: "gpu-clusters" }, nodes: journalIsPresent },
    });
    node.prints(POD, criLine("step 1") + criLine(`${"y".repeat(16_384)}`, { part: true }).repeat(20) + criLine("end"));
    if (journalIsPresent)
      node.logsInJournal([
        { _TRANSPORT: "kernel", PRIORITY: "3", MESSAGE: "NVRM: Xid (PCI:0000:53:00): 79, GPU has fallen off the bus." },
        { _TRANSPORT: "stdout", _SYSTEMD_UNIT: "kubelet.service", PRIORITY: "6", MESSAGE: "kubelet says" },
        { _TRANSPORT: "stdout", _SYSTEMD_UNIT: "sshd.service", PRIORITY: "6", MESSAGE: "of nobody here" },
      ]);
    await node.collects({ name: env.name, logs: env.logs, subjects: nodeSubjects(env.logs), writer: null });
    const pods = await eventually(
      () => loki.ask('{k8s_namespace_name="team"}', "gpu-clusters"),
      (found) => found.some(({ lines }) => lines.some((line) => line.endsWith("end"))),
    );
    expect(pods[0]!.stream).toMatchObject({
      k8s_cluster_name: env.name,
      k8s_namespace_name: "team",
      k8s_container_name: "main",
      service_name: "main",
    });
    const lines = pods.flatMap((one) => one.lines);
    expect(lines).toContain("step 1");
    // what is longer than Loki takes comes in parts
    expect(lines.join("").match(/y/g)).toHaveLength(20 * 16_384);
    expect(await loki.ask('{k8s_namespace_name="team"}', "others")).toEqual([]);
    if (!journalIsPresent) return;
    const kernel = await eventually(
      // as the dashboard of the node asks
      () => loki.ask(lokiQuery(LINES.kernel, env.name, "node-1"), "gpu-clusters"),
      (found) => found.length > 0,
    );
    expect(kernel[0]!.lines).toEqual(["NVRM: Xid (PCI:0000:53:00): 79, GPU has fallen off the bus."]);
    expect(await loki.ask(lokiQuery(LINES.xids, env.name, "node-1"), "gpu-clusters")).toEqual(kernel);
    expect(await loki.ask(lokiQuery(LINES.kernel, env.name, "node-2"), "gpu-clusters")).toEqual([]);
    expect(kernel[0]!.stream).toMatchObject({ k8s_node_name: "node-1", detected_level: "error" });
    const kubelet = await loki.ask('{service_name="kubelet.service"}', "gpu-clusters");
    expect(kubelet.flatMap((one) => one.lines)).toEqual(["kubelet says"]);
    expect(await loki.ask('{service_name="sshd.service"}', "gpu-clusters")).toEqual([]);
  });
});

(collectorIsPresent && isOnPath(LOKI) ? describe : describe.skip)("a real collector of files of jobs", () => {
  const loki = new Loki();
  const node = new NodeWithLogs();
  afterAll(async () => {
    await node.remove();
    await loki.stop();
  });

  test("lines of a job are found by its number, and links lead nowhere", async () => {
    await loki.start();
    const home = join(node.folder, "home");
    const { env } = sample({ logs: { to: { kind: "loki", url: loki.url }, jobFiles: ["/home/*/*.out"] } });
    const logs = { ...env.logs, jobFiles: [`${home}/*/*.out`] };
    node.writes("home/jane/slurm-1234.out", "    epoch 1\n\nloss 0.25\nno end of the line");
    node.writes("home/jane/train-2-77_3.out", "of a task\n");
    node.writes("home/jane/1235.out", "a name that is a number\n");
    node.writes("home/jane/notes.out", "of no job\n");
    node.writes("home/jane/v2.out", "of no job either\n");
    node.writes("secret", "of root alone\n");
    node.writes("homes-of-others/x", "of somebody else\n");
    symlinkSync(join(node.folder, "secret"), join(home, "jane/slurm-1.out"));
    symlinkSync(join(node.folder, "homes-of-others/x"), join(home, "jane/slurm-2.out"));
    node.writes("home/eve/slurm-9.out", "of eve\n");
    await node.collects({ name: env.name, logs, subjects: ["jobs"], writer: null });
    const all = '{service_name="slurm-job"}';
    const linesOf = async (job: string) =>
      (await loki.ask(lokiQuery(LINES.job, env.name, job), "fake")).flatMap((one) => one.lines);
    await eventually(
      () => loki.ask(all, "fake"),
      (found) => found.flatMap((one) => one.lines).length >= 6,
    );
    expect(await linesOf("1234")).toEqual(["    epoch 1", "loss 0.25", "no end of the line"]);
    expect(await linesOf("77_3")).toEqual(["of a task"]);
    expect(await linesOf("1235")).toEqual(["a name that is a number"]);
    expect(await linesOf("9")).toEqual(["of eve"]);
    const everything = JSON.stringify(await loki.ask(all, "fake"));
    expect(everything).not.toMatch(/of root|somebody else|of no job/);
    node.writes("home/jane/slurm-1234.out", " now\nlast\n");
    await eventually(
      () => linesOf("1234"),
      (lines) => lines.includes("last"),
    );
  });
});

/** A store that asks who writes. */
async function guarded(seen: (string | undefined)[]): Promise<Server> {
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`);
    request.resume().on("end", () => response.writeHead(200).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

(collectorIsPresent ? test : test.skip).each([
  [
    { kind: "basic" },
    { username: "me", password: "a: $b ${env:PATH} 'ü" },
    `Basic ${Buffer.from("me:a: $b ${env:PATH} 'ü").toString("base64")}`,
  ],
  [{ kind: "bearer", secretKeyName: "key" }, { key: "tok$en" }, "Bearer tok$en"],
])("a login is read from files as it stands there: %j", async (login, files, expected) => {
  const seen: (string | undefined)[] = [];
  const server = await guarded(seen);
  const node = new NodeWithLogs();
  try {
    const { port } = server.address() as { port: number };
    const { env } = sample({
      logs: {
        to: { kind: "loki", url: `http://127.0.0.1:${port}`, login: { ...login, secretName: "log-store" } },
        nodes: false,
      },
    });
    for (const [name, value] of Object.entries(files)) node.writes(`login/${name}`, value);
    node.prints(POD, criLine("one"));
    await node.collects({ name: env.name, logs: env.logs, subjects: nodeSubjects(env.logs), writer: null });
    await eventually(
      () => seen,
      (all) => all.length > 0,
    );
    expect(seen[0]).toBe(`/otlp/v1/logs ${expected}`);
  } finally {
    await node.remove();
    server.close();
  }
});
