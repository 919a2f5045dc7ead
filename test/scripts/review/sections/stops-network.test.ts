import { created, deleted, replaced, type Planned } from "../../../helpers/plan";
import { only, reviewed, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const plan = (...resources: Planned[]): Reviewed => ({ plans: { slurm: resources } });

const stops = (...resources: Planned[]) => findingsOf("stops", plan(...resources));

describe("the network", () => {
  test.each(["aws_subnet.a", "aws_vpc.a", "aws_security_group.a"])("%s is ground that others stand on", (address) => {
    expect(stops(deleted(address, { id: "x" }))[0]?.severity).toBe("danger");
    expect(stops(replaced(address, { id: "x", name: "a" }, { name: "b" }))[0]?.severity).toBe("danger");
  });

  test("when the whole environment goes, AWS keeps the order", () => {
    expect(findingsOf("stops", { after: null, plans: { network: [deleted("aws_subnet.a", {})] } })[0]?.severity).toBe(
      "warning",
    );
  });

  test.each(["aws_nat_gateway.a", "aws_route.a", "aws_vpc_endpoint.a", "aws_eip.a", "aws_eks_access_entry.a"])(
    "%s that goes is a warning, one that comes is none",
    (address) => {
      expect(stops(deleted(address, { name: "x" }))[0]?.severity).toBe("warning");
      expect(stops(created(address, { name: "x" }))).toEqual([]);
    },
  );

  test("of many that go, each is compared with all that comes", () => {
    const policy = (index: number) => ({ role: `r${index}`, policy_arn: "arn:aws:iam::aws:policy/x" });
    const all = Array.from({ length: 60 }, (_, index) => index);
    const gone = all.map((index) => deleted(`aws_iam_role_policy_attachment.old${index}`, policy(index)));
    const come = all.map((index) => created(`aws_iam_role_policy_attachment.new${index}`, policy(index)));
    const named = (...resources: Planned[]) => stops(...resources).flatMap((finding) => finding.address ?? []);
    expect(named(...gone, ...come)).toEqual([]);
    expect(named(...gone, ...come.slice(1))).toEqual(["sample-slurm.aws_iam_role_policy_attachment.old0"]);
  });

  test("what is made again at another address has only moved in the code, and is told once", () => {
    const role = { name: "jobs", assume_role_policy: "{}" };
    const moved = [
      expect.objectContaining({ severity: "warning", title: expect.stringContaining("again") as unknown }),
    ];
    expect(
      stops(deleted("aws_iam_role.old", role), created("aws_iam_role.new", role, { unknown: { arn: true } })),
    ).toEqual(moved);
    expect(
      stops(deleted("aws_iam_role.old", role), created("aws_iam_role.new", { ...role, name: "other" }))[0]?.title,
    ).toContain("IAM role jobs goes");
    const association = { namespace: "slurm", service_account: "jobs" };
    const open = created(
      "aws_eks_pod_identity_association.new",
      { namespace: "slurm", service_account: null },
      { unknown: { service_account: true } },
    );
    expect(stops(deleted("aws_eks_pod_identity_association.old", association), open)).toEqual(moved);
  });

  const rule = (more: object) => ({
    security_group_id: "sg-1",
    ip_protocol: "tcp",
    from_port: 988,
    to_port: 988,
    referenced_security_group_id: "sg-1",
    ...more,
  });
  const address = "aws_vpc_security_group_ingress_rule.a";

  test.each([
    ["Lustre", {}],
    ["Lustre", { from_port: 1000, to_port: 2000 }],
    ["the Kubernetes API", { from_port: 443, to_port: 443 }],
    ["EFA", { ip_protocol: "-1", from_port: null, to_port: null }],
  ])("a rule for %s that goes stops jobs", (what, more) => {
    const finding = only("stops", plan(deleted(address, rule(more))));
    expect(finding.severity).toBe("danger");
    expect(finding.title).toContain(what);
  });

  test("with a file system that goes, its rules go, which is told of the file system", () => {
    const lustre = replaced("aws_fsx_lustre_file_system.a", { subnet_ids: ["a"] }, { subnet_ids: ["b"] });
    const [, ofRule] = stops(lustre, deleted(address, rule({})));
    expect(ofRule).toMatchObject({ severity: "warning", address: `sample-slurm.${address}` });
  });

  test("a rule that is made anew leaves a gap, and so does one that moves in the code", () => {
    expect(only("stops", plan(replaced(address, rule({}), { from_port: 987 }))).severity).toBe("warning");
    const [gap] = stops(deleted(address, rule({})), created("aws_vpc_security_group_ingress_rule.b", rule({})));
    expect(gap).toMatchObject({ severity: "warning", title: expect.stringContaining("made anew") as unknown });
  });

  test("a rule that nothing hangs on, and those of a group that goes are not told", () => {
    expect(stops(deleted(address, rule({ from_port: 3000, to_port: 3000 })))).toEqual([]);
    const group = deleted("aws_security_group.a", { id: "sg-1" });
    expect(stops(group, deleted(address, rule({}))).map((finding) => finding.address)).toEqual([
      "sample-slurm.aws_security_group.a",
    ]);
    expect(reviewed({ after: null, ...plan(deleted(address, rule({}))) }).verdict).toBe("safe");
  });
});
