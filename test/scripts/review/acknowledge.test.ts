import type { Acknowledgement } from "../../../scripts/review/model";
import { deleted, replaced, updated } from "../../helpers/plan";
import { reviewed, type Reviewed } from "../../helpers/reviewed";

const ADDRESS = "sample-storage.aws_fsx_lustre_file_system.lustre";
const yes = (address: string, more: Partial<Acknowledgement> = {}): Acknowledgement => ({
  from: "acknowledgements/a.yaml",
  address,
  reason: "Agreed with the team.",
  expires: "2026-12-31",
  ...more,
});
const LOST: Reviewed = {
  plans: { storage: [replaced("aws_fsx_lustre_file_system.lustre", { storage_capacity: 2 }, { storage_capacity: 1 })] },
};
const review = (...acknowledgements: Acknowledgement[]) => reviewed({ ...LOST, acknowledgements });

test("a danger needs somebody who means it", () => {
  expect(review().verdict).toBe("needs-acknowledgement");
  const one = review(yes(ADDRESS));
  expect(one.verdict).toBe("safe");
  expect(one.problems).toEqual([]);
  expect(one.findings[0]?.acknowledged).toEqual(yes(ADDRESS));
});

test("it holds on its last day, and not on the next", () => {
  expect(review(yes(ADDRESS, { expires: "2026-11-21" })).verdict).toBe("safe");
  const late = review(yes(ADDRESS, { expires: "2026-11-20" }));
  expect(late.verdict).toBe("broken");
  expect(late.problems).toEqual([
    `acknowledgements/a.yaml: the acknowledgement of ${ADDRESS} has expired on 2026-11-20: remove it, or say a later day.`,
  ]);
  expect(late.findings[0]?.acknowledged).toBeUndefined();
});

test("one for something that does not happen is an error, and says what may have been meant", () => {
  const one = review(yes("sample-storage.aws_fsx_lustre_file_system.lustr"));
  expect(one.verdict).toBe("broken");
  expect(one.problems[0]).toContain("nothing happens to sample-storage.aws_fsx_lustre_file_system.lustr");
  expect(one.problems[0]).toContain(`did you mean ${ADDRESS}?`);
});

test("one for noise is for something that does not happen", () => {
  const plans = {
    storage: [updated("aws_fsx_lustre_file_system.lustre", { tags: { Name: "a" } }, { tags: { Name: "b" } })],
  };
  expect(reviewed({ plans, acknowledgements: [yes(ADDRESS)] }).verdict).toBe("broken");
});

test("one for a change that is no danger does no harm: a real plan may tell less than a rehearsal", () => {
  const plans = {
    storage: [updated("aws_fsx_lustre_file_system.lustre", { storage_capacity: 1 }, { storage_capacity: 2 })],
  };
  expect(reviewed({ plans, acknowledgements: [yes(ADDRESS)] }).verdict).toBe("safe");
});

test("two for the same are one too many", () => {
  const twice = review(yes(ADDRESS), yes(ADDRESS, { from: "description" }));
  expect(twice.problems).toEqual([
    `description: ${ADDRESS} is acknowledged in acknowledgements/a.yaml already: remove one of them.`,
  ]);
  expect(twice.verdict).toBe("broken");
});

test("one names one danger, and leaves the others", () => {
  const plans = { storage: [...(LOST.plans?.["storage"] ?? []), deleted("aws_s3_bucket.a", { bucket: "b" })] };
  expect(reviewed({ plans, acknowledgements: [yes(ADDRESS)] }).verdict).toBe("needs-acknowledgement");
  expect(reviewed({ plans, acknowledgements: [yes(ADDRESS), yes("sample-storage.aws_s3_bucket.a")] }).verdict).toBe(
    "safe",
  );
});

test("a config key that no resource has alone is named by its own address", () => {
  const login = { slurm: { login: { kind: "internet", allowedCidrs: ["0.0.0.0/0"] } } };
  const one = yes("sample-slurm.config.slurm.login");
  expect(reviewed({ after: login }).verdict).toBe("needs-acknowledgement");
  expect(reviewed({ after: login, acknowledgements: [one] }).verdict).toBe("safe");
  expect(reviewed({ acknowledgements: [one] }).verdict).toBe("broken");
});

test("those of other environments are not this one's matter; a stack that none can have is everybody's", () => {
  expect(
    reviewed({ acknowledgements: [yes("other-storage.aws_s3_bucket.a", { expires: "2020-01-01" })] }).verdict,
  ).toBe("safe");
  expect(reviewed({ acknowledgements: [yes("sample-2-storage.aws_s3_bucket.a")] }).verdict).toBe("safe");
  expect(reviewed({ acknowledgements: [yes("sample-storrage.aws_s3_bucket.a")] }).verdict).toBe("broken");
});

test("a secret in a reason is masked", () => {
  const secret = ["hunter2", "-planted"].join("");
  const one = review(yes(ADDRESS, { reason: `The old password=${secret} is no longer used.` }));
  expect(one.findings[0]?.acknowledged?.reason).toContain("(secret)");
  expect(JSON.stringify(one)).not.toContain(secret);
});
