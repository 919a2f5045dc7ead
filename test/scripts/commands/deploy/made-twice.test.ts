import { madeTwice, typeMadeOnce } from "../../../../scripts/commands/deploy/made-twice";
import type { PlanJson } from "../../../../scripts/lib/terraform/plan-json";
import { planJson } from "../../../helpers/deploying";

const FILES = "arn:aws:fsx:us-east-1:111122223333:file-system/fs-0123456789abcdef0";
const LUSTRE = "aws_fsx_lustre_file_system.lustre";

const names = (changes: Parameters<typeof planJson>[0], unknown: readonly string[]) =>
  madeTwice("dev-storage", planJson(changes) as PlanJson, unknown).map(({ name }) => name);

test("a second one of what no state knows is told, with what is there", () => {
  const plan = planJson({ [LUSTRE]: { actions: ["create"] } }) as PlanJson;
  expect(madeTwice("dev-storage", plan, [FILES])).toEqual([
    expect.objectContaining({
      name: `dev-storage.${LUSTRE}`,
      title: expect.stringMatching(/^A second /),
      details: [FILES],
    }),
  ]);
});

test("what is of another type, imported, replaced or left as it is makes no second one", () => {
  expect(names({ "aws_vpc.vpc": { actions: ["create"] } }, [FILES])).toEqual([]);
  expect(names({ [LUSTRE]: { actions: ["create"], importing: { id: "fs-1" } } as never }, [FILES])).toEqual([]);
  expect(names({ [LUSTRE]: { actions: ["delete", "create"] } }, [FILES])).toEqual([]);
  expect(names({ [LUSTRE]: { actions: ["no-op"] } }, [FILES])).toEqual([]);
  expect(names({ [LUSTRE]: { actions: ["create"] } }, [])).toEqual([]);
});

test("networks, clusters, file systems and buckets are made once, keys are not", () => {
  const types = ["ec2:us-east-1:1:vpc/vpc-1", "eks:us-east-1:1:cluster/dev", "s3:::b", "kms:us-east-1:1:key/1"];
  expect(types.map((arn) => typeMadeOnce(`arn:aws:${arn}`))).toEqual([
    "aws_vpc",
    "aws_eks_cluster",
    "aws_s3_bucket",
    null,
  ]);
});
