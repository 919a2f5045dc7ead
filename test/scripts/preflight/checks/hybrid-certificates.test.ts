import { HYBRID_CERTIFICATE_CHECKS } from "../../../../scripts/preflight/checks/hybrid-certificates";
import { hybrid, PEM, SERVER_PEM } from "../../../helpers/hybrid";
import { environmentWith, runCheck } from "../../../helpers/preflight-check";
import { awsError, type PretendedAnswers } from "../../../helpers/pretended-aws";

const ARN = "arn:aws:acm-pca:eu-west-1:111122223333:certificate-authority/a";
const byAnchor = (trustAnchor: object) => hybrid({ credentials: { kind: "roles-anywhere", trustAnchor } });
const BUNDLE = byAnchor({ kind: "certificates", pem: PEM });
const OF_AWS = byAnchor({ kind: "private-ca", arn: ARN });
const { names } = environmentWith(BUNDLE);
const NAME = names.resource("hybrid");
const ROLE = names.role("hybrid");
const ROLE_ARN = `arn:aws:iam::111122223333:role/${ROLE}`;

async function ask(id: string, answers: PretendedAnswers, change = BUNDLE) {
  const { results, aws } = await runCheck(HYBRID_CERTIFICATE_CHECKS, `hybrid/${id}`, { answers, change });
  return { found: results.map(({ verdict, text }) => [verdict, text]), calls: aws.calls };
}

describe("the authority", () => {
  const authority = (CertificateAuthority: object) => ({
    "PrivateCa.DescribeCertificateAuthority": { CertificateAuthority },
  });

  test("certificates of config are read without a call", async () => {
    expect(await ask("certificate-authority", {})).toEqual({ found: [["ok", "counts until 2126-01-01"]], calls: [] });
  });

  test.each([
    ["one for ten years", { Status: "ACTIVE", NotAfter: new Date("2036-01-01") }, "ok", "counts until 2036-01-01"],
    ["one for a month", { Status: "ACTIVE", NotAfter: new Date("2026-12-20") }, "warning", "counts until 2026-12-20"],
    ["one that has ended", { Status: "ACTIVE", NotAfter: new Date("2026-11-01") }, "failed", "ended on 2026-11-01"],
    ["one without a certificate", { Status: "PENDING_CERTIFICATE" }, "failed", "its status is PENDING_CERTIFICATE"],
    ["one that does not say when it ends", { Status: "ACTIVE" }, "ok", "is active"],
  ])("%s is told as it is, in its own Region", async (_, answer, verdict, text) => {
    const { found, calls } = await ask("certificate-authority", authority(answer), OF_AWS);
    expect(found).toEqual([[verdict, expect.stringContaining(text)]]);
    expect(calls).toMatchObject([{ region: "eu-west-1", input: { CertificateAuthorityArn: ARN } }]);
  });

  test("one that is not there fails", async () => {
    const refused = awsError("ResourceNotFoundException", 400, "Could not find it.");
    const { found } = await ask("certificate-authority", { "PrivateCa.DescribeCertificateAuthority": refused }, OF_AWS);
    expect(found).toEqual([["failed", "the account sees no such authority"]]);
  });
});

describe("the trust anchor", () => {
  const anchor = (more: object = {}, sourceData: object = { x509CertificateData: PEM.trimEnd() }) => ({
    name: NAME,
    enabled: true,
    source: { sourceData },
    ...more,
  });

  test.each([
    ["none", [], "ok", "the deployment makes it"],
    ["one of somebody else", [anchor({ name: "theirs", enabled: false })], "ok", "the deployment makes it"],
    ["that of config", [anchor()], "ok", "trusts whom config names"],
    ["one that is off", [anchor({ enabled: false })], "warning", "switched it off"],
    ["one with other certificates", [anchor({}, { x509CertificateData: SERVER_PEM })], "warning", "another authority"],
    ["one of another kind", [anchor({}, { acmPcaArn: ARN })], "warning", "another authority"],
    ["two of the name", [anchor(), anchor()], "warning", "2 trust anchors have the name"],
  ])("%s is told", async (_, trustAnchors, verdict, text) => {
    const { found } = await ask("trust-anchor", { "RolesAnywhere.ListTrustAnchors": { trustAnchors } });
    expect(found).toEqual([[verdict, expect.stringContaining(text)]]);
  });

  test("an authority of AWS is compared by its ARN, and every page is read", async () => {
    const answers = {
      "RolesAnywhere.ListTrustAnchors": ({ nextToken }: { nextToken?: string }) =>
        nextToken ? { trustAnchors: [anchor({}, { acmPcaArn: ARN })] } : { trustAnchors: [], nextToken: "more" },
    };
    const { found, calls } = await ask("trust-anchor", answers, OF_AWS);
    expect(found).toEqual([["ok", expect.stringContaining("trusts whom config names")]]);
    expect(calls).toHaveLength(2);
  });
});

test.each([
  ["none", [], "ok", "the deployment makes it"],
  ["as it is made", [{}], "ok", "leads to the role of servers alone"],
  ["one that is off", [{ enabled: false }], "warning", "switched it off"],
  ["one with another role", [{ roleArns: [ROLE_ARN, "arn:aws:iam::1:role/admin"] }], "warning", "role/admin as well"],
  ["one without names of nodes", [{ acceptRoleSessionName: false }], "warning", "does not take names of sessions"],
])("a profile: %s", async (_, rows, verdict, text) => {
  const made = { name: NAME, enabled: true, roleArns: [ROLE_ARN], acceptRoleSessionName: true };
  const profiles = rows.map((row) => ({ ...made, ...row }));
  const { found } = await ask("profile", { "RolesAnywhere.ListProfiles": { profiles } });
  expect(found).toEqual([[verdict, expect.stringContaining(text)]]);
});

test.each([
  ["ssm.amazonaws.com", hybrid(), "ok"],
  ["ssm.amazonaws.com", BUNDLE, "warning"],
  ["rolesanywhere.amazonaws.com", BUNDLE, "ok"],
])("a role that trusts %s is told", async (service, change, verdict) => {
  const policy = encodeURIComponent(JSON.stringify({ Statement: [{ Principal: { Service: service } }] }));
  const Role = { RoleName: ROLE, AssumeRolePolicyDocument: policy };
  const { found } = await ask("role", { "IAM.GetRole": { Role } }, change);
  expect(found.map(([answer]) => answer)).toEqual([verdict]);
});

test("a role that is not there is made, and nothing is asked where there are no hybrid nodes", async () => {
  const { found } = await ask("role", { "IAM.GetRole": awsError("NoSuchEntityException", 404) });
  expect(found).toEqual([["ok", "is not there: the deployment makes it"]]);
  for (const id of ["certificate-authority", "trust-anchor", "profile", "role"])
    expect(await ask(id, {}, {})).toEqual({ found: [], calls: [] });
});
