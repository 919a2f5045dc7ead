import { MASK } from "../../../../config/kernel/secret-text";
import { maskValue } from "../../../../scripts/review/changes/mask-value";

const SECRET = ["hunter2", "-planted"].join("");

test("what the plan marks as sensitive is masked, at every depth, and keeps its form", () => {
  const value = { a: "x", b: { c: ["y", "z"], d: 1 }, e: [{ f: true }] };
  expect(maskValue(value, { a: true, b: { c: [false, true], d: true }, e: true })).toEqual({
    a: MASK,
    b: { c: ["y", MASK], d: MASK },
    e: MASK,
  });
});

test("what is not there is not masked, so that it can be told from a secret", () => {
  expect(maskValue({ a: null }, { a: true })).toEqual({ a: null });
});

test.each([
  ["under its name", { adminPassword: SECRET }],
  ["in a list under its name", { passwords: [SECRET, SECRET] }],
  ["in a map of variables", { environment: { variables: { DB_PASSWORD: SECRET } } }],
  ["in a list of variables", { env: [{ name: "A_TOKEN", value: SECRET }] }],
  ["in a value of a chart", { set: [{ name: "grafana.adminPassword", value: SECRET, type: "string" }] }],
  ["in a key and a value", { tag: [{ Key: "api-key", Value: SECRET }] }],
  ["in an argument", { args: ["--db-password", SECRET] }],
  ["in an argument with its value", { args: [`--token=${SECRET}`] }],
  ["in an object of Kubernetes", { objects: [{ kind: "Secret", stringData: { plain: SECRET } }] }],
  ["in data of Kubernetes", { kind: "Secret", data: { plain: SECRET } }],
  ["in Helm values as JSON", { values: [JSON.stringify({ env: [{ name: "A_TOKEN", value: SECRET }] }, null, 2)] }],
  ["in Helm values as YAML", { values: [`objects:\n  - kind: Secret\n    stringData:\n      plain: ${SECRET}\n`] }],
  ["in a block of YAML", { values: [`grafana:\n  adminPassword: |-\n    ${SECRET}\n`] }],
  ["in YAML that cannot be read", { values: [`a: [\nadminPassword: ${SECRET}\n`] }],
  ["in a key of a map", { labels: { [`password=${SECRET}`]: "x" } }],
])("a secret %s is masked", (_, value) => {
  expect(JSON.stringify(value)).toContain(SECRET);
  const shown = JSON.stringify(maskValue(value));
  expect(shown).not.toContain(SECRET);
  expect(shown).toContain(MASK);
});

test("a number that is a password is masked; others and switches are told", () => {
  expect(maskValue({ password: 1234, token: 7, automountServiceAccountToken: true })).toEqual({
    password: MASK,
    token: 7,
    automountServiceAccountToken: true,
  });
});

test("names of secrets and references are told", () => {
  const value = {
    passwordKeyRef: { name: "db", key: "password" },
    existingSecret: "db",
    adminPassword: "${ADMIN}",
    env: [{ name: "A_TOKEN", valueFrom: { secretKeyRef: { name: "x" } } }],
    metadata_options: [{ http_tokens: "required" }],
    kind: "ConfigMap",
    data: { plain: "x" },
  };
  expect(maskValue(value)).toEqual(value);
});

test("a masked document is still the document", () => {
  const { values } = maskValue({ values: [JSON.stringify({ a: 1, password: SECRET })] }) as { values: string[] };
  expect(JSON.parse(values[0] ?? "")).toEqual({ a: 1, password: MASK });
});

test("a document without secrets keeps its text", () => {
  const text = "# comment\nsecretName: x\n";
  expect(maskValue({ values: [text] })).toEqual({ values: [text] });
});
