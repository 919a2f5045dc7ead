import { CUSTOM_IMAGES, IMAGE_RELEASES } from "../../../../scripts/preflight/checks/images";
import { checked } from "../../../helpers/preflight-check";
import { awsError, type PretendedAnswers, pretendedAws } from "../../../helpers/pretended-aws";
import { NOW, sample, type Change } from "../../../helpers/environment";

const PARAMETER = "SSM.GetParameter";
const NVIDIA = "/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/x86_64/nvidia";
const STANDARD = "/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/x86_64/standard";

/** The sample, with one node group of the release. */
const pinned = (release: string | null): Change => ({
  nodeGroups: { h100: { image: { kind: "al2023", ...(release && { release }) } }, cpu: null },
  slurm: null,
});

/** What Systems Manager and EC2 have of the images. */
function region(parameters: Record<string, string>, imageNames: readonly string[] = []): PretendedAnswers {
  return {
    [PARAMETER]: ({ Name }: { Name: string }) => {
      const Value = parameters[Name];
      if (Value === undefined) return awsError("ParameterNotFound");
      return { Parameter: { Name, Value } };
    },
    "EC2.DescribeImages": ({ Filters }: { Filters: { Values: string[] }[] }) => ({
      Images: imageNames.filter((name) => Filters[0]?.Values.includes(name)).map((Name) => ({ Name })),
    }),
  };
}

const RECOMMENDED = { [`${NVIDIA}/recommended/release_version`]: "1.36.5-20261101" };
const IMAGE = "amazon-eks-node-al2023-x86_64-nvidia-1.36-v20261015";
const PINNED = { ...RECOMMENDED, [`${NVIDIA}/${IMAGE}/release_version`]: "1.36.4-20261015" };

async function nvidia(answers: PretendedAnswers, release: string | null = "1.36.4-20261015") {
  return (await checked(IMAGE_RELEASES, answers, pinned(release))).find(({ subject }) => subject.includes("NVIDIA"));
}

describe("EKS images", () => {
  test("that the Region has are good, and what is newer is said", async () => {
    expect(await nvidia(region(PINNED))).toEqual({
      verdict: "ok",
      subject: "AL2023_x86_64_NVIDIA for h100",
      text: "1.36.4-20261015 exists; EKS recommends 1.36.5-20261101",
    });
    const newest = { ...PINNED, [`${NVIDIA}/recommended/release_version`]: "1.36.4-20261015" };
    expect((await nvidia(region(newest)))?.text).toBe("1.36.4-20261015 exists");
  });

  test("whose parameter is gone are looked for by name", async () => {
    expect((await nvidia(region(RECOMMENDED, [IMAGE])))?.verdict).toBe("ok");
  });

  test("that the Region has not fail, and the recommended one is the fix", async () => {
    const result = await nvidia(region(RECOMMENDED));
    expect(result).toMatchObject({
      verdict: "failed",
      text: "us-east-1 has no image of release 1.36.4-20261015; EKS recommends 1.36.5-20261101",
      fix: "Pin 1.36.5-20261101.",
    });
    expect((await nvidia(region({})))?.fix).toBe("Pin a release of 1.36 that the Region has.");
  });

  test("of that day with another patch fail", async () => {
    const other = { ...RECOMMENDED, [`${NVIDIA}/${IMAGE}/release_version`]: "1.36.3-20261015" };
    const result = await nvidia(region(other));
    expect(result?.verdict).toBe("failed");
    expect(result?.text).toContain("the image of that day is release 1.36.3-20261015, not 1.36.4-20261015");
    expect(result?.fix).toBe("Pin 1.36.3-20261015.");
  });

  test("that are recommended and known to be broken are not praised", async () => {
    const broken = { ...PINNED, [`${NVIDIA}/recommended/release_version`]: "1.36.3-20260625" };
    expect((await nvidia(region(broken)))?.text).toContain(", which must not be run: ENA 2.17.0 panics");
  });

  test("that nothing pins are those that EKS recommends", async () => {
    const bottlerocket: Change = { nodeGroups: { h100: { image: { kind: "bottlerocket" } }, cpu: null }, slurm: null };
    const name = "/aws/service/bottlerocket/aws-k8s-1.36-nvidia/x86_64/latest/image_version";
    const [found] = await checked(IMAGE_RELEASES, region({ [name]: "1.68.0-7c4f0d2b" }), bottlerocket);
    expect(found).toMatchObject({ verdict: "ok", subject: "BOTTLEROCKET_x86_64_NVIDIA for h100" });
    expect(found?.text).toBe("no release is pinned; EKS recommends 1.68.0-7c4f0d2b for 1.36");
    const [unknown] = await checked(IMAGE_RELEASES, region({}), bottlerocket);
    expect(unknown).toMatchObject({ verdict: "unknown", text: `Systems Manager has no ${name}` });
  });

  test("are asked for once, however many groups have them; system nodes have one too", async () => {
    const { env } = sample({ nodeGroups: { more: { instanceType: "p5.48xlarge", nodes: 1 } } });
    const aws = pretendedAws(region({}));
    const results = await IMAGE_RELEASES.run({ environment: env, aws, now: NOW });
    expect(results.map(({ subject }) => subject)).toEqual([
      "AL2023_x86_64_NVIDIA for h100, more",
      "AL2023_x86_64_STANDARD for cpu, system nodes",
    ]);
    expect(aws.calls.map(({ input }) => (input as { Name?: string }).Name)).toContain(
      `${STANDARD}/recommended/release_version`,
    );
  });

  test("that may not be asked for are thrown on", async () => {
    await expect(nvidia({ [PARAMETER]: awsError("AccessDeniedException") })).rejects.toThrow("AccessDeniedException");
  });
});

describe("custom images", () => {
  const ID = "ami-0123456789abcdef0";
  const CHANGE: Change = { nodeGroups: { h100: { image: { kind: "custom", imageId: ID } } } };
  const GOOD = { ImageId: ID, Name: "train-7", State: "available", Architecture: "x86_64" };
  const ask = (image: object) =>
    checked(CUSTOM_IMAGES, { "EC2.DescribeImages": { Images: [{ ...GOOD, ...image }] } }, CHANGE);

  test.each([
    [{}, "ok", "train-7 is available, x86_64"],
    [{ DeprecationTime: "2026-11-21T12:00:01.000Z" }, "ok", "train-7 is available"],
    [{ DeprecationTime: "2026-11-21T12:00:00.000Z" }, "warning", "train-7 is deprecated since 2026-11-21"],
    [{ State: "pending" }, "failed", "state is pending"],
    [{ Architecture: "arm64" }, "failed", "is for arm64, but h100 has x86_64 instances"],
  ])("%j: %s", async (image, verdict, text) => {
    const [result, ...more] = await ask(image);
    expect(result).toMatchObject({ verdict, subject: `${ID} for h100` });
    expect(result?.text).toContain(text);
    expect(result?.fix !== undefined).toBe(verdict !== "ok");
    expect(more).toEqual([]);
  });

  test.each([
    ["an error", awsError("InvalidAMIID.NotFound")],
    ["nothing", { Images: [] }],
  ])("one that nobody sees, told by %s, fails", async (_, answer) => {
    const [result] = await checked(CUSTOM_IMAGES, { "EC2.DescribeImages": answer }, CHANGE);
    expect(result).toMatchObject({ verdict: "failed", text: "account 111122223333 sees no such image in us-east-1" });
    expect(result?.fix).toContain("copy-image");
  });

  test("without one nothing is asked; no permission is thrown on", async () => {
    expect(await checked(CUSTOM_IMAGES, {})).toEqual([]);
    const denied = { "EC2.DescribeImages": awsError("UnauthorizedOperation") };
    await expect(checked(CUSTOM_IMAGES, denied, CHANGE)).rejects.toThrow("UnauthorizedOperation");
  });
});
