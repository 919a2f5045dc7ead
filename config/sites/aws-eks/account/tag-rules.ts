import type { AwsRule } from "../rule";

const TAGS = "https://docs.aws.amazon.com/eks/latest/userguide/eks-using-tags.html";
const IAM_TAGS = "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_tags.html";

const MOST_TAGS = 50;
/**
 * On instances beside those of the environment: Name, railyard:node-group, eks:cluster-name, eks:nodegroup-name,
 * kubernetes.io/cluster/…, and two of the autoscaler.
 */
const TECHNICAL_TAGS = 7;
const KEY = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]+$/u;

/** Tags of every resource. */
export const TAGS_RULES: readonly AwsRule[] = [
  {
    id: "tags/limit",
    title: "No resource gets more than 50 tags.",
    severity: "error",
    why: "AWS then refuses to make the resource; instances get seven more from EKS and us.",
    source: TAGS,
    *check({ config, env }) {
      const count = Object.keys(env.tags).length;
      if (count + TECHNICAL_TAGS <= MOST_TAGS) return;
      const given = Object.keys(config.extraTags).length;
      const most = MOST_TAGS - TECHNICAL_TAGS - (count - given);
      const message = `${given} extra tags and ${MOST_TAGS - most} of EKS and Railyard are more than the ${MOST_TAGS} that AWS allows`;
      yield { path: ["extraTags"], message, fix: `keep ${most} at most` };
    },
  },
  {
    id: "tags/key-characters",
    title: "Tag keys have characters that AWS takes.",
    severity: "error",
    why: "AWS refuses the resource.",
    source: TAGS,
    *check({ config }) {
      for (const key of Object.keys(config.extraTags)) {
        if (KEY.test(key)) continue;
        const message = `the tag key ${JSON.stringify(key)} may hold letters, digits, spaces and _ . : / = + - @ only`;
        yield {
          path: ["extraTags", key],
          message,
          fix: `write ${JSON.stringify(key.replace(/[^\p{L}\p{Z}\p{N}_.:/=+\-@]/gu, "-"))}`,
        };
      }
    },
  },
  {
    id: "tags/case",
    title: "Tag keys differ by more than upper and lower case, also from Name.",
    severity: "error",
    why: "IAM takes such keys for one and refuses the role; every resource has a Name of its own.",
    source: IAM_TAGS,
    *check({ config }) {
      const seen = new Map([["name", "Name"]]);
      for (const key of Object.keys(config.extraTags)) {
        const other = seen.get(key.toLowerCase());
        seen.set(key.toLowerCase(), key);
        if (other === undefined) continue;
        const message = `IAM takes the tag keys ${JSON.stringify(key)} and ${JSON.stringify(other)} for one`;
        const fix = key === "Name" ? "remove it: every resource gets a Name of its own" : "rename or remove it";
        yield { path: ["extraTags", key], message, fix };
      }
    },
  },
];
