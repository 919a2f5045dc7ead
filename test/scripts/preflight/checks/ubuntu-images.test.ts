import { UBUNTU_IMAGES } from "../../../../scripts/preflight/checks/ubuntu-images";
import { checked } from "../../../helpers/preflight-check";
import { awsError, type Answer } from "../../../helpers/pretended-aws";
import type { Change } from "../../../helpers/environment";

const ID = "ami-0123456789abcdef0";
const NEWEST = "ami-0fedcba9876543210";
const CHANGE: Change = { nodeGroups: { cpu: { image: { kind: "ubuntu", release: "24.04", imageId: ID } } } };
const NAME = "ubuntu-eks/k8s_1.36/images/hvm-ssd-gp3/ubuntu-noble-24.04-amd64-server-20261101";
const GOOD = { ImageId: ID, Name: NAME, State: "available", OwnerId: "099720109477", RootDeviceName: "/dev/sda1" };

const ask = (images: readonly object[], parameter: Answer = { Parameter: { Value: NEWEST } }) =>
  checked(UBUNTU_IMAGES, { "EC2.DescribeImages": { Images: images }, "SSM.GetParameter": parameter }, CHANGE);

test.each([
  [{}, "ok", `${NAME} is available; Canonical's newest is ${NEWEST}`],
  [{ DeprecationTime: "2026-11-21T12:00:01.000Z" }, "ok", "is available"],
  [{ DeprecationTime: "2026-11-21T12:00:00.000Z" }, "warning", "is deprecated since 2026-11-21"],
  [{ State: "pending" }, "failed", "is in state pending"],
  [{ OwnerId: "111122223333" }, "failed", "is of account 111122223333, not of Canonical"],
  [{ RootDeviceName: "/dev/xvda" }, "failed", "has its system on /dev/xvda"],
  [{ Name: NAME.replace("1.36", "1.33") }, "warning", "is for Kubernetes 1.33, and the cluster has 1.36"],
  [{ Name: NAME.replace("1.36", "1.32") }, "failed", "is for Kubernetes 1.32, and the cluster has 1.36"],
  [{ Name: NAME.replace("1.36", "1.37") }, "failed", "is for Kubernetes 1.37, and the cluster has 1.36"],
  [{ Name: NAME.replace("noble-24.04", "resolute-26.04") }, "failed", "is Ubuntu 26.04, and config says 24.04"],
  [{ Name: NAME.replace("amd64", "arm64") }, "failed", "is for arm64, and the instances are amd64"],
  [{ Name: "train-7" }, "failed", "train-7 is no image of Canonical for EKS"],
  [{ Name: undefined }, "failed", "an image without a name is no image of Canonical"],
])("%j: %s", async (image, verdict, text) => {
  const [result, ...more] = await ask([{ ...GOOD, ...image }]);
  expect(result).toMatchObject({ verdict, subject: `${ID} for cpu` });
  expect(result?.text).toContain(text);
  expect(result?.fix).toEqual(verdict === "ok" ? undefined : `Write imageId: "${NEWEST}".`);
  expect(more).toEqual([]);
});

test("the newest is said to be it, and one that nobody sees fails with the newest", async () => {
  expect((await ask([GOOD], { Parameter: { Value: ID } }))[0]).toMatchObject({ text: `${NAME} is the newest` });
  expect((await ask([]))[0]).toMatchObject({ verdict: "failed", fix: `Write imageId: "${NEWEST}".` });
});

test("a Kubernetes version without an image is told with the parameter that is missing", async () => {
  const [result] = await ask([], awsError("ParameterNotFound"));
  expect(result).toMatchObject({ verdict: "failed", fix: "Name an image of Kubernetes 1.36." });
  expect(result?.text).toContain(
    "Systems Manager has no /aws/service/canonical/ubuntu/eks/24.04/1.36/stable/current/amd64/hvm/ebs-gp3/ami-id",
  );
});

test("without Ubuntu nothing is asked", async () => {
  expect(await checked(UBUNTU_IMAGES, {})).toEqual([]);
});
