import { didYouMean } from "../kernel/nearest";
import { LIKELY_FORMS } from "../kernel/secret-forms";
import type { Rule } from "../kernel/rule";
import { awsOf } from "../sites/aws-eks/environment";
import { isTeam } from "../teams/tree";
import { hasOwnReceivers, hearersOfAll, hearersOfSome, topicIsHeard } from "./routes";

const ROUTE = "https://prometheus.io/docs/alerting/latest/configuration/#route";
const RECEIVER = "https://prometheus.io/docs/alerting/latest/configuration/#receiver";
const RECEIVERS = ["monitoring", "receivers"];

const unknownReceiver: Rule = {
  id: "monitoring/unknown-receiver",
  title: "Routes name receivers that exist.",
  severity: "error",
  why: "Alertmanager refuses a configuration with a receiver that it does not know, and goes on with the one before: nobody sees it.",
  source: ROUTE,
  *check({ env: { monitoring } }) {
    const names = Object.keys(monitoring.receivers);
    for (const [index, { to }] of monitoring.routes.entries()) {
      for (const [at, name] of to.entries()) {
        if (names.includes(name)) continue;
        yield {
          path: ["monitoring", "routes", index, "to", at],
          message: `there is no receiver "${name}"; there ${names.length === 0 ? "are none" : `are ${names.join(", ")}`}`,
          fix: didYouMean(name, names) ?? `write it into monitoring.receivers, or name one that is there`,
        };
      }
    }
  },
};

const idleReceiver: Rule = {
  id: "monitoring/receiver-without-route",
  title: "Somebody is told of something by each receiver.",
  severity: "warning",
  why: "A receiver that no route names hears nothing: whoever counts on it finds out too late.",
  source: RECEIVER,
  *check({ env: { monitoring } }) {
    for (const name of Object.keys(monitoring.receivers)) {
      if (monitoring.routes.some(({ to }) => to.includes(name))) continue;
      yield {
        path: [...RECEIVERS, name],
        message: "no route names it, so it hears of no alert",
        fix: `write monitoring: { routes: [{ to: ["${name}"] }] }, or take the receiver out`,
      };
    }
  },
};

const unknownTeam: Rule = {
  id: "monitoring/unknown-team",
  title: "Routes name teams that exist.",
  severity: "error",
  why: "No alert has the name of a team that is not there: the route tells nobody of anything.",
  source: ROUTE,
  *check({ env }) {
    const names = Object.keys(env.teams);
    for (const [index, { teams = [] }] of env.monitoring.routes.entries()) {
      for (const [at, name] of teams.entries()) {
        if (isTeam(env.teams, name)) continue;
        yield {
          path: ["monitoring", "routes", index, "teams", at],
          message: `there is no team "${name}"; there ${names.length === 0 ? "are none" : `are ${names.join(", ")}`}`,
          fix: didYouMean(name, names) ?? "write it into teams, or name one that is there",
        };
      }
    }
  },
};

const routesWithoutMonitoring: Rule = {
  id: "monitoring/routes-without-monitoring",
  title: "Alerts are routed where there are any.",
  severity: "warning",
  why: "Without monitoring there is no Alertmanager: no receiver hears anything.",
  source: RECEIVER,
  *check({ env: { monitoring } }) {
    if (monitoring.enabled || monitoring.routes.length === 0) return;
    yield {
      path: ["monitoring", "routes"],
      message: "monitoring is off, so nothing sends alerts along these routes",
      fix: "write enabled: true, or take routes and receivers out",
    };
  },
};

const toldTwice: Rule = {
  id: "monitoring/told-twice",
  title: "Nobody is told twice of the same.",
  severity: "warning",
  why: "Every route that fits tells its receivers: two equal ones, or a receiver named twice, send each message twice, and the pager rings twice.",
  source: ROUTE,
  *check({ env: { monitoring } }) {
    const before = new Map<string, string>();
    for (const [index, { to, severities, teams = [], alerts = [] }] of monitoring.routes.entries()) {
      for (const [at, name] of to.entries()) {
        const same = JSON.stringify([
          name,
          ...[severities, teams, alerts].map((list) => [...new Set(list)].toSorted()),
        ]);
        const first = before.get(same);
        if (first !== undefined)
          yield {
            path: ["monitoring", "routes", index, "to", at],
            message: `${name} is told of the same by ${first}`,
            fix: "name it once, or give one of the routes other severities, teams or alerts",
          };
        else before.set(same, `routes[${index}].to[${at}]`);
      }
    }
  },
};

const nobodyTold: Rule = {
  id: "monitoring/nobody-told",
  title: "Critical alerts reach somebody: in production every one, and anywhere else some, where routes are written.",
  severity: "warning",
  why: "Prometheus sounds alerts of full volumes, dead nodes and crashing controllers, and Alertmanager drops every one: people find out by the job that dies.",
  source: RECEIVER,
  *check({ env }) {
    const { monitoring, production } = env;
    if (!monitoring.enabled || topicIsHeard(env) || hasOwnReceivers(env)) return;
    if (hearersOfAll(env, "critical").length > 0) return;
    const routed = monitoring.routes.length > 0;
    const some = hearersOfSome(env, "critical").length > 0;
    if (!production && (!routed || some)) return;
    const routes =
      'monitoring: { receivers: { oncall: { kind: "pagerduty", secretName: "alert-receivers" } }, routes: [{ to: ["oncall"] }] }';
    yield {
      path: routed ? ["monitoring", "routes"] : awsOf(env) ? ["alarms"] : ["monitoring"],
      message: routed
        ? some
          ? "no route tells anybody of every critical alert: each is for some teams, some alerts or other severities"
          : "no route tells anybody of any critical alert"
        : "monitoring is on, and its alerts are told to nobody",
      fix: routed
        ? 'add a route with severities: ["critical"] and neither teams nor alerts'
        : `write ${awsOf(env) ? 'alarms: { emails: ["…"] }, topic with the ARN of one that somebody reads, or ' : ""}${routes}`,
    };
  },
};

const clearPassword: Rule = {
  id: "monitoring/password-in-clear",
  title: "Passwords for mail travel encrypted.",
  severity: "error",
  why: "Alertmanager refuses to log in over a connection in clear, unless the server is on the same host: no mail leaves.",
  source: "https://pkg.go.dev/net/smtp#PlainAuth",
  *check({ env: { monitoring } }) {
    for (const [name, receiver] of Object.entries(monitoring.receivers)) {
      if (receiver.kind !== "email" || receiver.tls !== "none" || !receiver.login) continue;
      yield {
        path: [...RECEIVERS, name, "tls"],
        message: 'tls is "none", but login has a password',
        fix: 'write tls: "starttls", or take login out where the server asks for none',
      };
    }
  },
};

/** Port of servers with which a connection begins encrypted. */
const IMPLICIT_PORT = "465";

const mailPort: Rule = {
  id: "monitoring/mail-port",
  title: "A server of mail is spoken to as its port has it.",
  severity: "warning",
  why: "At port 465 Alertmanager begins encrypted, whatever tls says: a server that waits for anything else there takes no mail.",
  source: "https://prometheus.io/docs/alerting/latest/configuration/#email_config",
  *check({ env: { monitoring } }) {
    for (const [name, receiver] of Object.entries(monitoring.receivers)) {
      if (receiver.kind !== "email" || receiver.tls === "implicit") continue;
      if (!receiver.smarthost.endsWith(`:${IMPLICIT_PORT}`)) continue;
      yield {
        path: [...RECEIVERS, name, "tls"],
        message: `tls is "${receiver.tls}", and Alertmanager begins encrypted at port ${IMPLICIT_PORT} all the same`,
        fix: 'write tls: "implicit", or the port at which the server takes mail otherwise, such as 587',
      };
    }
  },
};

const secretAddress: Rule = {
  id: "monitoring/secret-in-address",
  title: "Addresses in config let nobody post who reads them.",
  severity: "error",
  why: "Whoever knows the address of a webhook of Slack, Teams or a pager can write there in your name: config stands in Git, and its values in plans and states.",
  source: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/",
  *check({ env: { monitoring } }) {
    for (const [name, receiver] of Object.entries(monitoring.receivers)) {
      if (receiver.kind !== "webhook" || receiver.address.in !== "config") continue;
      const { url } = receiver.address;
      const form = LIKELY_FORMS.find(({ form: pattern }) => pattern.test(url));
      const what = form?.kind ?? (url.includes("?") ? "an address with a query" : undefined);
      if (what === undefined) continue;
      yield {
        path: [...RECEIVERS, name, "address", "url"],
        message: `the address looks like ${what}: whoever reads it can post there`,
        fix: 'put it into a Secret in the namespace monitoring, and write address: { in: "secret", secretName: "alert-receivers" }; if it was real, have a new one made',
      };
    }
  },
};

/** Who is told of alerts. */
export const ROUTE_RULES: readonly Rule[] = [
  unknownReceiver,
  idleReceiver,
  unknownTeam,
  routesWithoutMonitoring,
  toldTwice,
  nobodyTold,
  clearPassword,
  mailPort,
  secretAddress,
];
