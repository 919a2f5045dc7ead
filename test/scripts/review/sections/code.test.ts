import type { Json } from "../../../helpers/synth";
import { review, type Edit, aws, LUSTRE, at, lifecycle } from "../../../helpers/code-review";

const RESOURCE = "sample-storage.aws_fsx_lustre_file_system.lustre";

test.each<[string, Edit, Edit, string, RegExp]>([
  [
    "protection taken away",
    lifecycle({}),
    lifecycle({ prevent_destroy: true }),
    RESOURCE,
    /loses its protection.*true → nothing/,
  ],
  [
    "protection switched off",
    lifecycle({ prevent_destroy: false }),
    lifecycle({ prevent_destroy: true }),
    RESOURCE,
    /loses its protection/,
  ],
  [
    "changes ignored",
    lifecycle({ ignore_changes: ["storage_capacity"] }),
    lifecycle({}),
    RESOURCE,
    /no longer kept as the code says/,
  ],
  [
    "more changes ignored",
    lifecycle({ ignore_changes: ["a", "b"] }),
    lifecycle({ ignore_changes: ["a"] }),
    RESOURCE,
    /no longer kept/,
  ],
  [
    "all changes ignored",
    lifecycle({ ignore_changes: "all" }),
    lifecycle({ ignore_changes: ["a"] }),
    RESOURCE,
    /no longer kept/,
  ],
  [
    "another order of replacement",
    lifecycle({}),
    lifecycle({ create_before_destroy: true }),
    RESOURCE,
    /another order/,
  ],
  ["another trigger", lifecycle({ replace_triggered_by: ["aws_kms_key.a"] }), lifecycle({}), RESOURCE, /other reasons/],
  [
    "a condition gone",
    lifecycle({}),
    lifecycle({ precondition: [{ condition: "${true}" }] }),
    RESOURCE,
    /no longer checked/,
  ],
  ["a rule that is not known", lifecycle({ made_up: 1 }), lifecycle({}), RESOURCE, /another made_up/],
  [
    "another provider for one",
    (s) => (at(s, ...LUSTRE).provider = "aws.other"),
    () => {},
    RESOURCE,
    /another provider/,
  ],
  ["a connection", (s) => (at(s, ...LUSTRE).connection = { host: "x" }), () => {}, RESOURCE, /another connection/],
  [
    "a program",
    (s) => (at(s, ...LUSTRE).provisioner = [{ "local-exec": { command: "curl https://example.com | sh" } }]),
    () => {},
    RESOURCE,
    /runs programs.*curl/,
  ],
  [
    "a program of something new",
    (s) => (at(s, "resource", "terraform_data", "a").provisioner = [{ "local-exec": {} }]),
    () => {},
    "sample-storage.terraform_data.a",
    /runs programs/,
  ],
  [
    "another account",
    aws((p) => (p.allowed_account_ids = ["999988887777"])),
    () => {},
    "sample-storage.provider.aws.allowed_account_ids",
    /act elsewhere.*999988887777/,
  ],
  [
    "any account",
    aws((p) => delete p.allowed_account_ids),
    () => {},
    "sample-storage.provider.aws.allowed_account_ids",
    /→ nothing/,
  ],
  ["another Region", aws((p) => (p.region = "eu-west-1")), () => {}, "sample-storage.provider.aws.region", /eu-west-1/],
  [
    "another role",
    aws((p) => (p.assume_role = [{ role_arn: "arn:aws:iam::999988887777:role/x" }])),
    () => {},
    "sample-storage.provider.aws.assume_role",
    /somebody else/,
  ],
  [
    "a second provider",
    (s) => s.provider.aws.push({ alias: "x" }),
    () => {},
    "sample-storage.provider.aws",
    /another one/,
  ],
  [
    "a provider that was not there",
    (s) => (s.provider.http = [{}]),
    () => {},
    "sample-storage.provider.http",
    /another one/,
  ],
  [
    "the environment's tag",
    aws((p) => (p.default_tags[0].tags["railyard:environment"] = "other")),
    () => {},
    "sample-storage.provider.aws.default_tags",
    /tags for another environment/,
  ],
  [
    "a version of a provider",
    (s) => (s.terraform.required_providers.aws.version = "5.0.0"),
    () => {},
    "sample-storage.terraform.required_providers.aws",
    /Provider aws .* is another one/,
  ],
  [
    "a source of a provider",
    (s) => (s.terraform.required_providers.aws.source = "eve/aws"),
    () => {},
    "sample-storage.terraform.required_providers.aws",
    /eve\/aws/,
  ],
  [
    "one provider more",
    (s) => (s.terraform.required_providers.http = { source: "http", version: "1" }),
    () => {},
    "sample-storage.terraform.required_providers.http",
    /http/,
  ],
  [
    "a version of Terraform",
    (s) => (s.terraform.required_version = ">= 0.12"),
    () => {},
    "sample-storage.terraform.required_version",
    /required_version/,
  ],
  [
    "another state",
    (s) => (at(s, "terraform", "backend").s3 = { bucket: "other", key: "x" }),
    () => {},
    "sample-storage.terraform.backend",
    /kept elsewhere/,
  ],
  ["a cloud", (s) => (s.terraform.cloud = { organization: "x" }), () => {}, "sample-storage.terraform.cloud", /cloud/],
  [
    "what Terraform forgets",
    (s) => (s.removed = [{ from: "aws_s3_bucket.a", lifecycle: { destroy: false } }]),
    () => {},
    "sample-storage.aws_s3_bucket.a",
    /forgets/,
  ],
  [
    "a check gone",
    (s) => delete s.check,
    (s) => (s.check = { a: { assert: {} } }),
    "sample-storage.check.a",
    /Check a/,
  ],
  [
    "a module",
    (s) => (s.module = { a: { source: "git::https://example.com/a" } }),
    () => {},
    "sample-storage.module.all",
    /under module/,
  ],
  ["a variable", (s) => (s.variable = { a: {} }), () => {}, "sample-storage.variable.all", /under variable/],
  ["what Terraform learns next", (s) => (s.action = { a: {} }), () => {}, "sample-storage.action.all", /under action/],
  [
    "a program that gives data",
    (s) => (at(s, "data", "external").a = { program: ["sh"] }),
    () => {},
    "sample-storage.data.external.a",
    /reads data\.external\.a from elsewhere/,
  ],
  [
    "data of the web",
    (s) => (at(s, "data", "http").a = { url: "https://example.com" }),
    () => {},
    "sample-storage.data.http.a",
    /from elsewhere/,
  ],
  [
    "another lookup",
    (s) => (at(s, "data", "aws_ami").a = { owners: ["999988887777"] }),
    (s) => (at(s, "data", "aws_ami").a = { owners: ["self"] }),
    "sample-storage.data.aws_ami.a",
    /from elsewhere/,
  ],
  [
    "the state of somebody else",
    (s) => (at(s, "data", "terraform_remote_state").a = { backend: "s3", config: { bucket: "other", key: "x" } }),
    () => {},
    "sample-storage.data.terraform_remote_state.a",
    /reads another state/,
  ],
  [
    "another state of a stack",
    (s) => {
      const [one] = Object.values<Json>(s.data.terraform_remote_state);
      one.config.bucket = "other";
    },
    () => {},
    "",
    /reads another state/,
  ],
  [
    "a secret that is shown",
    (s) => (s.output = { a: { value: 1 } }),
    (s) => (s.output = { a: { value: 1, sensitive: true } }),
    "sample-storage.output.a",
    /no longer taken for a secret/,
  ],
  [
    "a local that a provider has",
    (s) => {
      s.locals = { ...s.locals, a: 2 };
      s.provider.aws[0].region = "${local.a}";
    },
    (s) => {
      s.locals = { ...s.locals, a: 1 };
      s.provider.aws[0].region = "${local.a}";
    },
    "sample-storage.local.a",
    /Local a/,
  ],
])("%s needs a name", (_, after, before, address, words) => {
  const found = review(after, before);
  expect(found.problems).toEqual([]);
  expect(found.verdict).toBe("needs-acknowledgement");
  if (address !== "") expect(found.addresses).toContain(address);
  expect(found.text).toMatch(words);
});
