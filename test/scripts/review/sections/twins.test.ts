import { created, deleted } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const lustre = (name: string) => ({ tags: { Name: name }, storage_capacity: 38400 });
const linesOf = (...resources: ReturnType<typeof created>[]) =>
  findingsOf("lost", { plans: { storage: resources } }).flatMap(({ details }) => details);
const moved = expect.stringContaining("made as aws_fsx_lustre_file_system.scratch: if only its place in the code");

test("a file system, known by its tag alone, that is made again is named", () => {
  const old = deleted("aws_fsx_lustre_file_system.lustre", lustre("sample-lustre"));
  expect(linesOf(old, created("aws_fsx_lustre_file_system.scratch", lustre("sample-lustre")))).toContainEqual(moved);
  expect(linesOf(old, created("aws_fsx_lustre_file_system.scratch", lustre("other")))).not.toContainEqual(moved);
});

test("of many that have a name in their tags only, none is looked for", () => {
  const many = Array.from({ length: 60 }, (_, index) => created(`aws_fsx_lustre_file_system.a${index}`, lustre("x")));
  const old = deleted("aws_fsx_lustre_file_system.lustre", lustre("x"));
  expect(linesOf(old, ...many).join()).not.toContain("made as");
});
