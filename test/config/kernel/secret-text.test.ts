import fc from "fast-check";
import { MASK, maskText } from "../../../config/kernel/secret-text";

/** Made up, and put together at run time so that scanners of secrets leave this file alone. */
const join = (...parts: string[]) => parts.join("");
const SECRET = join("hunter2", "-planted");
const ACCESS_KEY = join("wJalrXUtnFEMI/K7MDENG+", "bPxRfiCYEXAMPLEKEY");
const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  ["an access key", `id ${join("AKIA", "Q".repeat(16))} end`, join("AKIA", "Q".repeat(16))],
  ["a secret access key alone", `FOO=${ACCESS_KEY}`, ACCESS_KEY],
  ["a secret access key by name", `aws_secret_access_key = ${ACCESS_KEY}`, ACCESS_KEY],
  [
    "the body of a private key",
    join("-----BEGIN RSA PRIVATE", " KEY-----\nMIIEvQ\n-----END RSA PRIVATE KEY-----"),
    "MIIEvQ",
  ],
  ["a private key without an end", join("-----BEGIN PRIVATE", " KEY-----\\nMIIEvQ"), "MIIEvQ"],
  ["the signature of a web token", `${join("eyJ", "a".repeat(12), ".eyJ", "b".repeat(12))}.signature1`, "signature1"],
  ["a password in a URL", `https://me:${SECRET}@example.com/x`, SECRET],
  ["an assignment in a shell", `export WANDB_API_KEY=${SECRET}`, SECRET],
  ["an assignment with quotes", `PASSWORD="${SECRET} with blanks"`, "with blanks"],
  ["a name in capitals", `PGPASSWORD='${SECRET}' psql`, SECRET],
  ["a line of YAML", `  adminPassword: ${SECRET}`, SECRET],
  ["a member of JSON", `{"client_secret": "${SECRET}"}`, SECRET],
  ["JSON in a text in JSON", JSON.stringify(JSON.stringify({ token: SECRET })), SECRET],
  ["a block of YAML", `a:\n  - password: |-\n      ${SECRET}\n      second line\n  - b: 1\n`, "second line"],
  ["a variable with its name in the line before", `- name: DB_PASSWORD\n  value: ${SECRET}\n`, SECRET],
  ["a flag", `login --password ${SECRET} --user me`, SECRET],
  ["a header", `curl -H "Authorization: Bearer ${SECRET}"`, SECRET],
  ["a user of curl", `curl -s -u me:${SECRET} https://x`, SECRET],
  ["a login to a registry", `docker login -u me -p ${SECRET} ghcr.io`, SECRET],
  ["a password of mysql", `mysql -u slurm -p${SECRET} acct`, SECRET],
  ["a netrc", `machine github.com login me password ${SECRET}`, SECRET],
  ["a chpasswd", `echo 'root:${SECRET}' | chpasswd`, SECRET],
  ["a default of a variable", `PASSWORD=\${GIVEN:-${SECRET}}`, SECRET],
  ["what a command only prints", `TOKEN=$(echo ${SECRET})`, SECRET],
  ["a secret in base64", `echo ${base64(`password=${SECRET}`)} | base64 -d`, base64(`password=${SECRET}`)],
  ["a secret twice in base64", base64(base64(`password=${SECRET}`)), base64(base64(`password=${SECRET}`)).slice(4, 30)],
  ["a webhook", join("https://hooks.slack.com/services/", "T0/B0/xyz1"), "xyz1"],
])("%s is masked", (_, text, secret) => {
  expect(text).toContain(secret);
  expect(maskText(text)).not.toContain(secret);
  expect(maskText(text)).toContain(MASK);
});

test.each([
  ["http_tokens = required"],
  ["max_tokens: 4096"],
  ["secretName: slurm-database-password"],
  ["existingSecret: grafana-admin"],
  ["passwordSecretKeyRef: db"],
  ['TOKEN="$(curl -sX PUT http://169.254.169.254/latest/api/token)"'],
  ["token=${TOKEN} and password: $PASSWORD"],
  ["adminPassword: {{ .Values.password }}"],
  ["API_KEY=arn:aws:secretsmanager:us-east-1:111122223333:secret:wandb"],
  ["SECRET=/run/secrets/token"],
  ["password: null"],
  ["git checkout 0123456789abcdef0123456789abcdef01234567"],
  ["sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"],
  ["arn:aws:kms:us-east-1:111122223333:key/12345678-1234-1234-1234-123456789012"],
  ["arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly"],
  ["/Usr/Local/Lib1/Nvidia/Tools/Bin/Abc1234"],
  ["railyard-node-user-data"],
  ["apiVersion: node.eks.aws/v1alpha1"],
])("%s is told", (text) => expect(maskText(text)).toBe(text));

test("what is around a secret stays", () => {
  expect(maskText(`https://me:${SECRET}@example.com/x`)).toBe("https://me:(secret)@example.com/x");
  expect(maskText(`export A_TOKEN='${SECRET}'; echo done`)).toBe("export A_TOKEN='(secret)'; echo done");
  expect(maskText(`{"password": "${SECRET}", "user": "me"}`)).toBe('{"password": "(secret)", "user": "me"}');
});

test("a mask is masked as itself, and a text is masked the same every time", () => {
  const once = maskText(`export A_TOKEN=${SECRET}`);
  expect(maskText(once)).toBe(once);
  expect(maskText(`export A_TOKEN=${SECRET}`)).toBe(once);
});

test("a password shows in no form of assignment, whatever is in it", () => {
  const password = fc
    .stringMatching(/^[A-Za-z0-9][A-Za-z0-9!@#%^*_+.:?~-]{12,24}$/)
    .filter((text) => !/^\W*\w*\W*$/.test(text));
  const written = fc.constantFrom(
    (text: string) => `export DB_PASSWORD=${text}`,
    (text: string) => `password: "${text}"`,
    (text: string) => JSON.stringify({ a: { authToken: text } }),
    (text: string) => `--api-key ${text}`,
  );
  fc.assert(
    fc.property(password, written, (text, write) => expect(maskText(write(text))).not.toContain(text)),
    { numRuns: 500 },
  );
});

test("text that is made to be slow is not", () => {
  const slow = ["a-".repeat(200_000), "password ".repeat(50_000), "curl ".repeat(50_000), "name: x ".repeat(50_000)];
  for (const text of [...slow, "://".repeat(100_000), " ".repeat(300_000)])
    expect(maskText(`${text} token`)).toContain("token");
});
