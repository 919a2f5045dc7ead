import { SECRETS_RULES } from "../../../config/kernel/secret-rules";
import { ruleCases } from "../../helpers/rule-cases";

/** Made up here, and put together at run time so that scanners of secrets leave this file alone. */
const TOKEN = `hf_${"a".repeat(34)}`;

ruleCases(SECRETS_RULES, {
  "secrets/none-in-config": {
    severity: "error",
    trips: [
      {
        when: "a token in the labels of nodes",
        change: { nodeGroups: { h100: { labels: { "example.com/model": TOKEN } } } },
        at: ["nodeGroups", "h100", "labels", "example.com/model"],
        message: ["a Hugging Face token"],
        fix: ["Secrets Manager"],
      },
      {
        when: "a key in a tag",
        change: { extraTags: { note: `AKIA${"Q".repeat(16)}` } },
        at: ["extraTags", "note"],
        message: ["an AWS access key"],
      },
      {
        when: "a tag that is called a password",
        change: { extraTags: { "db-password": "hunter2" } },
        at: ["extraTags", "db-password"],
        message: ["a secret by its key"],
      },
    ],
    passes: [
      {
        when: "labels that are none",
        change: { nodeGroups: { h100: { labels: { "example.com/token-budget": "low" } } } },
      },
      {
        when: "Helm values, which have a rule of their own",
        change: { platform: { helmValues: { "kube-prometheus-stack": { grafana: { adminPassword: "hunter2" } } } } },
      },
      {
        when: "boot scripts, which have a rule of their own",
        change: { nodeGroups: { h100: { bootScript: `TOKEN=${TOKEN}` } } },
      },
    ],
  },
});
