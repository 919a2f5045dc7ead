import type { StackPlan } from "../../scripts/review/model";
import { PLAN, unchanged, type Planned } from "./plan";
import { reviewed } from "./reviewed";

export type Json = Readonly<Record<string, unknown>>;

export const LUSTRE = "aws_fsx_lustre_file_system.lustre";

export const ARN = "arn:aws:fsx:us-east-1:111122223333:file-system/fs-1";

export const LUSTRE_VALUES = { id: "fs-1", arn: ARN, storage_capacity: 96_000 };

export const SSH_RULE = { security_group_id: "sg-1", from_port: 22, to_port: 22, ip_protocol: "tcp" };

/** A plan of the storage stack with some resources. */
export const plan = (resources: readonly unknown[], more: Json = {}): Json => ({
  ...PLAN,
  resource_changes: resources,
  ...more,
});

export const drifted = (...resources: readonly Planned[]) =>
  plan([unchanged(LUSTRE, LUSTRE_VALUES)], { resource_drift: resources });

export const output = (change: Json) =>
  plan([unchanged(LUSTRE, LUSTRE_VALUES)], { output_changes: { bucket: change } });

export const check = (status: unknown) =>
  plan([unchanged(LUSTRE, LUSTRE_VALUES)], {
    checks: [
      {
        address: { kind: "check", to_display: "check.health" },
        status,
        instances: [{ problems: [{ message: "It is down." }] }],
      },
    ],
  });

export const review = (given: unknown, stack = "sample-storage") => {
  const stacks: StackPlan[] = [{ stack, plan: given as StackPlan["plan"] }];
  const { verdict, problems, findings } = reviewed({ stacks } as never);
  return {
    verdict,
    text: [...problems, ...findings.map(({ title, details }) => [title, ...details].join(" "))].join("\n"),
  };
};

export const group = (desired: number, more: Json = {}) => ({
  node_group_name: "sample-h100",
  scaling_config: [{ desired_size: desired, min_size: 0, max_size: 16 }],
  ...more,
});
