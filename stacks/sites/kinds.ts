import { AWS_EKS } from "./aws-eks/site";
import { KUBERNETES } from "./kubernetes/site";
import type { Site } from "./site";

/** Every site that environments can stand on. */
export const SITES: readonly Site[] = [AWS_EKS, KUBERNETES];
