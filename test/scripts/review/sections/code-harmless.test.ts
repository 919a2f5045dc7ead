import type { SynthesizedStack } from "../../../../scripts/review/model";
import { reviewed } from "../../../helpers/reviewed";
import { stacks, review, type Edit, aws, LUSTRE, at, lifecycle } from "../../../helpers/code-review";

test.each<[string, Edit, Edit]>([
  ["nothing", () => {}, () => {}],
  ["notes of cdktf", (s) => (s["//"] = { metadata: 1 }), () => {}],
  ["protection", lifecycle({ prevent_destroy: true }), lifecycle({})],
  ["fewer changes ignored", lifecycle({ ignore_changes: ["a"] }), lifecycle({ ignore_changes: ["a", "b"] })],
  ["no change ignored any more", lifecycle({}), lifecycle({ ignore_changes: ["a"] })],
  ["one more condition", lifecycle({ precondition: [{ condition: "x" }] }), lifecycle({})],
  ["the new one first", lifecycle({ create_before_destroy: true }), lifecycle({})],
  ["an order", (s) => (at(s, ...LUSTRE).depends_on = ["aws_kms_key.a"]), () => {}],
  ["values, which the plan has", (s) => (at(s, ...LUSTRE).storage_capacity = 1), () => {}],
  [
    "a resource more, and one less",
    (s) => {
      at(s, "resource", "aws_vpc").a = {};
      delete s.resource.aws_fsx_lustre_file_system;
    },
    () => {},
  ],
  ["several of one, which the plan has", (s) => (at(s, ...LUSTRE).count = 2), () => {}],
  ["tags for people", aws((p) => (p.default_tags[0].tags.purpose = "x")), () => {}],
  ["a lookup more", (s) => (at(s, "data", "aws_ami").a = { owners: ["self"] }), () => {}],
  ["a lookup less", (s) => delete s.data.aws_ami, (s) => (at(s, "data", "aws_ami").a = {})],
  ["another address", (s) => (s.moved = [{ from: "aws_vpc.a", to: "aws_vpc.b" }]), () => {}],
  ["an output more", (s) => (s.output = { ...s.output, a: { value: 1 } }), () => {}],
  [
    "a local that only resources have",
    (s) => (s.locals = { ...s.locals, unused: 2 }),
    (s) => (s.locals = { ...s.locals, unused: 1 }),
  ],
  ["one check more", (s) => (s.check = { a: {} }), () => {}],
])("%s needs nobody", (_, after, before) =>
  expect(review(after, before)).toMatchObject({ verdict: "safe", addresses: [] }),
);

test("an import is told", () =>
  expect(review((s) => (s.import = [{ to: "aws_vpc.a", id: "vpc-1" }])).text).toMatch(
    /brings what is there already.*aws_vpc\.a/,
  ));

test("a secret in the code is not told", () => {
  const secret = ["hunter2", "-planted"].join("");
  const found = review(
    (s) => (at(s, ...LUSTRE).provisioner = [{ "local-exec": { environment: { DB_PASSWORD: secret } } }]),
  );
  expect(found.text).toMatch(/runs programs/);
  expect(found.text).not.toContain(secret);
});

test("stacks that differ and have no plan break the review; one that is gone needs a name", () => {
  const before = stacks("storage", () => {});
  const changed = stacks("storage", (s) => (at(s, ...LUSTRE).storage_capacity = 1));
  const judge = (was: Map<string, SynthesizedStack> | null, is: Map<string, SynthesizedStack>) => {
    const { verdict, problems, findings } = reviewed({
      synthesized: { before: was, after: is },
      stacks: [],
      asked: "aws",
    } as never);
    return { verdict, messages: [...problems, ...findings.map(({ title }) => title)] };
  };
  expect(judge(before, before)).toEqual({ verdict: "safe", messages: [] });
  expect(judge(before, changed)).toEqual({
    verdict: "broken",
    messages: ["sample-storage differs from the base, and there is no plan of it."],
  });
  expect(judge(null, before)).toMatchObject({
    verdict: "broken",
    messages: expect.arrayContaining(["sample-network is new, and there is no plan of it."]),
  });
  const fewer = new Map([...before].filter(([name]) => name !== "sample-slurm"));
  expect(judge(before, fewer)).toMatchObject({
    verdict: "needs-acknowledgement",
    messages: [expect.stringMatching(/Stack sample-slurm is no longer in the code/)],
  });
});
