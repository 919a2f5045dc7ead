import { CHECKPOINTS_TIER_COST_RULES } from "../../../config/checkpoints/tier-cost-rules";
import type { Change } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const training = (checkpoints: Change, workload: Change = {}): Change => ({
  workloads: { pretrain: { params: "70B", tokens: "2T", checkpoint: { everyMinutes: 60 }, ...workload } },
  checkpoints,
});
const instant = (afterDays: number) => [{ afterDays, to: "GLACIER_IR" }];

ruleCases(CHECKPOINTS_TIER_COST_RULES, {
  "checkpoints/step-pays": {
    severity: "warning",
    trips: [
      {
        when: "an archive class for what is deleted after days",
        change: training({ cold: { keepLast: 50, transitions: instant(0) }, oldVersionDays: 1 }),
        at: ["checkpoints", "cold", "transitions", 0],
        message: [
          "GLACIER_IR costs $5,703 a month more than it saves",
          "pretrain are deleted after 3 days, and it pays from 15 days on",
        ],
        fix: ["take the step to GLACIER_IR out"],
      },
      {
        when: "milestones that S3 deletes soon",
        change: training({
          archive: { every: 1000, transitions: [{ afterDays: 1, to: "DEEP_ARCHIVE" }], expireAfterDays: 2 },
          oldVersionDays: 1,
        }),
        at: ["checkpoints", "archive", "transitions", 0],
        message: ["deleted after 2 days"],
      },
    ],
    passes: [
      { when: "what stays for ever", change: training({ cold: { transitions: instant(0) }, oldVersionDays: 1 }) },
      {
        when: "old versions that are paid anyway",
        change: training({ cold: { keepLast: 50, transitions: instant(0) }, oldVersionDays: 30 }),
      },
      { when: "no step", change: training({ cold: { keepLast: 50, transitions: [] }, oldVersionDays: 1 }) },
      {
        when: "a training that ends before anything is deleted",
        change: training(
          { cold: { keepLast: 50, transitions: instant(0) }, oldVersionDays: 1 },
          { params: "8B", tokens: "1B" },
        ),
      },
      {
        when: "nobody says what is trained",
        change: { checkpoints: { cold: { keepLast: 50, transitions: instant(0) }, oldVersionDays: 1 } },
      },
    ],
  },
  "checkpoints/warm-holds": {
    severity: "warning",
    trips: [
      {
        when: "more than Lustre holds",
        change: training({ warm: { keepLast: 48 } }),
        at: ["checkpoints", "warm"],
        message: ["in month 1 of pretrain there are 49 checkpoints of 913 GiB", "Lustre has 38,400"],
        fix: ["a smaller keepLast"],
      },
      {
        when: "each so many-th, which become more and more",
        change: training({ warm: { keepLast: 24, keepEvery: 5000 } }),
        at: ["checkpoints", "warm"],
        message: ["in month 5 of pretrain"],
      },
      {
        when: "more contents than Lustre holds, of which others are released",
        change: training({ warm: { keepLast: 100, keepData: 60 } }),
        at: ["checkpoints", "warm"],
        message: ["there are the contents of 61 checkpoints"],
        fix: ["a smaller keepData"],
      },
    ],
    passes: [
      { when: "what fits", change: training({ warm: { keepLast: 24 } }) },
      { when: "a small model", change: training({ warm: { keepLast: 48 } }, { params: "8B" }) },
      {
        when: "contents that leave Lustre, of files that stay",
        change: training({ warm: { keepLast: 48, keepEvery: 5000, keepData: 3 } }),
      },
    ],
  },
});
