/**
 * What AWS says of Capacity Blocks.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html (read in 2026)
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-how.html (read in 2026)
 */
export const CAPACITY_BLOCKS = {
  /** Instances that AWS sells in one block. */
  mostInstances: 64,
  /** Longest duration, days. */
  longestDays: 182,
  /** How far ahead a block may begin, days. */
  horizonDays: 8 * 7,
  /** Minutes after midnight, UTC, at which blocks end. */
  endMinutes: 11.5 * 60,
  /** Minutes before the end of a block at which EC2 begins to terminate. */
  terminationMinutes: { instance: 30, ultraserver: 60 },
  /**
   * Minutes before the end of a block at which EKS scales a group of instances to none.
   * @see https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html
   */
  eksScalesDownMinutes: 40,
} as const;

/**
 * UltraServers of P6e-GB200. Each is one block and one NVLink domain.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-nvidia-ultraserver.html
 */
export const ULTRASERVERS = {
  /** Instances of those that AWS sells, u-p6e-gb200x36 and u-p6e-gb200x72. */
  instances: [9, 18] as readonly number[],
  /** The one place where they stand: a Local Zone. */
  zone: "us-east-1-dfw-2a",
} as const;
