import { isPublicPolicy } from "../../../../../scripts/rehearsal/aws/s3/public-policy";

const policy = (...statements: object[]) => JSON.stringify({ Version: "2012-10-17", Statement: statements });
const READ = { Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::data/*" };
const open = (condition?: object) => policy({ ...READ, Principal: "*", ...(condition && { Condition: condition }) });

describe("a policy is public", () => {
  test("when everybody may do something", () => {
    expect(isPublicPolicy(open())).toBe(true);
    expect(isPublicPolicy(policy({ ...READ, Principal: { AWS: "*" } }))).toBe(true);
    expect(isPublicPolicy(policy({ ...READ, Principal: { AWS: ["111122223333", "*"] } }))).toBe(true);
  });

  test("also when another statement is not", () => {
    const own = { ...READ, Principal: { AWS: "111122223333" } };
    expect(isPublicPolicy(policy(own, { ...READ, Principal: "*" }))).toBe(true);
  });

  test.each<[object, string]>([
    [{ Bool: { "aws:SecureTransport": "true" } }, "what says nothing of who comes"],
    [{ StringLike: { "aws:PrincipalArn": "arn:aws:iam::*:role/reader" } }, "a pattern"],
    [{ StringLike: { "aws:userid": "AROA?XMPL" } }, "a single open letter"],
    [{ StringEquals: { "aws:SourceVpc": "${aws:SourceVpc}" } }, "a variable"],
    [{ StringEquals: { "aws:SourceVpc": ["vpc-1", "vpc-*"] } }, "one pattern among others"],
    [{ IpAddress: { "aws:SourceIp": "0.0.0.0/0" } }, "all addresses"],
    [{ IpAddress: { "aws:SourceIp": ["10.0.0.0/8", "128.0.0.0/7"] } }, "broad networks"],
    [{ StringEquals: { "aws:SourceVpc": [] } }, "nothing"],
    [{ StringLike: { "s3:DataAccessPointArn": "*" } }, "all access points"],
  ])("when %j narrows it by %s", (condition) => {
    expect(isPublicPolicy(open(condition))).toBe(true);
  });
});

describe("a policy is not public", () => {
  test("when it names who may do something", () => {
    for (const principal of [
      { AWS: "111122223333" },
      { Service: "logs.amazonaws.com" },
      { AWS: ["arn:aws:iam::111122223333:role/r"] },
    ])
      expect(isPublicPolicy(policy({ ...READ, Principal: principal }))).toBe(false);
  });

  test("when it only denies", () => {
    expect(isPublicPolicy(policy({ ...READ, Effect: "Deny", Principal: "*" }))).toBe(false);
  });

  test("when it is no policy", () => {
    expect(isPublicPolicy("{")).toBe(false);
    expect(isPublicPolicy("")).toBe(false);
  });

  test.each([
    { StringEquals: { "aws:PrincipalOrgID": "o-1234567890" } },
    { StringEquals: { "AWS:sourcevpce": ["vpce-1", "vpce-2"] } },
    { ArnLike: { "aws:SourceArn": "arn:aws:sns:us-west-2:111122223333:topic" } },
    { "ForAnyValue:StringEquals": { "aws:PrincipalOrgPaths": "o-1/r-1/ou-1/" } },
    { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } },
    { IpAddress: { "aws:SourceIp": "203.0.113.7" } },
    { StringLike: { "s3:DataAccessPointArn": "arn:aws:s3:us-west-2:111122223333:accesspoint/*" } },
    { Bool: { "aws:SecureTransport": "true" }, StringEquals: { "s3:DataAccessPointAccount": "111122223333" } },
  ])("when %j narrows it", (condition) => {
    expect(isPublicPolicy(open(condition))).toBe(false);
  });
});
