import { domainOf, iamId, uuid } from "../../../../scripts/rehearsal/aws/api-ids";
import { fakeCloud } from "./fake-cloud";

test("makes UUIDs that are the same for one purpose and differ for another", () => {
  const cloud = fakeCloud();
  expect(uuid(cloud, "key")).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(uuid(cloud, "key")).toBe(uuid(cloud, "key"));
  expect(uuid(cloud, "key")).not.toBe(uuid(cloud, "group"));
});

test("makes unique ids as IAM has them", () => {
  expect(iamId(fakeCloud(), "AROA")).toMatch(/^AROA[A-P]{17}$/);
  expect(iamId(fakeCloud(), "AIPA")).toMatch(/^AIPA[A-P]{17}$/);
});

test("knows the domain of a partition", () => {
  expect(["aws", "aws-us-gov", "aws-cn"].map(domainOf)).toEqual(["amazonaws.com", "amazonaws.com", "amazonaws.com.cn"]);
});

test("makes other ids for another purpose", () => {
  expect(iamId(fakeCloud(), "AROA").slice(4)).not.toBe(iamId(fakeCloud(), "ANPA").slice(4));
  expect(uuid(fakeCloud())).toBe(uuid(fakeCloud(), "uuid"));
});
