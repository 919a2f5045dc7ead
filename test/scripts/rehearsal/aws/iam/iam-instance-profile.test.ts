import { IAM_INSTANCE_PROFILE_KINDS } from "../../../../../scripts/rehearsal/aws/iam/iam-instance-profile";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalsOf } from "../refusal-text";

const profile = IAM_INSTANCE_PROFILE_KINDS["aws_iam_instance_profile"]!;
const oidc = IAM_INSTANCE_PROFILE_KINDS["aws_iam_openid_connect_provider"]!;

describe("an instance profile", () => {
  test("is replaced for another name or path, and takes another role in place", () => {
    expect(profile.forcesNew).toEqual(["name", "name_prefix", "path"]);
    expect(profile.defaults).toEqual({ path: "/" });
    expect(profile.references).toEqual([{ path: "role", to: ["aws_iam_role"], by: "name", missing: "NoSuchEntity" }]);
    expect(profile.unique).toEqual([expect.objectContaining({ by: ["name"], code: "EntityAlreadyExists" })]);
  });

  test("has an ARN and a unique id", () => {
    const made = profile.create({ name: "nodes", path: "/" }, fakeCloud());
    expect(made).toMatchObject({ id: "nodes", arn: "arn:aws:iam::123456789012:instance-profile/nodes" });
    expect(made["unique_id"]).toMatch(/^AIPA/);
  });

  test("is refused with a long name, a wrong path, and a name in another case", () => {
    const cloud = fakeCloud({ objects: [cloudObject("aws_iam_instance_profile", "Other", { name: "Other" })] });
    const refused = refusalsOf(profile, cloud);
    expect(refused({ name: "a".repeat(128), path: "/" })).toBe("");
    expect(refused({ name: "a".repeat(129), path: "/" })).toMatch(/^ValidationError: name/);
    expect(refused({ name: "a", path: "a" })).toMatch(/^ValidationError: path/);
    expect(refused({ name: "other", path: "/" })).toMatch(/^EntityAlreadyExists/);
  });
});

describe("an OpenID Connect provider", () => {
  const object = { url: "https://oidc.eks.us-west-2.amazonaws.com/id/A", client_id_list: ["sts.amazonaws.com"] };
  const refused = refusalsOf(oidc, fakeCloud());

  test("is replaced for another address, and is the only one of it", () => {
    expect(oidc.forcesNew).toEqual(["url"]);
    expect(oidc.unique).toEqual([expect.objectContaining({ by: ["url"], code: "EntityAlreadyExists" })]);
  });

  test("is known by its ARN, without the scheme", () => {
    const made = oidc.create(object, fakeCloud());
    expect(made["id"]).toBe("arn:aws:iam::123456789012:oidc-provider/oidc.eks.us-west-2.amazonaws.com/id/A");
    expect(made["arn"]).toBe(made["id"]);
    expect(made["thumbprint_list"]).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/)]);
  });

  test.each<[string, object, RegExp]>([
    ["plain HTTP", { url: "http://example.com" }, /url is/],
    ["a port", { url: "https://example.com:8443" }, /url is/],
    ["a query", { url: "https://example.com/a?b" }, /url is/],
    ["an empty client", { client_id_list: [""] }, /client_id_list/],
    ["101 clients", { client_id_list: Array.from({ length: 101 }, (_, index) => `c${index}`) }, /client_id_list/],
    ["a short thumbprint", { thumbprint_list: ["a"] }, /thumbprint_list/],
    ["six thumbprints", { thumbprint_list: Array.from({ length: 6 }, () => "a".repeat(40)) }, /thumbprint_list/],
  ])("is refused with %s", (_, change, message) => {
    expect(refused(object)).toBe("");
    expect(refused({ ...object, ...change })).toMatch(/^ValidationError: /);
    expect(refused({ ...object, ...change })).toMatch(message);
  });
});
