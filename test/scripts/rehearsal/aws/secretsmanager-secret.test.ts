import { SECRETSMANAGER_SECRET_KINDS } from "../../../../scripts/rehearsal/aws/secretsmanager-secret";
import { fakeCloud } from "./fake-cloud";

const kind = SECRETSMANAGER_SECRET_KINDS["aws_secretsmanager_secret"]!;

test("a secret is made anew for another name, and has its name alone", () => {
  expect(kind.forcesNew).toEqual(["name", "name_prefix"]);
  expect(kind.defaults).toEqual({ force_overwrite_replica_secret: false, recovery_window_in_days: 30 });
  expect(kind.json).toEqual(["policy"]);
  expect(kind.unique).toMatchObject([{ by: ["name"], code: "ResourceExistsException" }]);
});

test("the ARN of a secret has six characters more than its name", () => {
  const made = kind.create({ name: "grafana/admin" }, fakeCloud());
  expect(made).toMatchObject({ name: "grafana/admin", name_prefix: "", policy: "" });
  expect(made["arn"]).toMatch(/^arn:aws:secretsmanager:us-west-2:123456789012:secret:grafana\/admin-[0-9a-f]{6}$/);
  expect(made["id"]).toBe(made["arn"]);
});

test("a secret gets a name when it has the beginning of one", () => {
  expect(kind.create({ name_prefix: "grafana-" }, fakeCloud())).toMatchObject({
    name: expect.stringMatching(/^grafana-[0-9a-f]{26}$/),
    name_prefix: "grafana-",
  });
});
