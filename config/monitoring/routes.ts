import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";
import { valueAt } from "../kernel/value-at";
import type { Receiver } from "./receiver-schema";
import type { AlertRoute } from "./route-schema";

/** A Secret of Kubernetes that a receiver reads. */
export interface ReceiverSecret {
  readonly name: string;
  /** Where config names it, below the receiver. */
  readonly path: readonly string[];
  readonly holds: string;
}

/** What receivers of a kind read of Secrets; null: nothing. */
export function secretOf(receiver: Receiver): ReceiverSecret | null {
  switch (receiver.kind) {
    case "email":
      return receiver.login === undefined
        ? null
        : { name: receiver.login.secretName, path: ["login", "secretName"], holds: HOLDS };
    case "webhook":
      return receiver.address.in === "config"
        ? null
        : { name: receiver.address.secretName, path: ["address", "secretName"], holds: HOLDS };
    case "sns":
      return null;
    default:
      return { name: receiver.secretName, path: ["secretName"], holds: HOLDS };
  }
}

/** One Secret may have the keys of all receivers. */
const HOLDS = "keys and addresses of those who are told of alerts";

/** Whether a topic of alarms reaches somebody. */
export function topicIsHeard(env: SiteEnvironment): boolean {
  const governance = awsOf(env)?.governance;
  return governance ? governance.topic.kind === "existing" || governance.emails.length > 0 : false;
}

/** Whether somebody wrote receivers of their own as values of the chart. */
export const hasOwnReceivers = ({ platform }: Pick<SiteEnvironment, "platform">): boolean =>
  valueAt(platform.helmValues["kube-prometheus-stack"], "alertmanager.config") !== undefined;

/** Receivers that hear of alerts of a severity, whichever alert it is and whosever. */
export const hearersOfAll = (env: Pick<SiteEnvironment, "monitoring">, severity: string): readonly string[] =>
  hearers(env, (route) => !route.teams && !route.alerts && hasSeverity(route, severity));

/** Receivers that hear of some alerts of a severity, if only of a team's. */
export const hearersOfSome = (env: Pick<SiteEnvironment, "monitoring">, severity: string): readonly string[] =>
  hearers(env, (route) => hasSeverity(route, severity));

const hasSeverity = (route: AlertRoute, severity: string): boolean => route.severities.some((one) => one === severity);

const hearers = (
  { monitoring }: Pick<SiteEnvironment, "monitoring">,
  fits: (route: AlertRoute) => boolean,
): readonly string[] =>
  monitoring.routes.filter(fits).flatMap(({ to }) => to.filter((name) => Object.hasOwn(monitoring.receivers, name)));
