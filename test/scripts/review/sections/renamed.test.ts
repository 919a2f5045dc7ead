import { created, deleted, replaced, type Planned } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const storage = (...resources: readonly Planned[]) => findingsOf("stops", { plans: { storage: resources } });
const versioning = (bucket: string) => ({ bucket, versioning_configuration: [{ status: "Enabled" }] });
const move = (bucket: string): Planned[] => [
  deleted(`aws_s3_bucket_versioning.old-${bucket}`, versioning(bucket)),
  created(`aws_s3_bucket_versioning.new-${bucket}`, versioning(bucket)),
];

test("what is made again under another address is a warning, once for each stack", () => {
  const findings = findingsOf("stops", { plans: { storage: [...move("a"), ...move("b")], bootstrap: move("c") } });
  expect(findings.map(({ severity, title }) => [severity, title])).toEqual([
    ["warning", "2 resources of sample-storage are deleted and made again just as before, at the same time."],
    ["warning", "1 resource of sample-bootstrap is deleted and made again just as before, at the same time."],
  ]);
  expect(findings[0]?.details).toEqual([
    expect.stringContaining("AWS may refuse"),
    expect.stringContaining("moveFromId"),
    "aws_s3_bucket_versioning.old-a → aws_s3_bucket_versioning.new-a",
    "aws_s3_bucket_versioning.old-b → aws_s3_bucket_versioning.new-b",
  ]);
});

test("a long list of addresses is cut", () => {
  const [finding] = storage(...Array.from({ length: 12 }, (_, index) => move(`b${index}`)).flat());
  expect(finding?.details).toHaveLength(13);
  expect(finding?.details.at(-1)).toBe("… and 2 more");
});

test("what goes and comes for other things, and what is replaced, only looks like it", () => {
  const [old] = move("a");
  const [, other] = move("b");
  expect(storage(old as Planned, other as Planned)).toEqual([]);
  expect(storage(replaced("aws_s3_bucket_versioning.a", versioning("a"), { bucket: "b" }))).toEqual([]);
  expect(storage(...move("a").reverse())).toHaveLength(1);
});

test("what holds data is told for itself", () => {
  const group = { name: "/aws/eks/sample" };
  const lines = storage(deleted("aws_cloudwatch_log_group.a", group), created("aws_cloudwatch_log_group.b", group));
  expect(lines).toEqual([]);
});
