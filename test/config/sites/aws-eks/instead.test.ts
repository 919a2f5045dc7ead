import { INSTEAD_VOLUMES } from "../../../../config/sites/aws-eks/instead";
import { EXISTING_STORAGE_KINDS, STORAGE_KINDS } from "../../../../config/storage/kinds";
import { problemsWith } from "../../../helpers/loading";

const HERE = STORAGE_KINDS.map(({ kind }) => kind as string);
const ELSEWHERE = EXISTING_STORAGE_KINDS.map(({ kind }) => kind as string).filter((kind) => !HERE.includes(kind));

test.each(ELSEWHERE)("a volume of kind %s is told why there is none, and what to take instead", (kind) => {
  expect(problemsWith({ storage: { data: { kind } } })).toEqual([
    `sample storage.data.kind: ${kind} is no kind of volume in an account of AWS | ${INSTEAD_VOLUMES[kind]}`,
  ]);
  const named = [...INSTEAD_VOLUMES[kind]!.matchAll(/\b(?:fsx-[a-z]+|efs|nfs)\b/g)].map(([one]) => one);
  expect(named.filter((one) => !HERE.includes(one))).toEqual([]);
});

test("a kind that nobody has is told those that there are", () => {
  expect(problemsWith({ storage: { data: { kind: "floppy" } } })[0]).toContain("fsx-lustre");
});
