import { review } from "../../../scripts/review/review";
import { reviewJson } from "../../../scripts/review/render/json";
import { markdown } from "../../../scripts/review/render/markdown";
import { page } from "../../../scripts/review/render/page";
import { provedSecrets } from "../../fixtures/secrets-proof";
import { tunedSecrets } from "../../fixtures/secrets-tuned";
import { planOf } from "../../helpers/plan";
import { base64, drawer } from "../../helpers/drawn";

const ALL = [...tunedSecrets(drawer(3)), ...provedSecrets(drawer(4))];

const update = (type: string, before: object, after: object) => ({
  address: `${type}.it`,
  mode: "managed",
  type,
  name: "it",
  change: { actions: ["update"], before, after },
});

/** A script that does something with every secret. */
const script = (word: string) => `#!/bin/bash\n# ${word}\n${ALL.map(({ text }) => text).join("\n")}\n`;
const values = (version: string) =>
  JSON.stringify({ version, all: ALL.map(({ name, text }) => ({ title: name, text })) });

test("no form of a secret, in a boot script or in Helm values, is in Markdown, page or JSON", () => {
  const changes = [
    update(
      "aws_launch_template",
      { name: "a", user_data: base64(script("one")) },
      { name: "a", user_data: base64(script("two")) },
    ),
    update("helm_release", { name: "x", values: [values("1")] }, { name: "x", values: [values("2")] }),
    ...ALL.map(({ text }, index) => ({
      ...update("aws_ssm_document", { name: "d", content: "" }, { name: "d", content: text }),
      address: `aws_ssm_document.d${index}`,
    })),
  ];
  const done = review({
    environment: "sample",
    before: null,
    after: null,
    config: ALL.map(({ text }, index) => ({
      path: `platform.helmValues.x.v${index}`,
      before: null,
      after: JSON.stringify(text),
      policy: null,
    })),
    stacks: [planOf("sample-nodes", ...changes)],
    asked: "aws",
    acknowledgements: [],
    now: new Date("2026-11-22T00:00:00Z"),
  });
  const outputs = [markdown([done]), page([done]), JSON.stringify(reviewJson([done]))];
  // what is told is told
  for (const output of outputs) expect(output).toContain("aws_ssm_document");
  for (const { name, secret } of ALL)
    for (const output of outputs)
      for (const form of [secret, secret.replaceAll("/", "\\/"), base64(secret)])
        expect([name, output.includes(form)]).toEqual([name, false]);
});
