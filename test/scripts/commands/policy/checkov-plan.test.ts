import { checkovPlan } from "../../../../scripts/commands/policy/checkov-plan";

const resourcesOf = (plan: ReturnType<typeof checkovPlan>) => plan.planned_values.root_module.resources;
const configOf = (plan: ReturnType<typeof checkovPlan>) => plan.configuration.root_module.resources;

test("a resource keeps its arguments and loses what is Terraform's own", () => {
  const plan = checkovPlan({
    resource: {
      aws_kms_key: {
        main: {
          "//": { metadata: {} },
          depends_on: ["aws_vpc.v"],
          lifecycle: { prevent_destroy: true },
          provider: "aws.other",
          enable_key_rotation: true,
          description: null,
          tags: { Name: "main" },
        },
      },
    },
  });
  expect(resourcesOf(plan)).toEqual([
    {
      address: "aws_kms_key.main",
      mode: "managed",
      type: "aws_kms_key",
      name: "main",
      values: { enable_key_rotation: true, tags: { Name: "main" } },
    },
  ]);
});

test("an argument that is a reference becomes an edge, with what it leads to", () => {
  const plan = checkovPlan({
    resource: { aws_s3_bucket_policy: { p: { bucket: "${aws_s3_bucket.check-points.bucket}", policy: "{}" } } },
  });
  expect(configOf(plan)[0]?.expressions).toEqual({
    bucket: { references: ["aws_s3_bucket.check-points.bucket", "aws_s3_bucket.check-points"] },
  });
  expect(resourcesOf(plan)[0]?.values).toEqual({ policy: "{}" });
});

test.each([
  ["a local", "${local.key_arn}"],
  ["a data source", "${data.aws_region.here.name}"],
  ["text with a reference in it", "arn:${aws_s3_bucket.b.arn}/*"],
  ["an expression", '${join(",", [aws_vpc.v.id])}'],
])("%s stays as it is written, since Checkov would take it for absent", (_, text) => {
  const plan = checkovPlan({ resource: { aws_fsx_lustre_file_system: { l: { kms_key_id: text } } } });
  expect(resourcesOf(plan)[0]?.values).toEqual({ kms_key_id: text });
  expect(configOf(plan)[0]?.expressions).toEqual({});
});

test("a reference into a list is an edge too", () => {
  const plan = checkovPlan({ resource: { aws_eks_addon: { a: { role: "${aws_eks_cluster.c.identity[0].issuer}" } } } });
  expect(configOf(plan)[0]?.expressions["role"]?.references[1]).toBe("aws_eks_cluster.c");
});

test("what a provider is configured with can be checked", () => {
  const plan = checkovPlan({ provider: { aws: [{ region: "us-east-1" }], helm: [] } });
  expect(plan.configuration.provider_config).toEqual({
    aws: { name: "aws", expressions: { region: { constant_value: "us-east-1" } } },
  });
});

test("a stack without resources is an empty plan", () => {
  expect(resourcesOf(checkovPlan({}))).toEqual([]);
});
