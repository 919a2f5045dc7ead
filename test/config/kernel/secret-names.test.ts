import {
  canBeShown,
  isSecretUnder,
  isSurelySecretUnder,
  namesPassword,
  namesSecret,
} from "../../../config/kernel/secret-names";

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
  "DB_PASS",
  "smtp_pass",
  "StoragePass",
  "bindPW",
  "munge_key",
  "ldap_default_authtok",
  "jwtKey",
  ".dockerconfigjson",
  "CI_PAT",
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
  "bypass",
  "COMPASS",
  "publicKey",
  "sort_key",
  "path",
  "spat",
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
])("%j can be told though its name is that of a secret", (text) => expect(canBeShown(text)).toBe(true));

test.each(["hunter2", "$ecret123", "$(echo hunter2)", "${X:-hunter2}", "{{ x }}hunter2", "/wJalrXUtnFEMI"])(
  "%j cannot",
  (text) => expect(canBeShown(text)).toBe(false),
);

test.each(["adminPassword", "auth_token", "apiKey", "client-secret", "secretAccessKey", "passphrase"])(
  "what stands under %s is a secret",
  (key) => {
    for (const is of [isSecretUnder, isSurelySecretUnder]) {
      expect(is(key, "hunter2 and more")).toBe(true);
      expect(is(key, "")).toBe(false);
      expect(is(key, "${FROM_ELSEWHERE}")).toBe(false);
      expect(is(`${key}Ref`, "hunter2")).toBe(false);
    }
  },
);

test("a mask hides what may be a secret; a rule refuses what must be one", () => {
  for (const [name, text] of [
    ["webhookSecret", "oidc-client"],
    ["auth", "a1b2c3"],
    ["password", "${GIVEN:-hunter2}"],
  ] as const) {
    expect(isSecretUnder(name, text)).toBe(true);
    expect(isSurelySecretUnder(name, text)).toBe(false);
  }
  for (const is of [isSecretUnder, isSurelySecretUnder]) {
    expect(is("registryAuth", "bWU6aHVudGVyMg==")).toBe(true);
    expect(is("auth", "munge")).toBe(false);
    expect(is("sshKey", `ssh-ed25519 ${"AAAA".padEnd(68, "b3")} me@home`)).toBe(false);
  }
});
