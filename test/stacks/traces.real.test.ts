import { spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TRACE_COLLECTOR } from "../../config/facts/trace-collector-metrics";
import { trainingPrograms } from "../../constructs/training/training-files";
import { sample } from "../helpers/environment";
import { eventually } from "../helpers/eventually";
import { collectorIsPresent } from "../helpers/log-collector";
import { TRAINING_PYTHON } from "../helpers/python-with-torch";
import { TraceCollector, TraceStandIn, type StoreRequest } from "../helpers/trace-collector";

const toStore = (url: string, more: object = {}, rest: object = {}) => {
  const { env } = sample({ traces: { to: { kind: "otlp", url, ...more }, ...rest } });
  return { name: env.name, traces: env.traces, writer: null };
};

const sdkIsPresent =
  existsSync(TRAINING_PYTHON) &&
  spawnSync(TRAINING_PYTHON, ["-c", "import opentelemetry.sdk, opentelemetry.exporter.otlp.proto.http"]).status === 0;

(collectorIsPresent ? describe : describe.skip)("a real collector of traces", () => {
  let store: TraceStandIn;
  let collector: TraceCollector;
  beforeEach(async () => {
    store = new TraceStandIn();
    collector = new TraceCollector();
    await store.start();
  });
  afterEach(async () => {
    await collector.remove();
    store.stop();
  });

  test.each([
    [{ kind: "none" }, {}, undefined],
    [
      { kind: "basic", secretName: "trace-store" },
      { username: "me", password: "a: $b ${env:PATH} 'ü" },
      `Basic ${Buffer.from("me:a: $b ${env:PATH} 'ü").toString("base64")}`,
    ],
    [{ kind: "bearer", secretName: "trace-store" }, { token: "tok$en" }, "Bearer tok$en"],
  ])("sends spans with the name of the cluster, a tenant and a login: %j", async (login, files, expected) => {
    collector.login(files as Record<string, string>);
    await collector.start(toStore(`${store.url}/a$b`, { login, tenant: "gpu" }));
    expect(await collector.send(["step one"])).toBe(200);
    await eventually(
      () => store.count("step one"),
      (found) => found === 1,
    );
    const [{ path, headers, body }] = store.requests as [StoreRequest];
    expect(path).toBe("/a$b/v1/traces");
    expect(headers).toMatchObject({ "x-scope-orgid": "gpu", "content-encoding": "gzip" });
    expect(headers.authorization).toBe(expected);
    // the key and its value, in either order
    expect(body.toString("latin1")).toMatch(/k8s\.cluster\.name[^a-z]+sample|sample[^a-z]+k8s\.cluster\.name/);
  });

  test("takes traces alone, and keeps as many of a hundred as it is known", async () => {
    await collector.start(toStore(store.url, {}, { samplePercent: 25 }));
    expect(await collector.send(["of metrics"], "/v1/metrics")).toBe(404);
    expect(await collector.send(Array.from({ length: 1000 }, () => "sampled"))).toBe(200);
    await collector.ends("SIGTERM");
    expect(store.count("sampled")).toBeGreaterThan(150);
    expect(store.count("sampled")).toBeLessThan(350);
  });

  test("names and values of any text arrive as they are, and change nothing of what the collector says itself", async () => {
    await collector.start(toStore(store.url));
    const hostile = [
      "${env:HOME}",
      "$$",
      "a\u0000b",
      "line\nline\r",
      '"}],"',
      "\u202e😀",
      "k8s.cluster.name=other",
      "x".repeat(70_000),
    ];
    const texts = Object.fromEntries(hostile.map((text, at) => [`key ${at} ${text.slice(0, 40)}`, text]));
    expect(await collector.send(hostile, "/v1/traces", { ...texts, "k8s.cluster.name": "not-this-one" })).toBe(200);
    await eventually(
      () => store.requests.length,
      (found) => found > 0,
    );
    const body = store.requests[0]!.body.toString("utf8");
    for (const [key, text] of Object.entries(texts)) for (const part of [key, text]) expect(body).toContain(part);
    // of the resource, and not of a span
    expect(body).toMatch(/k8s\.cluster\.name[^a-z]+sample|sample[^a-z]+k8s\.cluster\.name/);
  });

  test("what is taken is never too large to be sent; of what is, the program is told", async () => {
    await collector.start(toStore(store.url));
    const large = (mib: number) => `of ${mib} MiB${"x".repeat(mib * 1024 * 1024)}`;
    expect(await collector.send([large(3.9)])).toBe(200);
    expect(await collector.send([large(4.1)])).toBe(400);
    const many = Array.from({ length: 39 }, (_, at) => `one of many ${at} ${"y".repeat(100_000)}`);
    expect(await collector.send(many)).toBe(200);
    await eventually(
      () => store.count("one of many") + store.count("of 3.9 MiB"),
      (found) => found === 40,
    );
    expect(Math.max(...store.requests.map(({ body }) => body.length))).toBeLessThan(5_000_000);
    expect(store.count("of 4.1 MiB")).toBe(0);
  });

  test("what comes while the store is away is sent when it is back; what it refuses for good is counted", async () => {
    store.status = 503;
    await collector.start(toStore(store.url));
    expect(await collector.send(["waits"])).toBe(200);
    await eventually(
      () => store.requests.length,
      (found) => found > 0,
    );
    expect(await collector.metrics()).toMatch(/^otelcol_exporter_queue_size\{.*exporter="otlp_http".*\} [1-9]/m);
    store.status = 200;
    const before = store.count("waits");
    await eventually(
      () => store.count("waits"),
      (found) => found > before,
    );
    store.status = 400;
    await collector.send(["refused", "refused"]);
    const metrics = await eventually(
      () => collector.metrics(),
      (text) => /^otelcol_exporter_send_failed_spans\{/m.test(text),
    );
    expect(metrics).toMatch(/^otelcol_exporter_send_failed_spans\{.*exporter="otlp_http".*\} 2$/m);
  });

  test("where there is no room programs are known, it is counted, and the collector lives on", async () => {
    store.status = 503;
    await collector.start(toStore(store.url), {
      changed: (text) => text.replace(/"queue_size": \d+/, '"queue_size": 2000000'),
    });
    const big = "x".repeat(100_000);
    const answers = await Promise.all(Array.from({ length: 40 }, () => collector.send([big])));
    expect(answers).toContain(200);
    // a program sends again what was answered so: https://opentelemetry.io/docs/specs/otlp/#failures-1
    expect(new Set(answers.filter((status) => status !== 200))).toEqual(new Set([503]));
    const metrics = await collector.metrics();
    expect(metrics).toMatch(/^otelcol_exporter_enqueue_failed_spans\{.*exporter="otlp_http".*\} [1-9]/m);
    const known = new Set([...metrics.matchAll(/^(otelcol_\w+)\{/gm)].map(([, name]) => name!));
    const missing = Object.keys(TRACE_COLLECTOR.metrics).filter((name) => !known.has(name));
    // nothing was sent yet, and nothing was refused for good
    expect(missing).toEqual(["otelcol_exporter_send_failed_spans", "otelcol_exporter_sent_spans"]);
  });

  test("to X-Ray every request is signed with the role of the collector", async () => {
    const { env } = sample({ traces: { to: { kind: "xray" } } });
    await collector.start(
      { name: env.name, traces: env.traces, writer: { region: "us-east-1" } },
      {
        env: {
          AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
          AWS_SECRET_ACCESS_KEY: "not-a-real-key",
          AWS_SESSION_TOKEN: "session",
        },
        changed: (text) => text.replace("https://xray.us-east-1.amazonaws.com", store.url),
      },
    );
    await collector.send(["step one"]);
    await eventually(
      () => store.requests.length,
      (found) => found > 0,
    );
    const [request] = store.requests as [StoreRequest];
    expect(request.path).toBe("/v1/traces");
    expect(request.headers["x-amz-security-token"]).toBe("session");
    expect(request.headers.authorization).toBe(signature(request, "not-a-real-key"));
  });

  (sdkIsPresent ? test : test.skip)(
    "spans of railyard_telemetry.py arrive, and a job ends though no collector is there",
    async () => {
      await collector.start(toStore(store.url));
      writeFileSync(join(collector.folder, "railyard_telemetry.py"), trainingPrograms()["railyard_telemetry.py"]!);
      const program = `
from railyard_telemetry import Telemetry
telemetry = Telemetry(rank=0, world=1)
for number in range(1, 201):
    with telemetry.step(number, 1) as step:
        with step.phase("compute"): pass
`;
      const train = (url: string) =>
        spawnSync(TRAINING_PYTHON, ["-c", program], {
          cwd: collector.folder,
          encoding: "utf8",
          env: {
            PATH: process.env["PATH"],
            SLURM_JOB_ID: "4711",
            SLURM_JOB_NAME: "llama",
            OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
            OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
          },
        });
      expect(train(collector.url)).toMatchObject({ status: 0, stderr: "" });
      // steps 100 and 200, each with its part; on a machine with much to do a slow one, too
      await eventually(
        () => store.count("compute"),
        (found) => found >= 2,
      );
      expect(store.count("railyard.step")).toBe(store.count("compute"));
      expect(store.count("railyard.step")).toBeLessThan(20);
      expect(store.count("4711")).toBeGreaterThan(0);
      await collector.ends("SIGKILL");
      expect(train(collector.url).status).toBe(0);
    },
  );
});

/** Authorization of a request as AWS computes it. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signature({ path, headers, sent }: StoreRequest, secret: string): string {
  const [, names = ""] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "") ?? [];
  const time = String(headers["x-amz-date"]);
  const day = time.slice(0, 8);
  const scope = `${day}/us-east-1/xray/aws4_request`;
  const hash = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const canonical = [
    "POST",
    path,
    "",
    ...names.split(";").map((name) => `${name}:${String(headers[name])}`),
    "",
    names,
    hash(sent),
  ].join("\n");
  const key = [day, "us-east-1", "xray", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signed = hmac(key, ["AWS4-HMAC-SHA256", time, scope, hash(canonical)].join("\n")).toString("hex");
  return `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=${names}, Signature=${signed}`;
}
