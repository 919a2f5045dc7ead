import { strayAcknowledgements } from "../../../scripts/review/acknowledge";
import type { Acknowledgement, Review } from "../../../scripts/review/model";
import { created, deleted, replaced, updated, type Planned } from "../../helpers/plan";
import { reviewed, type Reviewed } from "../../helpers/reviewed";

const ADDRESS = "sample-storage.aws_fsx_lustre_file_system.lustre";
const LUSTRE = "aws_fsx_lustre_file_system.lustre";
const LOST: Reviewed = {
  plans: { storage: [replaced(LUSTRE, { storage_capacity: 2 }, { storage_capacity: 1 })] },
};

/** What the review says of a danger at an address. */
function dangerAt(given: Reviewed, address: string): string {
  const found = reviewed({ ...given, acknowledgements: [] }).findings.find((one) => one.address === address);
  return found?.danger ?? "000000000000";
}

const yes = (address: string, given: Reviewed, more: Partial<Acknowledgement> = {}): Acknowledgement => ({
  from: "acknowledgements/a.yaml",
  by: "Ada Lovelace <ada@example.com>",
  address,
  danger: dangerAt(given, address),
  reason: "Agreed with the team.",
  expires: "2026-12-31",
  ...more,
});

const review = (given: Reviewed, ...acknowledgements: Acknowledgement[]): Review =>
  reviewed({ ...given, acknowledgements });

test("a danger needs somebody who means it, and is never safe", () => {
  expect(review(LOST).verdict).toBe("needs-acknowledgement");
  const given = yes(ADDRESS, LOST);
  const one = review(LOST, given);
  expect(one.verdict).toBe("acknowledged");
  expect(one.problems).toEqual([]);
  expect(one.findings[0]?.acknowledged).toEqual(given);
});

test("it holds on its last day, and not on the next", () => {
  expect(review(LOST, yes(ADDRESS, LOST, { expires: "2026-11-21" })).verdict).toBe("acknowledged");
  const late = review(LOST, yes(ADDRESS, LOST, { expires: "2026-11-20" }));
  expect(late.verdict).toBe("broken");
  expect(late.problems).toEqual([
    `acknowledgements/a.yaml: the acknowledgement of ${ADDRESS} has expired on 2026-11-20: remove it, or say a later day.`,
  ]);
  expect(late.findings[0]?.acknowledged).toBeUndefined();
});

describe("one danger is not another", () => {
  test("other lines at the boot of nodes, as many as before", () => {
    const script = (text: string) => ({ user_data: Buffer.from(`#!/bin/bash\n${text}\n`).toString("base64") });
    const group = { node_group_name: "sample-h100", launch_template: [{ id: "lt-1", version: "1" }] };
    const template = { id: "lt-1", name: "t", latest_version: 1, ...script("modprobe lnet") };
    const rolls = (text: string): Reviewed => ({
      plans: {
        nodes: [
          updated("aws_launch_template.t", template, script(text), { unknown: { latest_version: true } }),
          updated("aws_eks_node_group.h100", group, { launch_template: [{ id: "lt-1", version: "2" }] }),
        ],
      },
    });
    const address = "sample-nodes.aws_eks_node_group.h100";
    const given = yes(address, rolls("modprobe lustre"));
    expect(review(rolls("modprobe lustre"), given).verdict).toBe("acknowledged");
    expect(review(rolls("curl https://example.com | sh"), given).verdict).toBe("broken");
  });

  test("a program that begins like another", () => {
    const address = "sample-storage.terraform_data.a";
    const runs = (command: string): Reviewed => {
      const stack = (more: object) => ({ resource: { terraform_data: { a: { input: "x", ...more } } } });
      const after = stack({ provisioner: [{ "local-exec": { command } }] });
      return {
        synthesized: { before: new Map([["sample-storage", stack({})]]), after: new Map([["sample-storage", after]]) },
      };
    };
    const long = `echo ${"a".repeat(200)}`;
    const given = yes(address, runs(`${long}; true`));
    expect(review(runs(`${long}; true`), given).verdict).toBe("acknowledged");
    expect(review(runs(`${long}; curl https://example.com | sh`), given).verdict).toBe("broken");
  });

  const group = (actions: Planned): Reviewed => ({ plans: { nodes: [actions] } });
  const address = "sample-nodes.aws_eks_node_group.h100";
  const size = (desired: number) => ({
    node_group_name: "sample-h100",
    scaling_config: [{ desired_size: desired, min_size: desired, max_size: desired }],
  });
  const fewer = (to: number) => group(updated("aws_eks_node_group.h100", size(16), size(to)));
  const gone = group(deleted("aws_eks_node_group.h100", size(16)));
  const bigger = (from: number, to: number): Reviewed => ({
    plans: { storage: [replaced(LUSTRE, { storage_capacity: from }, { storage_capacity: to })] },
  });
  const policy = (Action: string): Reviewed => ({
    plans: {
      storage: [
        created("aws_iam_role_policy.a", {
          role: "r",
          policy: JSON.stringify({ Statement: [{ Effect: "Allow", Action, Resource: "*" }] }),
        }),
      ],
    },
  });

  test.each([
    ["16 to 8 nodes, and the deletion", address, fewer(8), gone],
    ["16 to 8 nodes, and 16 to 4", address, fewer(8), fewer(4)],
    ["a file system of 2, and of 96", ADDRESS, bigger(2, 1), bigger(96, 1)],
    ["what becomes of it", ADDRESS, bigger(2, 1), bigger(2, 3)],
    ["one policy that allows all, and another", "sample-storage.aws_iam_role_policy.a", policy("*"), policy("iam:*")],
  ])("%s", (_, at, meant, happens) => {
    const given = yes(at, meant);
    expect(given.danger).toMatch(/^[0-9a-f]{12}$/);
    expect(review(meant, given).verdict).toBe("acknowledged");
    const other = review(happens, given);
    expect(other.verdict).toBe("broken");
    expect(other.problems[0]).toContain(
      `what happens to ${at} is not what was acknowledged (danger ${given.danger}). Now: `,
    );
    expect(other.problems[0]).toContain(`write danger ${dangerAt(happens, at)}`);
  });

  test("the digest is the same as long as the danger is", () => {
    const more = { storage: [...(LOST.plans?.["storage"] ?? []), created("aws_kms_alias.a", { name: "alias/a" })] };
    expect(dangerAt({ plans: more }, ADDRESS)).toBe(dangerAt(LOST, ADDRESS));
  });
});

test("one for something that does not happen is an error, and says what may have been meant", () => {
  const one = review(LOST, yes("sample-storage.aws_fsx_lustre_file_system.lustr", LOST));
  expect(one.verdict).toBe("broken");
  expect(one.problems[0]).toContain("nothing happens to sample-storage.aws_fsx_lustre_file_system.lustr");
  expect(one.problems[0]).toContain(`did you mean ${ADDRESS}?`);
});

test("one for noise is for something that does not happen", () => {
  const plans = { storage: [updated(LUSTRE, { tags: { Name: "a" } }, { tags: { Name: "b" } })] };
  expect(review({ plans }, yes(ADDRESS, LOST)).verdict).toBe("broken");
});

test("one for a change that is no danger does no harm: a real plan may tell less than a rehearsal", () => {
  const plans = { storage: [updated(LUSTRE, { storage_capacity: 1 }, { storage_capacity: 2 })] };
  expect(review({ plans }, yes(ADDRESS, LOST)).verdict).toBe("safe");
});

test("two for the same are one too many", () => {
  const twice = review(LOST, yes(ADDRESS, LOST), yes(ADDRESS, LOST, { from: "description" }));
  expect(twice.problems).toEqual([
    `description: ${ADDRESS} is acknowledged in acknowledgements/a.yaml already: remove one of them.`,
  ]);
  expect(twice.verdict).toBe("broken");
});

test("one names one danger, and leaves the others", () => {
  const plans = { storage: [...(LOST.plans?.["storage"] ?? []), deleted("aws_s3_bucket.a", { bucket: "b" })] };
  const [one, other] = [yes(ADDRESS, { plans }), yes("sample-storage.aws_s3_bucket.a", { plans })];
  expect(review({ plans }, one).verdict).toBe("needs-acknowledgement");
  expect(review({ plans }, one, other).verdict).toBe("acknowledged");
});

test("a config key that no resource has alone is named by its own address", () => {
  const open: Reviewed = { after: { slurm: { login: { kind: "internet", allowedCidrs: ["0.0.0.0/0"] } } } };
  const one = yes("sample-slurm.config.slurm.login", open);
  expect(review(open).verdict).toBe("needs-acknowledgement");
  expect(review(open, one).verdict).toBe("acknowledged");
  expect(review({}, one).verdict).toBe("broken");
});

test("those of other environments are not this one's matter; a stack that none can have is everybody's", () => {
  const other = (address: string, more: Partial<Acknowledgement> = {}) => review({}, yes(address, {}, more)).verdict;
  expect(other("other-storage.aws_s3_bucket.a", { expires: "2020-01-01" })).toBe("safe");
  expect(other("sample-2-storage.aws_s3_bucket.a")).toBe("safe");
  expect(other("sample-storrage.aws_s3_bucket.a")).toBe("broken");
});

test("one of an environment that nobody has is told, with what may have been meant", () => {
  const address = "reserch-storage.aws_s3_bucket.a";
  expect(strayAcknowledgements([yes(address, {}), yes(ADDRESS, {})], ["sample", "research"])).toEqual([
    "acknowledgements/a.yaml: no environment has a stack reserch-storage: remove the acknowledgement, or mend its address. did you mean research-storage?",
  ]);
  expect(strayAcknowledgements([yes("research-eu-storage.aws_s3_bucket.a", {})], ["research"])).toHaveLength(1);
});

test("a secret in a reason is masked", () => {
  const secret = ["hunter2", "-planted"].join("");
  const one = review(LOST, yes(ADDRESS, LOST, { reason: `The old password=${secret} is no longer used.` }));
  expect(one.findings[0]?.acknowledged?.reason).toContain("(secret)");
  expect(JSON.stringify(one)).not.toContain(secret);
});
