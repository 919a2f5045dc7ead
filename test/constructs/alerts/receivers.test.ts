import { receiverSchema } from "../../../config/monitoring/receiver-schema";
import { receiverValues } from "../../../constructs/alerts/receivers";
import type { Json } from "../../helpers/synth";

const secretName = "alert-receivers";
const values = (receiver: object): Json => receiverValues("one", receiverSchema.parse(receiver), "dev");
const mail = { kind: "email", to: ["a@example.com", "b@example.com"], from: "c@example.com", smarthost: "smtp:587" };

describe("what is secret is read of a file of the pod", () => {
  test.each([
    [{ kind: "slack", secretName }, "slack_configs", "api_url_file", "slack-url"],
    [{ kind: "pagerduty", secretName }, "pagerduty_configs", "routing_key_file", "pagerduty-key"],
    [{ kind: "opsgenie", secretName }, "opsgenie_configs", "api_key_file", "opsgenie-key"],
    [{ kind: "msteams", secretName }, "msteamsv2_configs", "webhook_url_file", "msteams-url"],
    [{ kind: "webhook", address: { in: "secret", secretName } }, "webhook_configs", "url_file", "url"],
    [{ ...mail, login: { username: "c", secretName } }, "email_configs", "auth_password_file", "password"],
  ])("%o", (receiver, list, key, file) => {
    expect(values(receiver)[list][0][key]).toBe(`/etc/alertmanager/secrets/${secretName}/${file}`);
  });

  test("under the key that config names", () => {
    const [slack] = values({ kind: "slack", secretName, secretKeyName: "hook", channel: "#gpus" }).slack_configs;
    expect([slack.api_url_file, slack.channel]).toEqual([`/etc/alertmanager/secrets/${secretName}/hook`, "#gpus"]);
  });
});

test("mails go to all addresses, encrypted as config says", () => {
  const [usual] = values(mail).email_configs;
  expect(usual).toMatchObject({ to: "a@example.com, b@example.com", require_tls: true, html: "", send_resolved: true });
  expect(usual.force_implicit_tls).toBeUndefined();
  const [implicit] = values({ ...mail, tls: "implicit", resolved: false }).email_configs;
  expect(implicit).toMatchObject({ require_tls: false, force_implicit_tls: true, send_resolved: false });
});

test("services that are in two regions have two addresses", () => {
  expect(values({ kind: "pagerduty", secretName, region: "eu" }).pagerduty_configs[0].url).toContain("events.eu.");
  expect(values({ kind: "opsgenie", secretName, region: "eu" }).opsgenie_configs[0].api_url).toContain("api.eu.");
});

test("a topic is published to in its own Region, with a subject that SNS takes, whatever alerts are grouped by", () => {
  const [sns] = values({ kind: "sns", topic: "arn:aws:sns:eu-west-1:111122223333:oncall" }).sns_configs;
  expect(sns.sigv4).toEqual({ region: "eu-west-1" });
  expect(sns.subject).toContain('printf "%.60s"');
});
