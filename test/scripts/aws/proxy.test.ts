import { awsFailure } from "../../../scripts/aws/failure";
import { proxyVariable, unreachedFix } from "../../../scripts/aws/proxy";

const SECRET = "http://ann:hunter2@proxy.test:3128";

test.each([
  [{}, null],
  [{ HTTPS_PROXY: "" }, null],
  [{ HTTP_PROXY: SECRET }, null],
  [{ HTTPS_PROXY: SECRET }, "HTTPS_PROXY"],
  [{ https_proxy: SECRET }, "https_proxy"],
])("%j: the proxy is that of %s", (env, name) => expect(proxyVariable(env)).toBe(name));

test("where a proxy is set, it is said that none is used, and never with what password", () => {
  const fix = unreachedFix({ HTTPS_PROXY: SECRET });
  expect(fix).toMatch(/^HTTPS_PROXY is set, but this command goes through no proxy/);
  expect(fix).toContain("--record");
  expect(fix).not.toContain("proxy.test");
  expect(unreachedFix({})).toBe("Look at the network and DNS of this machine.");
});

test("a call that got no answer says so", () => {
  const before = process.env["HTTPS_PROXY"];
  const lost = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  try {
    process.env["HTTPS_PROXY"] = SECRET;
    expect(awsFailure(lost, "ec2:DescribeVpcs").fix).toContain("HTTPS_PROXY is set");
  } finally {
    if (before === undefined) delete process.env["HTTPS_PROXY"];
    else process.env["HTTPS_PROXY"] = before;
  }
});
