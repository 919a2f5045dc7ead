import { leftovers, unknowns } from "../../../../../scripts/commands/fork/aws/unknowns";
import { sample } from "../../../../helpers/environment";

const west = {
  region: "eu-south-1",
  network: { zones: ["eu-south-1a", "eu-south-1b"] },
  nodeGroups: { h100: { capacity: { zone: "eu-south-1a" } } },
};

test("says what neither price nor page tells of another Region, and how to ask", () => {
  const text = unknowns(sample(west).env, sample().env).join("\n");
  expect(text).toContain("whether p5.48xlarge, m7i.4xlarge can be had in eu-south-1: ask aws ec2");
  expect(text).toContain("has eu-south-1a, eu-south-1b (eu-south-1 has 3 zones)");
  expect(text).toMatch(/what these cost in eu-south-1: .*EKS control plane/);
});

test("is silent on what the original has already", () => expect(unknowns(sample().env, sample().env)).toEqual([]));

test("asks for the zones of another account, whose names mean other places", () =>
  expect(unknowns(sample({ account: "222233334444" }).env, sample().env).join()).toMatch(
    /222233334444 has us-east-1a/,
  ));

const input = {
  image: "111122223333.dkr.ecr.us-east-1.amazonaws.com/x",
  nodes: [{ imageId: "ami-0123456789abcdef0" }],
  near: "us-east-10 1111222233334",
};
const same = {
  input,
  account: "111122223333",
  region: "us-east-1",
  originalAccount: "111122223333",
  originalRegion: "us-east-1",
};

test("finds what names the original's account, Region or image", () => {
  expect(leftovers(same)).toEqual([]);
  expect(leftovers({ ...same, account: "222233334444" })).toEqual([
    "image names the account 111122223333",
    expect.stringMatching(/^nodes\[0\]\.imageId names an image/),
  ]);
  expect(leftovers({ ...same, region: "eu-west-1" })).toEqual([
    "image names the Region us-east-1",
    expect.stringMatching(/^nodes\[0\]\.imageId names an image/),
  ]);
});
