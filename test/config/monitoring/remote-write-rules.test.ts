import { REMOTE_WRITE_RULES } from "../../../config/monitoring/remote-write-rules";
import { hasShape, sample } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const workspace = (region = "us-east-1", account = "111122223333", partition = "aws") => ({
  kind: "amp",
  workspace: `arn:${partition}:aps:${region}:${account}:workspace/ws-0a1b2c3d-0000-4000-8000-000000000000`,
});
const mimir = { kind: "prometheus", url: "https://mimir.example.com/api/v1/push" };
const stored = (central: object, more: object = {}) => ({ monitoring: { remoteWrite: { central }, ...more } });
const at = (...path: string[]) => ["monitoring", "remoteWrite", "central", ...path];
const login = { kind: "bearer", secretName: "metrics-store" };
const closed = (endpoints: string) => ({ network: { nat: "none", endpoints } });

ruleCases(REMOTE_WRITE_RULES, {
  "monitoring/remote-write-without-monitoring": {
    severity: "error",
    trips: [
      { change: stored(mimir, { enabled: false }), at: at(), message: ["nothing is sent"], fix: ["enabled: true"] },
    ],
    passes: [{ change: stored(mimir) }, { change: { monitoring: { enabled: false } } }],
  },
  "monitoring/remote-write-in-clear": {
    severity: "warning",
    trips: [
      {
        change: stored({ ...mimir, url: "http://mimir.example.com/api/v1/push", login }),
        at: at("url"),
        message: ["what is in the Secret", "in clear"],
        fix: ["https"],
      },
      {
        when: "metrics that go to the world outside",
        change: stored({ ...mimir, url: "http://mimir.example.com/api/v1/push" }),
        at: at("url"),
        message: ["metrics go to", "in clear"],
      },
    ],
    passes: [
      { change: stored({ ...mimir, login }) },
      ...["mimir.monitoring.svc", "mimir", "10.1.2.3:9009", "172.16.0.1", "store.example.internal"].map((host) => ({
        when: `${host} without login`,
        change: stored({ ...mimir, url: `http://${host}/api/v1/push` }),
      })),
    ],
  },
  "monitoring/remote-write-secret-in-address": {
    severity: "error",
    trips: [
      {
        change: stored({ ...mimir, url: "https://hooks.slack.com/services/T024BE7LD/B0GKXYZ12/fXk29sQw81LmZpTr" }),
        at: at("url"),
        message: ["a webhook"],
        fix: ['kind: "bearer"'],
      },
    ],
    passes: [{ change: stored(mimir) }, { change: stored(workspace()) }],
  },
  "monitoring/remote-write-of-nothing": {
    severity: "error",
    trips: [
      {
        change: stored({ ...mimir, metrics: ["DCGM_FI_DEV_*", "up"], except: ["DCGM_*", "up"] }),
        at: at("except"),
        message: ["DCGM_FI_DEV_*, up"],
      },
      {
        when: "a star alone",
        change: stored({ ...mimir, metrics: ["up"], except: ["u*"] }),
        at: at("except"),
        message: ["up"],
      },
    ],
    passes: [
      { change: stored({ ...mimir, metrics: ["DCGM_*"], except: ["DCGM_FI_DEV_*"] }) },
      { change: stored({ ...mimir, except: ["apiserver_*"] }) },
    ],
  },
  "monitoring/workspace-of-other-partition": {
    severity: "error",
    trips: [
      {
        change: stored(workspace("us-gov-west-1", "111122223333", "aws-us-gov")),
        at: at("workspace"),
        message: ["aws-us-gov", "the cluster in aws"],
      },
    ],
    passes: [{ change: stored(workspace()) }, { change: stored(mimir) }],
  },
  "monitoring/workspace-of-other-account": {
    severity: "warning",
    trips: [
      {
        change: stored(workspace("us-east-1", "444455556666")),
        at: at("workspace"),
        message: ["account 444455556666"],
        fix: ["aps:RemoteWrite", sample().env.names.role("prometheus")],
      },
    ],
    passes: [{ change: stored(workspace("eu-west-1")) }],
  },
  "monitoring/workspace-without-way": {
    severity: "warning",
    trips: [
      {
        when: "another Region from a closed network",
        change: { ...stored(workspace("eu-west-1")), ...closed("all") },
        at: at("workspace"),
        message: ["in eu-west-1"],
        fix: ["us-east-1"],
      },
      {
        when: "a closed network without endpoints",
        change: { ...stored(workspace()), ...closed("s3") },
        at: at("workspace"),
        message: ["no endpoint of aps-workspaces"],
        fix: ['endpoints: "all"'],
      },
    ],
    passes: [
      { when: "the endpoint of the Region", change: { ...stored(workspace()), ...closed("all") } },
      { when: "a NAT gateway", change: stored(workspace("eu-west-1")) },
      {
        when: "a proxy",
        change: {
          ...stored(workspace("eu-west-1")),
          ...closed("all"),
          outbound: { proxy: { url: "http://proxy.example.com:3128" } },
        },
      },
    ],
  },
});

test("an endpoint of workspaces is made where one of the Region is written to, and nowhere else", () => {
  const endpoints = (change: object) => sample({ ...change, ...closed("all") }).env.network.interfaceEndpoints;
  expect(endpoints(stored(workspace()))).toContain("aps-workspaces");
  for (const change of [{}, stored(mimir), stored(workspace("eu-west-1")), stored(workspace(), { enabled: false })])
    expect(endpoints(change)).not.toContain("aps-workspaces");
});

test.each([
  ["a password in the address", { ...mimir, url: "https://me:secret@mimir.example.com/push" }],
  ["a token in the address", { ...mimir, url: "https://mimir.example.com/push?token=secret" }],
  ["another protocol", { ...mimir, url: "file:///etc/passwd" }],
  ["a regular expression", { ...mimir, metrics: ["up|.+"] }],
  ["a star within", { ...mimir, metrics: ["DCGM_*_TEMP"] }],
  ["no metric", { ...mimir, metrics: [] }],
  ["a tenant of two lines", { ...mimir, tenant: { id: "a\nX-Other: b" } }],
  ["a header of its own", { ...mimir, tenant: { id: "a", header: "Authorization" } }],
  ["the id of a workspace alone", { kind: "amp", workspace: "ws-0a1b2c3d-0000-4000-8000-000000000000" }],
  ["a workspace of another service", { kind: "amp", workspace: "arn:aws:sns:us-east-1:111122223333:topic" }],
])("%s is refused", (_, central) => {
  expect(hasShape(stored(central))).toBe(false);
});
