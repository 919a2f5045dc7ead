import { policyDocument, serviceTrust } from "../../../constructs/security/policy";

describe("policyDocument", () => {
  test("writes a statement as IAM spells it", () => {
    const document = policyDocument([
      {
        sid: "TlsOnly",
        effect: "Deny",
        actions: ["s3:*"],
        resources: ["arn:aws:s3:::b", "arn:aws:s3:::b/*"],
        principals: { anyone: true },
        conditions: { Bool: { "aws:SecureTransport": "false" } },
      },
    ]);
    expect(JSON.parse(document)).toEqual({
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "TlsOnly",
          Effect: "Deny",
          Principal: "*",
          Action: "s3:*",
          Resource: ["arn:aws:s3:::b", "arn:aws:s3:::b/*"],
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        },
      ],
    });
  });

  test("allows unless told otherwise, and leaves out what a trust policy has not", () => {
    expect(JSON.parse(serviceTrust("ec2.amazonaws.com")).Statement).toEqual([
      { Sid: "Assume", Effect: "Allow", Principal: { Service: "ec2.amazonaws.com" }, Action: "sts:AssumeRole" },
    ]);
  });

  test("names several principals of one kind as a list", () => {
    const [statement] = JSON.parse(
      policyDocument([{ sid: "Use", actions: ["kms:Decrypt"], resources: ["*"], principals: { aws: ["a", "b"] } }]),
    ).Statement;
    expect(statement.Principal).toEqual({ AWS: ["a", "b"] });
  });

  test("names identity providers", () => {
    const principals = { federated: ["arn:aws:iam::111122223333:oidc-provider/a"] };
    const [statement] = JSON.parse(policyDocument([{ sid: "Jobs", actions: ["sts:*"], principals }])).Statement;
    expect(statement.Principal).toEqual({ Federated: "arn:aws:iam::111122223333:oidc-provider/a" });
  });
});
