import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";
import { valueAt } from "../kernel/value-at";
import type { Receiver } from "./receiver-schema";

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
export const hearersOfAll = (
  { monitoring }: Pick<SiteEnvironment, "monitoring">,
  severity: string,
): readonly string[] =>
  monitoring.routes
    .filter((route) => !route.teams && !route.alerts && route.severities.some((one) => one === severity))
    .flatMap(({ to }) => to.filter((name) => Object.hasOwn(monitoring.receivers, name)));
