import { partitionOf } from "../../../../../config/sites/aws-eks/account/partition";

test.each([
  ["us-east-1", "aws"],
  ["eu-north-1", "aws"],
  ["us-gov-west-1", "aws-us-gov"],
  ["us-gov-south-9", "aws-us-gov"],
  ["cn-north-1", "aws-cn"],
  ["cn-south-9", "aws-cn"],
  ["xx-new-1", "aws"],
])("%s is in %s", (region, partition) => expect(partitionOf(region)).toBe(partition));
