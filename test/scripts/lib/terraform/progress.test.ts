import { elapsed, isNews, Progress } from "../../../../scripts/lib/terraform/progress";

test.each([
  [0, " 0:00"],
  [7_400, " 0:07"],
  [59_999, " 0:59"],
  [760_000, "12:40"],
  [3_723_000, "1:02:03"],
])("%d ms are shown as %j", (milliseconds, text) => {
  expect(elapsed(milliseconds)).toBe(text);
});

test("each line has the time since the command began", () => {
  const written: string[] = [];
  let now = 5_000;
  const { tell } = new Progress(
    (line) => written.push(line),
    () => now,
  );
  tell("dev-network: planning");
  now = 70_000;
  tell("dev-network: applied");
  expect(written).toEqual(["[ 0:00] dev-network: planning", "[ 1:05] dev-network: applied"]);
});

test.each([
  ["aws_vpc.network: Creating...", true],
  ["aws_vpc.network: Creation complete after 2s [id=vpc-1]", true],
  ["aws_vpc.network: Modifying... [id=vpc-1]", true],
  ["aws_vpc.network: Destruction complete after 0s", true],
  ["aws_eks_cluster.cluster: Still creating... [10s elapsed]", false],
  ["aws_eks_cluster.cluster: Still creating... [1m0s elapsed]", true],
  ["aws_eks_cluster.cluster: Still creating... [01m00s elapsed]", true],
  ["aws_eks_cluster.cluster: Still destroying... [id=dev, 2m10s elapsed]", false],
  ["aws_eks_cluster.cluster: Still destroying... [id=dev, 12m0s elapsed]", true],
  ["Acquiring state lock. This may take a few moments...", true],
  ["aws_vpc.network: Refreshing state... [id=vpc-1]", false],
  ["Apply complete! Resources: 1 added, 0 changed, 0 destroyed.", false],
])("%j is news: %p", (line, news) => {
  expect(isNews(line)).toBe(news);
});
