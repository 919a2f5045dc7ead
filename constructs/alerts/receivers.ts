import type { Receiver } from "../../config/monitoring/receiver-schema";
import type { HelmValues } from "../core/helm-values";

/** Folder in which the operator mounts Secrets that its values name. @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.AlertmanagerSpec */
const SECRETS = "/etc/alertmanager/secrets";

const file = (name: string, key: string): string => `${SECRETS}/${name}/${key}`;

const COUNT = `{{ if gt (len .Alerts.Firing) 1 }} ({{ len .Alerts.Firing }}){{ end }}`;

/** One line: environment, alert, how many, and whether it is over. */
const title = (environment: string): string =>
  `{{ if eq .Status "resolved" }}resolved: {{ end }}${environment}: {{ .GroupLabels.SortedPairs.Values | join " " }}${COUNT}`;

/** What each alert says, with the page that says what to do. Of many the first twenty: services refuse long messages. */
const TEXT = [
  "{{ range $at, $alert := .Alerts }}{{ if lt $at 20 }}",
  "{{ $alert.Labels.severity }}: {{ $alert.Annotations.summary }}",
  "{{ if $alert.Annotations.description }}\n{{ $alert.Annotations.description }}{{ end }}",
  "{{ with $alert.Annotations.runbook }}\nPage: {{ . }}{{ end }}",
  "{{ with $alert.Annotations.runbook_url }}\nPage: {{ . }}{{ end }}\n\n",
  "{{ end }}{{ end }}{{ if gt (len .Alerts) 20 }}and others, {{ len .Alerts }} in all{{ end }}",
].join("");

/** PagerDuty knows critical, error, warning and info; alerts of others may have any other one. */
const PAGERDUTY_SEVERITY =
  '{{ if or (eq .CommonLabels.severity "critical") (eq .CommonLabels.severity "warning") (eq .CommonLabels.severity "info") }}{{ .CommonLabels.severity }}{{ else }}error{{ end }}';

/** Opsgenie has priorities, P1 the worst. */
const PRIORITY =
  '{{ if eq .CommonLabels.severity "critical" }}P1{{ else if eq .CommonLabels.severity "warning" }}P3{{ else }}P5{{ end }}';

/** Where services are that have one address a region. */
const PAGERDUTY = { us: "https://events.pagerduty.com/v2/enqueue", eu: "https://events.eu.pagerduty.com/v2/enqueue" };
const OPSGENIE = { us: "https://api.opsgenie.com/", eu: "https://api.eu.opsgenie.com/" };

/**
 * A receiver as Alertmanager's configuration has it. Secrets are files of its pod: none is in values, plans or states.
 * @see https://prometheus.io/docs/alerting/latest/configuration/#receiver-integration-settings
 */
export function receiverValues(name: string, receiver: Receiver, environment: string): HelmValues {
  const send_resolved = receiver.resolved;
  switch (receiver.kind) {
    case "email": {
      const { to, from, smarthost, tls, login } = receiver;
      const config = {
        to: to.join(", "),
        from,
        smarthost,
        require_tls: tls === "starttls",
        ...(tls === "implicit" && { force_implicit_tls: true }),
        ...(login && {
          auth_username: login.username,
          auth_password_file: file(login.secretName, login.secretKeyName),
        }),
        headers: { Subject: title(environment) },
        html: "",
        text: TEXT,
        send_resolved,
      };
      return { name, email_configs: [config] };
    }
    case "slack": {
      const { secretName, secretKeyName, channel } = receiver;
      const config = {
        api_url_file: file(secretName, secretKeyName),
        ...(channel !== undefined && { channel }),
        title: title(environment),
        text: TEXT,
        send_resolved,
      };
      return { name, slack_configs: [config] };
    }
    case "pagerduty": {
      const { secretName, secretKeyName, region } = receiver;
      const config = {
        routing_key_file: file(secretName, secretKeyName),
        url: PAGERDUTY[region],
        description: title(environment),
        severity: PAGERDUTY_SEVERITY,
        details: { text: TEXT },
        send_resolved,
      };
      return { name, pagerduty_configs: [config] };
    }
    case "opsgenie": {
      const { secretName, secretKeyName, region } = receiver;
      const config = {
        api_key_file: file(secretName, secretKeyName),
        api_url: OPSGENIE[region],
        message: title(environment),
        description: TEXT,
        priority: PRIORITY,
        send_resolved,
      };
      return { name, opsgenie_configs: [config] };
    }
    case "msteams": {
      const { secretName, secretKeyName } = receiver;
      const config = {
        webhook_url_file: file(secretName, secretKeyName),
        title: title(environment),
        text: TEXT,
        send_resolved,
      };
      return { name, msteamsv2_configs: [config] };
    }
    case "sns":
      return { name, sns_configs: [snsValues(receiver.topic, environment, send_resolved)] };
    case "webhook": {
      const { address } = receiver;
      const at =
        address.in === "secret" ? { url_file: file(address.secretName, address.secretKeyName) } : { url: address.url };
      return { name, webhook_configs: [{ ...at, send_resolved }] };
    }
  }
}

/** Region of a topic: the fourth part of its ARN. */
const topicRegion = (arn: string): string => arn.split(":")[3] ?? "";

/**
 * SNS refuses a subject of 100 characters and more, and the alert with it; Alertmanager's own has the values of all labels.
 * @see https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
 */
const subject = (environment: string): string =>
  `${environment}: {{ .GroupLabels.SortedPairs.Values | join " " | printf "%.60s" }} ({{ .Status }})`;

/** A topic, published to without keys: the AWS SDK finds those of Pod Identity. */
const snsValues = (topicArn: string, environment: string, send_resolved: boolean): HelmValues => ({
  sigv4: { region: topicRegion(topicArn) },
  topic_arn: topicArn,
  subject: subject(environment),
  send_resolved,
});
