import { LIKELY_FORMS, SCRIPT_FORMS, secretForm } from "../../../config/kernel/secret-forms";

/** Made up, and put together at run time so that scanners of secrets leave this file alone. */
const join = (...parts: string[]) => parts.join("");
const letters = (count: number) => "aB3dE5".repeat(count).slice(0, count);

const CERTAIN: readonly (readonly [kind: string, secret: string])[] = [
  ["an AWS access key", join("AKIA", "Q".repeat(16))],
  ["an AWS access key", join("ASIA", "1".repeat(16))],
  ["a private key", join("-----BEGIN RSA PRIVATE", " KEY-----\nabc\n-----END RSA PRIVATE", " KEY-----")],
  ["a private key", join("-----BEGIN PRIVATE", " KEY-----\nabc")],
  ["a private key", join("-----BEGIN PGP PRIVATE", " KEY BLOCK-----")],
  ["a GitHub token", join("ghp_", letters(36))],
  ["a GitHub token", join("github_pat_", letters(22))],
  ["a GitLab token", join("glpat-", letters(20))],
  ["a Slack token", join("xoxb-", "1".repeat(12))],
  ["a Hugging Face token", join("hf_", letters(34))],
  ["an NVIDIA key", join("nvapi-", letters(40))],
  ["a JSON web token", join("eyJ", letters(12), ".eyJ", letters(12), ".", letters(20))],
  ["a token by its prefix", join("sk-", letters(30))],
  ["a token by its prefix", join("dckr_pat_", letters(24))],
  ["a token by its prefix", join("SG.", letters(22), ".", letters(43))],
  ["a hash of a password", join("me:$apr1$", letters(8), "$", letters(22))],
  ["a hash of a password", join("{SSHA}", letters(32), "=")],
  ["a password in a URL", join("postgres://slurm:", "hunter2", "@db/acct")],
  ["a password in a URL", join("redis://:", "hunter2", "@cache")],
];

test.each(CERTAIN)("%s is one anywhere: %#", (kind, secret) => {
  expect(secretForm(`before ${secret} after`)).toBe(kind);
  expect(secretForm(`x=${secret}`, SCRIPT_FORMS)).toBeDefined();
});

test.each([
  ["gp3"],
  ["https://example.com:9090/path"],
  ["https://example.com/@scope/package"],
  ["0123456789abcdef0123456789abcdef01234567"],
  ["https://user:${TOKEN}@example.com"],
  ["arn:aws:iam::111122223333:role/hf_role"],
  ["-----BEGIN CERTIFICATE-----"],
])("%j is no secret", (text) => {
  expect(secretForm(text)).toBeUndefined();
  expect(secretForm(text, SCRIPT_FORMS)).toBeUndefined();
});

test.each([
  ["an AWS secret key", join("aws_secret_access_key = ", letters(20))],
  ["a GitHub token", join("ghs_", letters(20))],
  ["an NGC key", join("nvapi-", letters(20))],
  ["a password or token", join("DB_PASSWORD=", "hunter2hunter2")],
])("%s is one in scripts only", (kind, line) => {
  expect(secretForm(line, SCRIPT_FORMS)).toBe(kind);
  expect(secretForm(line)).toBeUndefined();
});

test.each([
  ["a webhook", join("https://hooks.slack.com/services/", "T00/B00/xyz")],
  ["a signed URL", join("https://b.s3.amazonaws.com/k?X-Amz-Signature=", letters(40))],
  ["a bearer of credentials", join("Authorization: Basic ", letters(12))],
  ["a bearer token", join("-H 'x: bearer ", letters(24))],
])("%s is only likely", (kind, text) => {
  expect(secretForm(text, LIKELY_FORMS)).toBe(kind);
  expect(secretForm(text)).toBeUndefined();
});

test.each(SCRIPT_FORMS.concat(LIKELY_FORMS).map(({ kind, form }) => [kind, form]))(
  "what stands before %s is its first group, and the rest is secret",
  (_, form) => {
    const all = [...CERTAIN.map(([, secret]) => secret), join("DB_PASSWORD=", "hunter2hunter2")];
    for (const text of all) {
      const [whole = "", kept = ""] = form.exec(text) ?? [];
      expect(whole.startsWith(kept)).toBe(true);
      if (whole !== "") expect(whole.slice(kept.length)).not.toBe("");
    }
  },
);

test("no form takes more than linear time: a square of these lengths would never end", () => {
  const slow = [
    "a-".repeat(500_000),
    "://".repeat(500_000),
    "passwords ".repeat(200_000),
    `eyJ${"a".repeat(1_000_000)}`,
  ];
  for (const text of slow) expect(secretForm(text, [...SCRIPT_FORMS, ...LIKELY_FORMS])).toBeUndefined();
});
