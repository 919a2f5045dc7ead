import { managedKeyArn } from "../../../../scripts/rehearsal/aws/aws-managed-key";
import { fakeCloud } from "./fake-cloud";

test("a service has one key in an account and Region", () => {
  const key = managedKeyArn("aws/fsx", fakeCloud());
  expect(key).toMatch(
    /^arn:aws:kms:us-west-2:123456789012:key\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  );
  expect(managedKeyArn("aws/fsx", fakeCloud({ objects: [] }))).toBe(key);
  const id = (arn: string) => arn.slice(-36);
  const others = [
    managedKeyArn("aws/ecr", fakeCloud()),
    managedKeyArn("aws/fsx", fakeCloud({ account: "210987654321" })),
    managedKeyArn("aws/fsx", fakeCloud({ region: "us-east-1" })),
  ];
  expect(new Set([key, ...others].map(id)).size).toBe(4);
});
