import { ECR_REPOSITORY_KINDS } from "../../../../scripts/rehearsal/aws/ecr-repository";
import { fakeCloud } from "./fake-cloud";

const kind = ECR_REPOSITORY_KINDS["aws_ecr_repository"]!;

test("a repository is made anew for another name and other encryption, and has its name alone", () => {
  expect(kind.forcesNew).toEqual(["name", "encryption_configuration"]);
  expect(kind.defaults).toEqual({
    image_tag_mutability: "MUTABLE",
    "encryption_configuration.encryption_type": "AES256",
  });
  expect(kind.unique).toMatchObject([{ by: ["name"], code: "RepositoryAlreadyExistsException" }]);
});

test("a repository is reached by account and Region", () => {
  expect(kind.create({ name: "train/base" }, fakeCloud())).toMatchObject({
    id: "train/base",
    arn: "arn:aws:ecr:us-west-2:123456789012:repository/train/base",
    registry_id: "123456789012",
    repository_url: "123456789012.dkr.ecr.us-west-2.amazonaws.com/train/base",
  });
  const china = fakeCloud({ region: "cn-north-1", partition: "aws-cn" });
  expect(kind.create({ name: "base" }, china)["repository_url"]).toBe(
    "123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn/base",
  );
});

test("a repository that KMS encrypts has the key of AWS where no other is given", () => {
  const made = (encryption_type: string) =>
    kind.create({ name: "base", encryption_configuration: [{ encryption_type, kms_key: null }] }, fakeCloud());
  expect(made("AES256")["encryption_configuration"]).toEqual([{ encryption_type: "AES256", kms_key: "" }]);
  expect(made("KMS")["encryption_configuration"]).toEqual([
    { encryption_type: "KMS", kms_key: expect.stringMatching(/^arn:aws:kms:us-west-2:123456789012:key\//) },
  ]);
});

describe("a rule of a pull-through cache", () => {
  const rule = ECR_REPOSITORY_KINDS["aws_ecr_pull_through_cache_rule"]!;
  const SECRET = "arn:aws:secretsmanager:us-west-2:123456789012:secret:ecr-pullthroughcache/hub-AbCdEf";
  const refused = (object: Record<string, string>) =>
    rule.refuse!({ ecr_repository_prefix: "dev-hub", ...object }, fakeCloud(), null).map(({ message }) => message);

  test("is made anew for another prefix or registry, and has its prefix alone", () => {
    expect(rule.forcesNew).toEqual(["ecr_repository_prefix", "upstream_registry_url", "upstream_repository_prefix"]);
    expect(rule.unique).toMatchObject([{ by: ["ecr_repository_prefix"] }]);
    expect(rule.create({ ecr_repository_prefix: "dev-hub" }, fakeCloud())).toEqual({
      id: "dev-hub",
      registry_id: "123456789012",
    });
  });

  test("is refused with a prefix or a secret that ECR does not take", () => {
    expect(refused({ upstream_registry_url: "quay.io" })).toEqual([]);
    expect(refused({ upstream_registry_url: "ghcr.io", credential_arn: SECRET })).toEqual([]);
    for (const ecr_repository_prefix of ["a", "Dev", "a--b", "a".repeat(31)])
      expect(refused({ ecr_repository_prefix })).toEqual([expect.stringContaining("2 to 30")]);
    expect(refused({ upstream_registry_url: "registry-1.docker.io" })).toEqual([
      expect.stringContaining("secret alone"),
    ]);
    expect(refused({ credential_arn: SECRET.replace("ecr-pullthroughcache/", "") })).toEqual([
      expect.stringContaining("begins with ecr-pullthroughcache/"),
    ]);
  });
});
