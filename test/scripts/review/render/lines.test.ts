import { reviewLines } from "../../../../scripts/review/render/lines";
import { withProblems } from "../../../../scripts/review/gather";
import { created, deleted } from "../../../helpers/plan";
import { reviewed, type Reviewed } from "../../../helpers/reviewed";

const lines = (...given: Reviewed[]) => reviewLines(given.map(reviewed), "out/review");

test("nothing that changes is said as such", () => expect(reviewLines([], "out")).toEqual(["Nothing changes."]));

test("the verdict stands with the counts, and where the rest is", () => {
  const told = lines({ plans: { network: [created("aws_vpc.vpc", {})] } });
  expect(told).toContain("sample: safe; 1 to create, 0 to update, 0 to replace, 0 to delete");
  expect(told.at(-1)).toBe("All of it: out/review/review.md, review.html and review.json");
});

test("money is told where it changes, and only there", () => {
  const more = lines({ after: { nodeGroups: { cpu: { nodes: { min: 0, max: 4 } } } } });
  expect(more.find((line) => line.includes("money"))).toMatch(/^ {2}money {4}\$[\d,.]+\/h, .* → \$[\d,.]+\/h, /);
  expect(lines({}).join("\n")).not.toContain("money");
});

test("a new environment costs from nothing, and what has no price is counted", () => {
  const made = lines({ before: null, after: { region: "us-east-1" } });
  expect(made.find((line) => line.includes("money"))).toMatch(/^ {2}money {4}\$0\.00\/h, \$0\/month → /);
});

test("dangers come with the address that an acknowledgement names", () => {
  const plans = { storage: [deleted("aws_s3_bucket.checkpoints", { bucket: "b" })] };
  const told = lines({ plans });
  expect(told).toContain("sample: needs an acknowledgement; 0 to create, 0 to update, 0 to replace, 1 to delete");
  const at = told.findIndex((line) => line.startsWith("  DANGER "));
  expect(told[at + 1]?.trim()).toBe("sample-storage.aws_s3_bucket.checkpoints");
});

test("a problem has all its lines", () => {
  const broken = reviewLines([withProblems(reviewed({}), ["one\ntwo"])], "out");
  const problem = broken.find((line) => line.includes("problem"));
  expect(problem).toBe("  problem  one\n           two");
});

test("that AWS was not asked is said of rehearsals alone", () => {
  expect(lines({ asked: "rehearsal" }).join("\n")).toContain("AWS itself was not asked");
  expect(lines({ asked: "aws" }).join("\n")).not.toContain("AWS itself was not asked");
});
