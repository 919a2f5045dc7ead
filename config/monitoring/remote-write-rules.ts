import { LIKELY_FORMS } from "../kernel/secret-forms";
import type { Rule } from "../kernel/rule";
import { isNear } from "../outbound/login-schema";
import { awsOf } from "../sites/aws-eks/environment";
import { isShut } from "../sites/aws-eks/shut-network";
import { AMP_SERVICE, storeSecret, workspaces } from "./remote-write";

const STORES = ["monitoring", "remoteWrite"];
const REMOTE_WRITE = "https://prometheus.io/docs/prometheus/latest/configuration/configuration/#remote_write";
const PARTITIONS = "https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html";
const ENDPOINT = "https://docs.aws.amazon.com/prometheus/latest/userguide/AMP-and-interface-VPC.html";

const withoutMonitoring: Rule = {
  id: "monitoring/remote-write-without-monitoring",
  title: "Stores of metrics are written to by a Prometheus.",
  severity: "error",
  why: "Without monitoring the cluster has no Prometheus, and nothing is ever sent: whoever waits for it there takes silence for health.",
  source: REMOTE_WRITE,
  *check({ env: { monitoring } }) {
    if (monitoring.enabled) return;
    for (const name of Object.keys(monitoring.remoteWrite))
      yield {
        path: [...STORES, name],
        message: "monitoring is off, so nothing is sent to it",
        fix: "write monitoring: { enabled: true }, or take it out",
      };
  },
};

const inClear: Rule = {
  id: "monitoring/remote-write-in-clear",
  title: "What goes to stores outside is encrypted on its way, passwords and tokens everywhere.",
  severity: "warning",
  why: "With http everybody on the way reads the names of users, nodes and jobs, and of a login the password or the token, with which they may write metrics of their own.",
  source: "https://prometheus.io/docs/operating/security/#authentication-authorization-and-encryption",
  *check({ env: { monitoring } }) {
    for (const [name, store] of Object.entries(monitoring.remoteWrite)) {
      if (store.kind !== "prometheus" || !store.url.startsWith("http:")) continue;
      const hasLogin = storeSecret(store) !== null;
      if (!hasLogin && isNear(new URL(store.url).hostname)) continue;
      yield {
        path: [...STORES, name, "url"],
        message: `${hasLogin ? "what is in the Secret goes" : "metrics go"} to ${store.url} in clear`,
        fix: "write https; ignore this rule where the network is yours all the way",
      };
    }
  },
};

const nothingLeft: Rule = {
  id: "monitoring/remote-write-of-nothing",
  title: "Stores get some metrics.",
  severity: "error",
  why: "A store of which every metric is left out is empty, and nobody is told.",
  source: REMOTE_WRITE,
  *check({ env: { monitoring } }) {
    for (const [name, { metrics, except = [] }] of Object.entries(monitoring.remoteWrite)) {
      const left = metrics?.filter((wanted) => !except.some((one) => covers(one, wanted)));
      if (left === undefined || left.length > 0) continue;
      yield {
        path: [...STORES, name, "except"],
        message: `it leaves out all of metrics: ${metrics?.join(", ")}`,
        fix: "take from except what is wanted",
      };
    }
  },
};

/** Whether a name, or a beginning of names, has all that another one has. */
function covers(one: string, other: string): boolean {
  if (one === other) return true;
  return one.endsWith("*") && other.replace(/\*$/, "").startsWith(one.slice(0, -1));
}

const otherPartition: Rule = {
  id: "monitoring/workspace-of-other-partition",
  title: "Workspaces of metrics are in the partition of the cluster.",
  severity: "error",
  why: "Roles of one partition mean nothing in another: every sample would be refused.",
  source: PARTITIONS,
  *check({ env }) {
    const aws = awsOf(env);
    if (!aws) return;
    for (const [name, { partition }] of workspaces(env.monitoring.remoteWrite))
      if (partition !== aws.partition)
        yield {
          path: [...STORES, name, "workspace"],
          message: `the workspace is in ${partition}, and the cluster in ${aws.partition}`,
          fix: `name a workspace of ${aws.partition}`,
        };
  },
};

const otherAccount: Rule = {
  id: "monitoring/workspace-of-other-account",
  title: "Workspaces of metrics are in the account of the cluster.",
  severity: "warning",
  why: "The policy of a workspace of another account must let the role of Prometheus write, and Railyard cannot see or change it: without it every sample is refused.",
  source: "https://docs.aws.amazon.com/prometheus/latest/APIReference/API_PutResourcePolicy.html",
  *check({ env }) {
    const aws = awsOf(env);
    if (!aws) return;
    for (const [name, { partition, account }] of workspaces(env.monitoring.remoteWrite))
      if (partition === aws.partition && account !== aws.account)
        yield {
          path: [...STORES, name, "workspace"],
          message: `the workspace is in account ${account}, the cluster in ${aws.account}`,
          fix: `have its policy allow aps:RemoteWrite to the role ${aws.names.role("prometheus")} of account ${aws.account}, and ignore this rule`,
        };
  },
};

const noWayOut: Rule = {
  id: "monitoring/workspace-without-way",
  title: "Prometheus reaches the workspace that it writes to.",
  severity: "warning",
  why: "Nodes without NAT gateways and without a proxy reach services of their own Region by the endpoints of the VPC, and none of another: samples wait for two hours, and are lost then.",
  source: ENDPOINT,
  *check({ env }) {
    const aws = awsOf(env);
    if (!aws || !isShut(aws)) return;
    for (const [name, { region }] of workspaces(env.monitoring.remoteWrite))
      if (!(region === aws.region && aws.network.interfaceEndpoints.includes(AMP_SERVICE)))
        yield {
          path: [...STORES, name, "workspace"],
          message: `network has no NAT gateway and no proxy, and no endpoint of ${AMP_SERVICE} in ${region}`,
          fix:
            region === aws.region
              ? 'write network: { endpoints: "all" }, which makes that endpoint, too, or nat: "single"'
              : `name a workspace in ${aws.region}, write nat: "single", or ignore this rule where a way of your own leads there`,
        };
  },
};

const secretInAddress: Rule = {
  id: "monitoring/remote-write-secret-in-address",
  title: "Addresses of stores let nobody write who reads them.",
  severity: "error",
  why: "Config stands in Git, and its values in plans and states: whoever reads a key there writes metrics in your name.",
  source: REMOTE_WRITE,
  *check({ env: { monitoring } }) {
    for (const [name, store] of Object.entries(monitoring.remoteWrite)) {
      if (store.kind !== "prometheus") continue;
      const form = LIKELY_FORMS.find(({ form: pattern }) => pattern.test(store.url));
      if (!form) continue;
      yield {
        path: [...STORES, name, "url"],
        message: `the address looks like ${form.kind}: whoever reads it can write there`,
        fix: 'put it into a Secret in the namespace monitoring, and write login: { kind: "bearer", secretName: "metrics-store" }; if it was real, have a new one made',
      };
    }
  },
};

/** What stores outside of the cluster need. */
export const REMOTE_WRITE_RULES: readonly Rule[] = [
  withoutMonitoring,
  inClear,
  secretInAddress,
  nothingLeft,
  otherPartition,
  otherAccount,
  noWayOut,
];
