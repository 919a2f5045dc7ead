import { canBeTold, namesPassword, namesSecret } from "../../../../scripts/review/changes/secret-names";

test.each([
  "password",
  "adminPassword",
  "DB_PASSWD",
  "auth_token",
  "apiKey",
  "api-keys",
  "client-secret",
  "secretAccessKey",
  "passphrase",
  "MYSQL_PWD",
  "credentials",
  "signing_key",
  "routing_key",
  "webhookSecret",
  "licenseKey",
  "secret",
])("%s names a secret", (name) => expect(namesSecret(name)).toBe(true));

test.each([
  "http_tokens",
  "httpTokens",
  "max_tokens",
  "existingSecret",
  "imagePullSecret",
  "tlsSecret",
  "secretName",
  "passwordSecretKeyRef",
  "kms_key_id",
  "key_name",
  "public_key",
  "passwordKey",
  "PWD",
  "token_ttl",
  "secret_arn",
  "tags",
  "authentication_mode",
])("%s names none", (name) => expect(namesSecret(name)).toBe(false));

test("a number is a password, but no token", () => {
  expect(namesPassword("adminPassword")).toBe(true);
  expect(namesPassword("token")).toBe(false);
});

test.each([
  "",
  " ",
  "true",
  "null",
  "${TOKEN}",
  "$TOKEN",
  "$(cat /run/x)",
  "{{ .Values.x }}",
  "$__env{X}",
  "arn:aws:ssm:x",
  "/run/secrets/x",
  "(secret)",
])("%j can be told though its name is that of a secret", (text) => expect(canBeTold(text)).toBe(true));

test.each(["hunter2", "$ecret123", "$(echo hunter2)", "${X:-hunter2}", "{{ x }}hunter2", "/wJalrXUtnFEMI"])(
  "%j cannot",
  (text) => expect(canBeTold(text)).toBe(false),
);
