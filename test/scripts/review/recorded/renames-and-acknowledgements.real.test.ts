import type { ReviewInput } from "../../../../scripts/review/model";
import { review } from "../../../../scripts/review/review";
import { all, renamed } from "../../../helpers/code-changes";
import { NOW } from "../../../helpers/environment";
import { PRODUCTION } from "../../../helpers/recorded-bases";
import { expectReview, recordedChanges, rehearsed, type Rehearsed } from "../../../helpers/recorded-changes";
import { running } from "../../../helpers/running-environment";
import { testWithTerraform } from "../../../helpers/terraform";

const GROUP = "nodes.aws_eks_node_group.group-h100_node-group";
const LUSTRE = "storage.aws_fsx_lustre_file_system.lustre";

describe("a construct with another name", () => {
  recordedChanges(PRODUCTION, [
    {
      name: "a node group, and the code says that it is the same",
      code: all(renamed(GROUP, "h100"), ({ nodes }) => {
        nodes.moved = [{ from: "aws_eks_node_group.group-h100_node-group_A66076D2", to: "aws_eks_node_group.h100" }];
      }),
      verdict: "safe",
      findings: [["rest", "info", /another address: nothing happens/, /→ aws_eks_node_group\.h100/]],
    },
    {
      name: "a node group",
      code: renamed(GROUP, "h100"),
      planOnly: true,
      verdict: "needs-acknowledgement",
      dangers: [GROUP],
      findings: [["stops", "danger", /16 nodes with 128 H100-80GB GPUs go at once/, /moveFromId/]],
    },
    {
      name: "a file system, which is lost",
      code: renamed(LUSTRE, "scratch"),
      verdict: "needs-acknowledgement",
      dangers: ["platform.helm_release.lustre_slurm_objects_release", LUSTRE, LUSTRE],
      findings: [["lost", "danger", /is destroyed/, /made as aws_fsx_lustre_file_system\.scratch/]],
    },
    {
      name: "a rule of a security group, which leaves a gap",
      code: renamed("network.aws_vpc_security_group_ingress_rule.efa_from-members", "efa_from-nodes"),
      planOnly: true,
      verdict: "safe",
      findings: [
        ["stops", "warning", /for a moment it does not/, /EFA/],
        [
          "stops",
          "warning",
          /deleted and made again just as before/,
          /→ aws_vpc_security_group_ingress_rule\.efa_from-nodes/,
        ],
      ],
    },
  ]);
});

describe("an acknowledgement", () => {
  let rehearsal: Promise<Rehearsed> | undefined;
  const fewer = () => (rehearsal ??= rehearsed(PRODUCTION, { config: { nodeGroups: { h100: { nodes: 12 } } } }));
  const address = "lab-nodes.aws_eks_node_group.group-h100_node-group_A66076D2";
  const given = (danger = "") => ({
    from: "acknowledgements/fewer.yaml",
    by: "Ada Lovelace <ada@example.com>",
    address,
    danger,
    reason: "Four nodes go back on Monday.",
    expires: "2026-12-01",
  });
  const dangerOf = (input: ReviewInput) => review(input).findings.find((one) => one.address === address)?.danger;

  testWithTerraform("lets a danger pass that it names", async () => {
    const { input } = await fewer();
    const one = given(dangerOf(input));
    expectReview(() => review({ ...input, acknowledgements: [one] }), {
      verdict: "acknowledged",
      dangers: [GROUP],
      findings: [["stops", "danger", /shrinks/]],
    });
    expect(review({ ...input, acknowledgements: [one] }).findings).toContainEqual(
      expect.objectContaining({ address, acknowledged: one }),
    );
  });

  testWithTerraform("that has expired, or is for what does not happen, breaks the review", async () => {
    const { input } = await fewer();
    const one = given(dangerOf(input));
    const expired = { ...one, expires: "2026-11-20" };
    const other = { ...one, address: "lab-storage.aws_fsx_lustre_file_system.lustre" };
    const judged = { verdict: "broken", dangers: [GROUP] } as const;
    expectReview(() => review({ ...input, acknowledgements: [expired] }), {
      ...judged,
      problems: [/has expired on 2026-11-20/],
    });
    expectReview(() => review({ ...input, acknowledgements: [one, other] }), {
      ...judged,
      problems: [/nothing happens to lab-storage\.aws_fsx_lustre_file_system\.lustre/],
    });
  });
});

describe("an environment", () => {
  const whole = async () => {
    const { config: _, env, plans } = await running(PRODUCTION);
    return {
      env,
      plans,
      base: { environment: env.name, config: [], asked: "rehearsal", acknowledgements: [], now: NOW } as const,
    };
  };

  testWithTerraform("that is new needs no acknowledgement", async () => {
    const { env, plans, base } = await whole();
    expect(plans.length).toBeGreaterThanOrEqual(8);
    expectReview(() => review({ ...base, before: null, after: env, stacks: plans }), { verdict: "safe" });
  });

  testWithTerraform("that is gone from config is destroyed by nobody, and is told", async () => {
    const { env, base } = await whole();
    expectReview(() => review({ ...base, before: env, after: null, stacks: [] }), {
      verdict: "needs-acknowledgement",
      dangers: ["bootstrap.config.environment"],
      findings: [["config", "danger", /nothing is destroyed/, /goes on to cost/]],
    });
  });
});
