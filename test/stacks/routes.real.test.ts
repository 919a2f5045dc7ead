import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from "node:net";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Alertmanager, ALERTMANAGER_MINOR, describeWithAlertmanager } from "../helpers/alertmanager";
import { sample } from "../helpers/environment";
import { describeWithMoto } from "../helpers/moto";
import { releases, valuesOf } from "../helpers/release";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

/** Messages by who was told: names of alerts. */
type Heard = Record<string, string[]>;

const TOPIC = "arn:aws:sns:us-east-1:123456789012:alarms";
const secretName = "alert-receivers";
const mail = {
  kind: "email",
  to: ["vision@localhost", '"Vision, on call" <vision@example.com>'],
  from: "GPU alerts <alerts@example.com>",
  smarthost: "127.0.0.1:25",
  tls: "none",
};

const ENVIRONMENT = sample({
  alarms: { topic: TOPIC },
  teams: { vision: { gpus: 16 }, video: { parent: "vision" }, language: {} },
  monitoring: {
    receivers: {
      oncall: { kind: "pagerduty", secretName },
      genie: { kind: "opsgenie", secretName },
      chat: { kind: "slack", secretName, channel: "#vision" },
      mail,
      archive: { kind: "webhook", address: { in: "config", url: "http://127.0.0.1:1/archive" } },
      // a newer Alertmanager knows both
      ...(ALERTMANAGER_MINOR >= 28 && {
        hook: { kind: "webhook", address: { in: "secret", secretName } },
        rooms: { kind: "msteams", secretName },
      }),
    },
    routes: [
      { to: ["oncall"], severities: ["critical"] },
      { to: ["genie"], alerts: ["LustreAlmostFull"] },
      { to: ["chat", "mail"], teams: ["vision"] },
      { to: ["archive"], severities: ["info"] },
      ...(ALERTMANAGER_MINOR >= 28 ? [{ to: ["hook", "rooms"], alerts: ["LustreAlmostFull"] }] : []),
    ],
  },
}).env;

/** What the release hands to Alertmanager; at once what waits for others of its group. */
function written(): Json {
  const { config } = valuesOf(
    releases(synthStacks(ENVIRONMENT)["platform"]!)["monitoring/kube-prometheus-stack"]!,
  ).alertmanager;
  return JSON.parse(JSON.stringify(config).replaceAll(/"group_wait":"\w+"/g, '"group_wait":"0s"'));
}

const body = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** Names of alerts as messages have them: after the name of the environment. */
const alertIn = (text: string): string => /sample: (\w+)/.exec(text)?.[1] ?? text;

const port = (server: Server | TcpServer): number => (server.address() as AddressInfo).port;

describeWithAlertmanager("a real Alertmanager, of routes", () => {
  describeWithMoto("with a topic of SNS", (moto) => {
    let heard: Heard;
    const hears = (who: string, what: string) => void (heard[who] = [...(heard[who] ?? []), what].toSorted());
    let services: Server;
    let smtp: TcpServer;
    let alertmanager: Alertmanager;

    beforeAll(async () => {
      heard = {};
      services = createServer((request, response) => {
        void body(request).then((text) => {
          const who = (request.url ?? "").split("/")[1]!;
          const json = text.startsWith("{") ? (JSON.parse(text) as Json) : {};
          if (who === "topic") {
            if (json.Type === "Notification") hears(who, alertIn(json.Subject));
          } else if (who === "archive" || who === "hook") hears(who, json.groupLabels.alertname);
          else hears(who, alertIn(json.payload?.summary ?? json.message ?? text));
          response.writeHead(who === "oncall" || who === "genie" ? 202 : 200, { "content-type": "application/json" });
          response.end(who === "oncall" ? '{"status":"success"}' : "{}");
        });
      }).listen(0, "127.0.0.1");
      smtp = mailServer((text) => hears("mail", alertIn(/^Subject: (.*)$/m.exec(text)?.[1] ?? text)));
      await new Promise((done) => smtp.listen(0, "127.0.0.1", () => done(null)));
      const { AWS_ENDPOINT_URL: sns = "" } = moto().env;
      await topicTo(sns, `http://127.0.0.1:${port(services)}/topic`);
      alertmanager = await Alertmanager.start((folder) => here(written(), folder, port(services), port(smtp), sns));
    });
    afterAll(async () => {
      await alertmanager.stop();
      services.closeAllConnections();
      await new Promise((done) => services.close(done));
      await new Promise((done) => smtp.close(done));
    });

    test("tells those whom config names, and nobody else", async () => {
      await alertmanager.send([
        { alertname: "GpuLost", severity: "critical", node: "n1" },
        { alertname: "LustreAlmostFull", severity: "critical", name: "scratch" },
        { alertname: "LustreFillsUp", severity: "warning", name: "scratch" },
        { alertname: "TeamBudget", severity: "warning", team: "video", railyard_alarm: "cost" },
        { alertname: "KubePodCrashLooping", severity: "warning", namespace: "vision", pod: "a" },
        { alertname: "GpuIdleInPod", severity: "warning", exported_namespace: "vision", exported_pod: "b" },
        { alertname: "KubeJobFailed", severity: "warning", namespace: "language", job_name: "c" },
        { alertname: "TeamBudgetOther", severity: "warning", team: "language", namespace: "vision" },
        { alertname: "GpuProgramFault", severity: "info", node: "n2" },
        { alertname: "KubeNodeNotReady", severity: "warning", node: "n3" },
        { alertname: "EfaLosesPackets", severity: "warning", node: "n3" },
        { alertname: "Watchdog", severity: "none" },
      ]);
      const ofVision = ["GpuIdleInPod", "KubePodCrashLooping", "TeamBudget"];
      const expected: Heard = {
        oncall: ["GpuLost", "LustreAlmostFull"],
        genie: ["LustreAlmostFull"],
        chat: ofVision,
        mail: ofVision,
        archive: ["GpuProgramFault"],
        topic: [
          ...ofVision,
          "GpuLost",
          "KubeJobFailed",
          "KubeNodeNotReady",
          "LustreAlmostFull",
          "TeamBudgetOther",
        ].toSorted(),
        ...(ALERTMANAGER_MINOR >= 28 && { hook: ["LustreAlmostFull"], rooms: ["LustreAlmostFull"] }),
      };
      const all = (of: Heard) => Object.values(of).flat().length;
      for (let left = 100; left > 0 && all(heard) < all(expected); left -= 1)
        await new Promise((later) => setTimeout(later, 100));
      // what is told beyond would come now
      await new Promise((later) => setTimeout(later, 500));
      expect(heard).toEqual(expected);
    });
  });
});

/** The configuration with services that listen here, and Secrets in a folder. */
function here(config: Json, folder: string, http: number, smtp: number, sns: string): Json {
  const secrets: Record<string, string> = {
    "pagerduty-key": "0123456789abcdef0123456789abcdef",
    "opsgenie-key": "0123-4567",
    "slack-url": `http://127.0.0.1:${http}/chat`,
    "msteams-url": `http://127.0.0.1:${http}/rooms`,
    url: `http://127.0.0.1:${http}/hook`,
  };
  for (const [name, text] of Object.entries(secrets)) {
    const file = join(folder, "secrets", secretName, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const keys = { access_key: "testing", secret_key: "testing" };
  for (const receiver of config.receivers as Json[]) {
    for (const one of receiver.sns_configs ?? [])
      // its name is known once the topic is there
      Object.assign(one, { topic_arn: TOPIC, api_url: sns, sigv4: { ...one.sigv4, ...keys } });
    for (const one of receiver.email_configs ?? []) Object.assign(one, { smarthost: `127.0.0.1:${smtp}` });
    for (const one of receiver.pagerduty_configs ?? []) Object.assign(one, { url: `http://127.0.0.1:${http}/oncall` });
    for (const one of receiver.opsgenie_configs ?? [])
      Object.assign(one, { api_url: `http://127.0.0.1:${http}/genie/` });
    for (const one of receiver.webhook_configs ?? [])
      if (one.url !== undefined) Object.assign(one, { url: `http://127.0.0.1:${http}/archive` });
  }
  return JSON.parse(JSON.stringify(config).replaceAll("/etc/alertmanager/secrets", join(folder, "secrets"))) as Json;
}

/** The topic of alarms in moto's own account, with an address that is told. */
async function topicTo(sns: string, endpoint: string): Promise<void> {
  const call = (action: Readonly<Record<string, string>>) =>
    fetch(sns, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization:
          "AWS4-HMAC-SHA256 Credential=testing/20270101/us-east-1/sns/aws4_request, SignedHeaders=host, Signature=0",
      },
      body: new URLSearchParams({ Version: "2010-03-31", ...action }),
    });
  await call({ Action: "CreateTopic", Name: "alarms" });
  const answer = await call({ Action: "Subscribe", TopicArn: TOPIC, Protocol: "http", Endpoint: endpoint });
  if (!answer.ok) throw new Error(await answer.text());
}

/** As much of SMTP as a client needs to hand over a mail. @see https://www.rfc-editor.org/rfc/rfc5321 */
const mailServer = (takes: (mail: string) => void): TcpServer =>
  createTcpServer((socket) => {
    let data: string | null = null;
    let rest = "";
    socket.write("220 here\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      rest += String(chunk);
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== null) {
          if (line !== ".") data += `${line}\n`;
          else {
            takes(data);
            data = null;
            socket.write("250 taken\r\n");
          }
        } else if (line.startsWith("DATA")) {
          data = "";
          socket.write("354 go on\r\n");
        } else if (line.startsWith("QUIT")) socket.end("221 bye\r\n");
        else socket.write("250 well\r\n");
      }
    });
  });
