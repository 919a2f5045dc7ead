import { createServer, type AddressInfo, type Server } from "node:net";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { Recorder, Replayer } from "../../../../scripts/lib/aws/answers";
import { ConnectCommand, reach, ReachClient } from "../../../../scripts/lib/aws/reach";

let server: Server;
let port: number;

/** A server that takes connections and never says a word. */
beforeAll(async () => {
  server = createServer((socket) => socket.on("error", () => {}).resume());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
afterEach(() => delete process.env["AWS_ENDPOINT_URL"]);

/** A port on which nothing listens. */
const NOTHING = { host: "127.0.0.1", port: 1 };

test("a port that nobody listens on is not reached, and why is said", async () =>
  expect(await reach(NOTHING)).toEqual({ reached: false, problem: "ECONNREFUSED" }));

test("a server that speaks no TLS is not reached in the time that it has", async () =>
  expect(await reach({ host: "127.0.0.1", port }, undefined, 50)).toEqual({
    reached: false,
    problem: "no answer in 0.05 s",
  }));

test("an interruption ends it", async () => {
  const controller = new AbortController();
  const answer = reach({ host: "127.0.0.1", port }, controller.signal);
  controller.abort();
  expect(await answer).toEqual({ reached: false, problem: "interrupted" });
  expect((await reach({ host: "127.0.0.1", port }, controller.signal)).reached).toBe(false);
});

test("a server that stands in for AWS is reached in its place, by TCP, and for nothing else", async () => {
  process.env["AWS_ENDPOINT_URL"] = `http://127.0.0.1:${port}`;
  expect(await reach({ ...NOTHING, aws: true })).toEqual({ reached: true });
  expect((await reach(NOTHING)).reached).toBe(false);
});

test("what came of it is recorded, and replayed with no network", async () => {
  process.env["AWS_ENDPOINT_URL"] = `http://127.0.0.1:${port}`;
  const recorder = new Recorder();
  const live = awsAccess({ region: "us-east-1", answers: recorder, env: {} });
  const host = { host: "ec2.us-east-1.amazonaws.com", port: 443, aws: true };
  await live.client(ReachClient).send(new ConnectCommand(host));
  await live.client(ReachClient).send(new ConnectCommand(NOTHING));
  delete process.env["AWS_ENDPOINT_URL"];
  const text = JSON.stringify(recorder.recording("2026-11-21T12:00:00.000Z"));
  const replayed = awsAccess({ region: "us-east-1", answers: new Replayer(text, "a.json"), env: {} });
  const client = replayed.client(ReachClient);
  expect(await client.send(new ConnectCommand(host))).toEqual({ reached: true });
  expect(await client.send(new ConnectCommand(NOTHING))).toEqual({ reached: false, problem: "ECONNREFUSED" });
  await expect(client.send(new ConnectCommand({ host: "other", port: 443 }))).rejects.toThrow(
    "no answer to Reach Connect",
  );
});

test("without a recording it just connects", async () => {
  const client = awsAccess({ region: "us-east-1", env: {} }).client(ReachClient);
  expect((await client.send(new ConnectCommand(NOTHING))).reached).toBe(false);
});

test("a proxy that did not let it through is named, and not where it was not needed", async () => {
  const before = process.env["HTTPS_PROXY"];
  process.env["HTTPS_PROXY"] = "http://127.0.0.1:1";
  try {
    expect(await reach(NOTHING)).toEqual({ reached: false, problem: "ECONNREFUSED", proxy: "HTTPS_PROXY" });
    const command = new ConnectCommand(NOTHING);
    const sent = await awsAccess({ region: "us-east-1", env: {} }).client(ReachClient).send(command);
    expect(sent.proxy).toBe("HTTPS_PROXY");
    process.env["AWS_ENDPOINT_URL"] = `http://127.0.0.1:${port}`;
    expect(await reach({ ...NOTHING, aws: true })).toEqual({ reached: true });
  } finally {
    if (before === undefined) delete process.env["HTTPS_PROXY"];
    else process.env["HTTPS_PROXY"] = before;
  }
});
