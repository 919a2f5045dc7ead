/**
 * Instances of the UltraServers that AWS sells, u-p6e-gb200x36 and u-p6e-gb200x72. Each is one block and one NVLink domain.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-nvidia-ultraserver.html
 */
export const ULTRASERVER_INSTANCES: readonly number[] = [9, 18];
