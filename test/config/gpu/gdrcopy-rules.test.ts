import { GDRCOPY_RULES } from "../../../config/gpu/gdrcopy-rules";
import { synthStacks } from "../../helpers/stacks";
import { sample } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";
import type { Json } from "../../helpers/synth";

const h100 = (group: object) => ({ nodeGroups: { h100: group } });
const SOURCE = { url: "https://mirror.example.com/gdrcopy-2.5.1.tar.gz", sha256: "0".repeat(64) };

ruleCases(GDRCOPY_RULES, {
  "gpu/gdrcopy-not-in-image": {
    severity: "warning",
    trips: [
      {
        when: "an image of EKS",
        change: h100({ gdrcopyModule: true }),
        at: ["nodeGroups", "h100", "gdrcopyModule"],
        message: ["unknown whether"],
        fix: ["{ url, sha256 }"],
      },
    ],
    passes: [
      { when: "a source", change: h100({ gdrcopyModule: SOURCE }) },
      {
        when: "an image of one's own",
        change: h100({ gdrcopyModule: true, image: { kind: "custom", imageId: "ami-0123456789abcdef0" } }),
      },
      { when: "no module", change: {} },
    ],
  },
});

test("a source reaches the boot script", () => {
  const { nodes } = synthStacks(sample(h100({ gdrcopyModule: SOURCE })).env);
  const template = Object.values<Json>(nodes.resource.aws_launch_template).find(({ name }) => name.includes("h100"));
  const text = Buffer.from(template.user_data, "base64").toString();
  expect(text).toContain(`'${SOURCE.url}'`);
  expect(text).toContain(SOURCE.sha256);
});
