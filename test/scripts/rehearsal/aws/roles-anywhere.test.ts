import { ROLES_ANYWHERE_KINDS } from "../../../../scripts/rehearsal/aws/roles-anywhere";
import type { Value } from "../../../../scripts/rehearsal/value";
import { PEM } from "../../../helpers/hybrid";
import { fakeCloud } from "./fake-cloud";
import { codes } from "./refusal-codes";

const anchor = ROLES_ANYWHERE_KINDS["aws_rolesanywhere_trust_anchor"]!;
const profile = ROLES_ANYWHERE_KINDS["aws_rolesanywhere_profile"]!;

const bundle = (pem: string) => [{ source_type: "CERTIFICATE_BUNDLE", source_data: [{ x509_certificate_data: pem }] }];
const authority = (arn: string) => [{ source_type: "AWS_ACM_PCA", source_data: [{ acm_pca_arn: arn }] }];
const KEY = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
const REFUSED = ["ValidationException"];

test.each<[Value, string[]]>([
  [bundle(PEM), []],
  [bundle(KEY), REFUSED],
  [bundle(PEM.repeat(100)), REFUSED],
  [authority("arn:aws:acm-pca:us-west-2:123456789012:certificate-authority/a"), []],
  [authority("arn:aws-cn:acm-pca:cn-north-1:123456789012:certificate-authority/a"), REFUSED],
  [authority("arn:aws:acm:us-west-2:123456789012:certificate/a"), REFUSED],
  [[{ source_type: "SELF_SIGNED_REPOSITORY", source_data: [{}] }], REFUSED],
])("an anchor trusts %j, or is refused: %j", (source, expected) => {
  expect(codes(anchor, { name: "onsite", source })).toEqual(expected);
});

test("names are told before they are used", () => {
  expect(codes(anchor, { name: "a/b", source: bundle(PEM) })).toEqual(REFUSED);
  expect(codes(profile, { name: "x".repeat(256), role_arns: [] })).toEqual(REFUSED);
  expect(codes(profile, { name: "x".repeat(255), role_arns: [] })).toEqual([]);
});

test("a profile has up to 250 roles", () => {
  expect(codes(profile, { name: "a", role_arns: Array.from({ length: 251 }, String) })).toEqual(REFUSED);
});

test("both are known by ids and ARNs of their own", () => {
  for (const [kind, word] of [
    [anchor, "trust-anchor"],
    [profile, "profile"],
  ] as const) {
    const made = kind.create({ name: "a" }, fakeCloud());
    expect(made["arn"]).toBe(`arn:aws:rolesanywhere:us-west-2:123456789012:${word}/${String(made["id"])}`);
  }
});
