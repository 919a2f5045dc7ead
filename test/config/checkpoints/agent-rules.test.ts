import { CHECKPOINTS_AGENT_RULES } from "../../../config/checkpoints/agent-rules";
import type { Change } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const IMAGE = `registry.example.com/tiers@sha256:${"0".repeat(64)}`;
const milestones = { archive: { every: 5000 } };
const agent = (given: Change, more: Change = {}): Change => ({
  checkpoints: { ...milestones, agent: { image: IMAGE, ...given } },
  ...more,
});
const home = { lustre: null, storage: { home: { kind: "efs", mountPath: "/home" } } };

ruleCases(CHECKPOINTS_AGENT_RULES, {
  "checkpoints/agent-image": {
    severity: "error",
    trips: [
      {
        when: "none",
        change: { checkpoints: { ...milestones, agent: {} } },
        at: ["checkpoints", "agent", "image"],
        message: ["no image is named"],
        fix: ["images/tiers/Dockerfile"],
      },
    ],
    passes: [
      { when: "one by its digest", change: agent({}) },
      { when: "no agent", change: {} },
    ],
  },
  "checkpoints/agent-folder": {
    severity: "error",
    trips: [
      {
        when: "a volume beside a linked Lustre",
        change: agent({ volume: "lustre" }),
        at: ["checkpoints", "agent", "volume"],
        message: ["linked to the bucket"],
        fix: ["take volume out"],
      },
      {
        when: "no volume without one",
        change: agent({}, home),
        at: ["checkpoints", "agent", "volume"],
        message: ["no volume is named"],
        fix: ['volume: "home"'],
      },
      {
        when: "a volume that is not there",
        change: agent({ volume: "hime" }, home),
        at: ["checkpoints", "agent", "volume"],
        message: ['"hime" is no volume', "there is home"],
        fix: ["home"],
      },
      {
        when: "a whole volume",
        change: agent({ volume: "home", path: "/" }, home),
        at: ["checkpoints", "agent", "path"],
        message: ["the whole volume home"],
        fix: ['path: "/checkpoints"'],
      },
    ],
    passes: [
      { when: "the linked file system", change: agent({}) },
      { when: "a folder of a volume", change: agent({ volume: "home" }, home) },
    ],
  },
  "checkpoints/agent-idle": {
    severity: "error",
    trips: [
      {
        when: "a Lustre that copies itself, and no milestones",
        change: { checkpoints: { agent: { image: IMAGE } } },
        at: ["checkpoints", "agent"],
        message: ["no milestones"],
        fix: ["archive: { every: 10000 }"],
      },
    ],
    passes: [
      { when: "milestones", change: agent({}) },
      {
        when: "a volume that nobody else copies",
        change: { checkpoints: { agent: { image: IMAGE, volume: "home" } }, ...home },
      },
    ],
  },
  "checkpoints/keep-data": {
    severity: "warning",
    trips: [
      {
        when: "no linked Lustre",
        change: { ...home, checkpoints: { warm: { keepData: 3 } } },
        at: ["checkpoints", "warm", "keepData"],
        message: ["no Lustre is linked"],
        fix: ["take keepData out"],
      },
      {
        when: "as many as there are files of",
        change: { checkpoints: { warm: { keepLast: 12, keepData: 12 } } },
        at: ["checkpoints", "warm", "keepData"],
        message: ["the contents of the last 12 checkpoints stay"],
        fix: ["keepLast: 13"],
      },
    ],
    passes: [
      { when: "fewer", change: { checkpoints: { warm: { keepLast: 12, keepData: 3 } } } },
      {
        when: "each so many-th stays beside them",
        change: { checkpoints: { warm: { keepLast: 3, keepEvery: 10, keepData: 3 } } },
      },
      { when: "none", change: {} },
    ],
  },
});
