import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { servingScript } from "../../../constructs/verify/serving-script";
import { SERVING } from "../../../scripts/verify/checks/serving";
import { judgeServing } from "../../../scripts/verify/judge/serving";
import { parseServing } from "../../../scripts/verify/parse/serving";
import { sample } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

/** A program called vllm that streams as the API of OpenAI does. `cut`: of so many answers, each n-th has no end. */
const server = (fault: "" | "cut" | "short" | "refuses" | "breaks" | "dies") => `#!/usr/bin/env python3
import json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
asked = [0]
assert sys.argv[1] == "serve" and "dummy" in sys.argv
model = json.load(open(sys.argv[2] + "/config.json"))
words = json.load(open(sys.argv[2] + "/tokenizer.json"))["model"]["vocab"]
assert model["vocab_size"] == len(words)
class Api(BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_GET(self):
        self.send_response(200); self.end_headers()
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        assert body["model"] == "check" and body["stream"] and max(body["prompt"]) < model["vocab_size"]
        asked[0] += 1
        if ${fault === "refuses" ? "True" : "False"}:
            self.send_response(500); self.end_headers(); self.wfile.write(b"out of memory"); return
        self.send_response(200); self.send_header("content-type", "text/event-stream"); self.end_headers()
        send = lambda one: (self.wfile.write(b"data: " + one.encode() + b"\\n\\n"), self.wfile.flush())
        count = body["max_tokens"] - ${fault === "short" ? 1 : 0}
        for at in range(count):
            if at == 0: time.sleep(0.005)
            send(json.dumps({"choices": [{"text": "w5"}], "usage": None}))
        if ${fault === "breaks" ? "True" : "False"}:
            send(json.dumps({"error": {"message": "EngineCore encountered an issue", "code": 500}})); send("[DONE]"); return
        if ${fault === "dies" ? "asked[0] > 4" : "False"}:
            print("RuntimeError: CUDA error: uncorrectable ECC error", flush=True); os._exit(3)
        if ${fault === "cut" ? "asked[0] % 3 == 0" : "False"}: return
        send(json.dumps({"choices": [], "usage": {"completion_tokens": count}}))
        send("[DONE]")
class Server(ThreadingHTTPServer):
    request_queue_size = 256
Server(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Api).serve_forever()
`;

/** What the check prints beside a program called vllm; null: there is none. */
function served(program: string | null, port: number): string {
  const folder = temporary();
  if (program !== null) writeFileSync(join(folder, "vllm"), program, { mode: 0o755 });
  const script = servingScript(8, 20).replace(/^__port=\d+/m, `__port=${port}`);
  const { stdout } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}`, TMPDIR: folder },
  });
  return stdout;
}

// ports of tests that run beside each other are not the same
const port = (at: number) => 21_000 + (process.pid % 900) * 10 + at;
const judge = (output: string) => judgeServing(parseServing(output));

test("a server is started with a model of its own, asked by 1, 8 and 64 clients, and ended", () => {
  const output = served(server(""), port(0));
  const { startSeconds, loads } = parseServing(output);
  expect(startSeconds).toBeGreaterThan(0);
  expect(loads.map(({ clients, requests, failed, short }) => [clients, requests, failed, short])).toEqual([
    [1, 1, 0, 0],
    [1, 4, 0, 0],
    [8, 32, 0, 0],
    [64, 256, 0, 0],
  ]);
  for (const { firstMs, worstMs, rate } of loads) {
    expect(firstMs).toBeGreaterThanOrEqual(5);
    expect(worstMs).toBeGreaterThanOrEqual(firstMs!);
    expect(rate).toBeGreaterThan(0);
  }
  expect(judge(output).figures[0]).toMatchObject({ name: "Tokens, 64 clients", unit: "tokens/s", floor: null });
  // it is gone: the port can be had again
  expect(parseServing(served(server(""), port(0))).startSeconds).not.toBeNull();
});

test.each<[string, string, RegExp]>([
  ["answers without an end", server("cut"), /of 293 requests had no whole answer: the answer is cut/],
  ["answers that end too soon", server("short"), /^293 of 293 answers have another number of tokens/],
  ["a server that refuses", server("refuses"), /^293 of 293 requests had no whole answer: status 500: out of memory/],
  ["answers that break off", server("breaks"), /^293 of 293 requests .*: EngineCore encountered an issue\.$/],
  [
    "a server that dies under load",
    server("dies"),
    /^289 of 293 requests .*: the server ended \(exit code 3\): RuntimeError: CUDA error: uncorrectable ECC error\.$/,
  ],
  [
    "a server that ends",
    "#!/bin/bash\necho loading\necho 'RuntimeError: CUDA error: no kernel image'\necho bye; exit 1\n",
    /^The server did not start: RuntimeError: CUDA error/,
  ],
])("%s", (_, program, finding) => {
  const { status, findings } = judge(served(program, port(1)));
  expect(status).toBe("failed");
  expect(findings[0]!.text).toMatch(finding);
});

const LINE = (clients: number, rate: number) =>
  `clients=${clients} requests=4 failed=0 short=0 firstMs=12.00 worstMs=14.00 rate=${rate}`;
const whole = ["server=well gpus=8 seconds=61.2", LINE(1, 80), LINE(1, 90), LINE(64, 2500), "end=yes", ""].join("\n");

test("figures without a published floor are measured, and many clients get no less than one", () => {
  expect(judge(whole)).toMatchObject({ status: "measured", findings: [] });
  expect(judge(whole.replace("2500", "89")).findings[0]!.text).toBe(
    "64 clients together get 89 tokens a second, and one alone 90.",
  );
});

test.each([
  ["cut", whole.replace("end=yes\n", "")],
  ["mixed", whole + whole],
  ["of another program", "hello\n"],
  ["no number", whole.replace("rate=2500", "rate=nan")],
  ["without clients", "server=well gpus=8 seconds=1\nend=yes\n"],
])("output that is %s is not judged", (_, output) => {
  expect(() => parseServing(output)).toThrow(/^The output of serve\.py/);
});

test("it runs where an image with vLLM is named, and says where the program is not there", () => {
  const { env } = sample();
  const pool = env.nodeGroups.find(({ name }) => name === "h100")!;
  const plan = (images: Record<string, string>) => SERVING.plan(pool, { image: null, on: "kubernetes", images });
  expect(plan({})).toMatch(/--image vllm=/);
  const planned = plan({ vllm: "registry.example.com/vllm:1" });
  if (typeof planned === "string") throw new Error(planned);
  expect(planned.job(["n"])).toMatchObject({ image: "registry.example.com/vllm:1", tasksPerNode: 1, mpi: false });
  expect(served(null, port(2))).toBe("railyard: vllm is not there\n");
});
