import { reviewLines } from "../../../../scripts/review/render/lines";
import { withProblems } from "../../../../scripts/review/gather";
import { created, deleted } from "../../../helpers/plan";
import { reviewed, type Reviewed } from "../../../helpers/reviewed";

const lines = (...given: Reviewed[]) => reviewLines(given.map(reviewed), "out/review");

test("nothing that changes is said as such", () => expect(reviewLines([], "out")).toEqual(["Nothing changes."]));

test("the verdict stands with the counts, and where the rest is", () => {
  const printed = lines({ plans: { network: [created("aws_vpc.vpc", {})] } });
  expect(printed).toContain("sample: safe; 1 to create, 0 to update, 0 to replace, 0 to delete");
  expect(printed.at(-1)).toBe("All of it: out/review/review.md, review.html and review.json");
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
  const printed = lines({ plans });
  expect(printed).toContain("sample: needs an acknowledgement; 0 to create, 0 to update, 0 to replace, 1 to delete");
  const at = printed.findIndex((line) => line.startsWith("  DANGER "));
  expect(printed[at + 1]?.trim()).toBe("sample-storage.aws_s3_bucket.checkpoints");
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

test("keys are told as they are written, as many as a terminal can show", () => {
  const config = Array.from({ length: 10 }, (_, at) => ({
    path: `k${at}`,
    before: null,
    after: at === 0 ? `"${"x".repeat(120)}"` : "1",
    policy: null,
  }));
  const printed = reviewLines([{ ...reviewed({}), config }], "out").filter((line) => line.startsWith("  key "));
  expect(printed).toHaveLength(9);
  expect(printed[0]).toMatch(/^ {2}key {6}k0: not set → "x{89}… \(32 more characters\)$/);
  expect(printed.at(-1)).toBe("  key      and 2 more");
});

test("dangers stand before warnings, and what to do about them is said", () => {
  const plans = { storage: [deleted("aws_s3_bucket.checkpoints", { bucket: "b" })] };
  const [review] = [reviewed({ plans })];
  const warning = {
    ...review!.findings[0]!,
    severity: "warning" as const,
    title: "A warning.",
    section: "lost" as const,
  };
  const printed = reviewLines([{ ...review!, findings: [warning, ...review!.findings] }], "out");
  const kinds = printed.flatMap((line) => /^ {2}(DANGER|warning)/.exec(line)?.[1] ?? []);
  expect(kinds.indexOf("warning")).toBe(kinds.lastIndexOf("DANGER") + 1);
  expect(printed.join("\n")).toContain("review.md has a file and a line to write for each DANGER");
  expect(lines({}).join("\n")).not.toContain("for each DANGER");
});
