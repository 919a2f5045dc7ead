import { awsFailure } from "../../../../scripts/lib/aws/failure";
import { proxyVariable, unreachedFix } from "../../../../scripts/lib/aws/proxy";

const SECRET = "http://ann:hunter2@proxy.test:3128";

test.each([
  [{}, null],
  [{ HTTPS_PROXY: "" }, null],
  [{ HTTP_PROXY: SECRET }, null],
  [{ HTTPS_PROXY: SECRET }, "HTTPS_PROXY"],
  [{ https_proxy: SECRET }, "https_proxy"],
])("%j: the proxy is that of %s", (env, name) => expect(proxyVariable(env)).toBe(name));

test("where a proxy is set, it is named as what to look at, and never with its password", () => {
  const fix = unreachedFix("ETIMEDOUT", { HTTPS_PROXY: SECRET });
  expect(fix).toMatch(/^Look at the proxy of HTTPS_PROXY, which is used for all hosts but those of NO_PROXY/);
  expect(fix).not.toContain("proxy.test");
  expect(unreachedFix("", {})).toBe("Look at the network and DNS of this machine.");
});

test.each(["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"])(
  "%s: the certificate of a private CA can be named",
  (code) => {
    const failure = awsFailure(Object.assign(new Error("no"), { code }), "ec2:DescribeVpcs");
    expect([failure.kind, failure.fix]).toEqual(["unreachable", expect.stringContaining("AWS_CA_BUNDLE")]);
  },
);

test("a call that got no answer says so", () => {
  const before = process.env["HTTPS_PROXY"];
  const lost = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  try {
    process.env["HTTPS_PROXY"] = SECRET;
    expect(awsFailure(lost, "ec2:DescribeVpcs").fix).toContain("Look at the proxy of HTTPS_PROXY");
  } finally {
    if (before === undefined) delete process.env["HTTPS_PROXY"];
    else process.env["HTTPS_PROXY"] = before;
  }
});
