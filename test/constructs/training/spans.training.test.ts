import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainingPrograms } from "../../../constructs/training/training-files";
import { requireTraining, TRAINING_PYTHON } from "../../helpers/python-with-torch";

// The real SDK of OpenTelemetry sends to a server here, which reads what it gets by OpenTelemetry's own definitions: `npm run test:training`.

const root = mkdtempSync(join(tmpdir(), "railyard-spans-"));
beforeAll(() => {
  requireTraining();
  writeFileSync(join(root, "railyard_telemetry.py"), trainingPrograms()["railyard_telemetry.py"]!);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PROGRAM = `
import gzip, http.server, json, os, threading
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
found = []
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        request = ExportTraceServiceRequest.FromString(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
        for resource in request.resource_spans:
            about = {each.key: each.value.string_value for each in resource.resource.attributes}
            for scope in resource.scope_spans:
                for span in scope.spans:
                    number = next((each.value.int_value for each in span.attributes if each.key == "railyard.step"), None)
                    found.append([self.path, about["service.name"], about["railyard.hpc_job"], span.name, number,
                                  span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex(),
                                  span.end_time_unix_nano - span.start_time_unix_nano])
        self.send_response(200); self.end_headers()
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ.update(OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{server.server_port}", RAILYARD_TRACE_EVERY="40",
                  RAILYARD_TRACE_RANKS="0,5", SLURM_JOB_ID="7", SLURM_JOB_NAME="ddp")
import railyard_telemetry as told
clock = [1000.0]
told.time.perf_counter = lambda: clock[0]
for rank in (0, 1, 5):
    telemetry = told.Telemetry(rank=rank, world=8)
    for number in range(1, 101):
        with telemetry.step(number, 1) as step:
            with step.phase("data"): clock[0] += 0.25
            # the 70th and the 71st are slow, and within ten seconds of each other
            with step.phase("compute"): clock[0] += 3 if number in (70, 71) else 0.75
            step.loss = 1.5
    telemetry.close()
print(json.dumps(found))
`;

test("of 300 steps of three processes those are sent that were asked for, and the first of those that are slow", () => {
  const { stdout, stderr } = spawnSync(TRAINING_PYTHON, ["-c", PROGRAM], { cwd: root, encoding: "utf8" });
  expect(stderr).toBe("");
  type Row = [string, string, string, string, number | null, string, string, string, number];
  const rows = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as Row[];
  for (const row of rows) expect(row.slice(0, 3)).toEqual(["/v1/traces", "ddp", "7"]);
  const steps = rows.filter(([, , , name]) => name === "step");
  expect(steps.map(([, , , , number]) => number).toSorted()).toEqual([40, 40, 70, 70, 80, 80]);
  expect(new Set(steps.map(([, , , , , trace]) => trace)).size).toBe(6);
  for (const [, , , , number, trace, id, parent, length] of steps) {
    expect([parent, Math.round(length / 1e7)]).toEqual(["", number === 70 ? 325 : 100]);
    const parts = rows.filter((row) => row[7] === id);
    expect(parts.map((row) => [row[3], row[5], Math.round(row[8] / 1e7)])).toEqual([
      ["data", trace, 25],
      ["compute", trace, number === 70 ? 300 : 75],
    ]);
  }
  expect(rows).toHaveLength(18);
});
