import { catalogType } from "../../catalog/catalog";
import { kindOf, type PlanJson } from "../../lib/terraform/plan-json";
import type { PlannedDanger } from "../../review/planned-dangers";

/** What a second one of would be made in silence and paid for, or would fail in the middle of an apply: its ARN, and its type. */
const MADE_ONCE: readonly (readonly [arn: RegExp, type: string])[] = [
  [/^arn:[^:]+:fsx:[^:]*:\d+:file-system\//, "aws_fsx_lustre_file_system"],
  [/^arn:[^:]+:elasticfilesystem:[^:]*:\d+:file-system\//, "aws_efs_file_system"],
  [/^arn:[^:]+:ec2:[^:]*:\d+:vpc\//, "aws_vpc"],
  [/^arn:[^:]+:eks:[^:]*:\d+:cluster\//, "aws_eks_cluster"],
  [/^arn:[^:]+:s3:::/, "aws_s3_bucket"],
];

/** Terraform type of what an environment has once; null: of no such thing. */
export const typeMadeOnce = (arn: string): string | null => MADE_ONCE.find(([of]) => of.test(arn))?.[1] ?? null;

/**
 * What a plan makes though the account has one of its type with the environment's tag that no state knows: an apply that was
 * killed had begun it, or a state has lost it.
 * @param unknown ARNs of those
 */
export function madeTwice(stack: string, plan: PlanJson, unknown: readonly string[]): PlannedDanger[] {
  const { resource_changes: changes = [] } = plan;
  return changes.flatMap(({ address, type, mode, change }) => {
    const there = unknown.filter((arn) => typeMadeOnce(arn) === type);
    const isMade = mode === "managed" && kindOf(change) === "create" && change.importing === undefined;
    if (!isMade || there.length === 0) return [];
    return [
      {
        name: `${stack}.${address}`,
        title: `A second ${catalogType(type)?.noun ?? type} is made: the account has what no state knows, with the tag of the environment.`,
        details: there,
        safer: [
          {
            text: "Where an apply that was killed had begun it, make it part of the stack.",
            command: "npx railyard adopt",
          },
          {
            text: "Where nobody wants it, delete it; AWS may list it for some minutes after.",
            command: "npx railyard orphans",
          },
        ],
      },
    ];
  });
}
