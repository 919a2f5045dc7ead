import { ec2Id, fixedHex, nameAndPrefix } from "../../../../../scripts/rehearsal/aws/ec2/ec2-ids";
import { fakeCloud } from "../fake-cloud";

test("ids have a prefix and 17 digits, and differ by purpose", () => {
  const api = fakeCloud();
  expect(ec2Id("vpc", api)).toMatch(/^vpc-[0-9a-f]{17}$/);
  expect(ec2Id("sg", api, "one").slice(3)).not.toBe(ec2Id("sg", api, "other").slice(3));
});

test("fixed digits follow from all of their parts, and from where one ends", () => {
  expect(fixedHex(8, "a", "b")).toMatch(/^[0-9a-f]{8}$/);
  expect(fixedHex(8, "a", "b")).toBe(fixedHex(8, "a", "b"));
  expect(fixedHex(8, "a", "b")).not.toBe(fixedHex(8, "a", "c"));
  expect(fixedHex(8, "a", "b")).not.toBe(fixedHex(8, "ab"));
});

describe("names", () => {
  const api = fakeCloud();

  test("a name that is given has no prefix", () => {
    expect(nameAndPrefix({ name: "gpu", prefix: null }, api)).toEqual({ name: "gpu", name_prefix: "" });
  });

  test("the beginning of a name gets 26 characters", () => {
    const made = nameAndPrefix({ name: null, prefix: "gpu-" }, api);
    expect(made.name).toMatch(/^gpu-[0-9a-f]{26}$/);
    expect(made.name_prefix).toBe("gpu-");
  });

  test("without anything the provider begins with its own", () => {
    const made = nameAndPrefix({ name: null, prefix: null }, api);
    expect(made.name).toMatch(/^terraform-[0-9a-f]{26}$/);
    expect(made.name_prefix).toBe("terraform-");
  });
});
