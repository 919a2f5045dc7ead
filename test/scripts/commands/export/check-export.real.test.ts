import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AwsEnvironment } from "../../../../config/sites/aws-eks/environment";
import { checkExport } from "../../../../scripts/commands/export/check-export";
import { exportEnvironment, type Exported } from "../../../../scripts/commands/export/export";
import { sample } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders, testWithTerraform } from "../../../helpers/terraform";

const temporary = temporaryFolders();

const written = (environment: AwsEnvironment, stacks: readonly string[] = []) =>
  exportEnvironment({ root: ROOT, environment, out: join(temporary(), "export"), stacks, replace: false });

const check = (environment: AwsEnvironment, exported: Exported) =>
  checkExport({ root: ROOT, environment, exported, signal: new AbortController().signal, onResult: () => {} });

testWithTerraform(
  "finds nothing to do in any stack: what was applied from JSON is what the exported files say",
  async () => {
    const { env } = sample();
    const exported = await written(env);
    const results = await check(env, exported);
    const errors = results.flatMap(({ stack, phase, diagnostics }) =>
      diagnostics.map((each) => `${stack} ${phase}: ${each.summary} ${each.detail}`),
    );
    expect(errors).toEqual([]);
    expect(results.map(({ stack, phase, ok }) => `${stack} ${phase} ${ok}`)).toEqual(
      exported.stacks.flatMap(({ name }) =>
        ["init", "validate", "second plan"].map((phase) => `${name} ${phase} true`),
      ),
    );
    expect(exported.stacks).toHaveLength(8);
  },
);

testWithTerraform("fails when an exported file says something else", async () => {
  const { env } = sample();
  const exported = await written(env, ["sample-network"]);
  const file = join(exported.folder, "sample-network", "main.tf");
  const text = readFileSync(file, "utf8");
  const change = async (from: string | RegExp, to: string) => {
    expect(text).toMatch(from);
    writeFileSync(file, text.replace(from, to));
    return (await check(env, exported)).at(-1);
  };
  const changed = await change(/enable_dns_hostnames( *)= true/, "enable_dns_hostnames$1= false");
  expect(changed).toMatchObject({ stack: "sample-network", phase: "second plan", ok: false });
  expect(changed?.diagnostics[0]).toMatchObject({ address: "aws_vpc.vpc", summary: expect.stringMatching(/update/) });
  const renamed = await change('resource "aws_vpc" "vpc"', 'resource "aws_vpc" "other"');
  expect(renamed).toMatchObject({ phase: "validate", ok: false });
});
