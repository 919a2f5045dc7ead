import { bucketName, existingBucketName } from "../../../config/checkpoints/bucket-name-schema";
import { adoptSchema } from "../../../config/sites/aws-eks/adopt/schema";
import { bucketSchema } from "../../../config/state/schema";

const adopted = adoptSchema.shape.checkpointBucket;
const takes: readonly (readonly [string, (name: string) => boolean])[] = [
  ["a bucket that is made", (name) => bucketName.safeParse(name).success],
  ["a bucket that is there", (name) => existingBucketName.safeParse(name).success],
  ["the bucket of the state", (name) => bucketSchema.safeParse(name).success],
  ["a bucket that is adopted", (name) => adopted.safeParse({ name }).success],
];

test.each(takes)("%s has no name that looks like an IP address: S3 has none of it", (_, isTaken) => {
  expect(["10.1.2.3", "192.168.5.4", "999.1.1.1"].filter(isTaken)).toEqual([]);
  expect(isTaken("copies-10-1-2-3")).toBe(true);
});

test("numbers with dots that are no address are names", () => {
  expect(["10.1.2", "10.1.2.3.4", "v10.1.2.3"].every((name) => existingBucketName.safeParse(name).success)).toBe(true);
});
