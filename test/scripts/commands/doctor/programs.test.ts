import type { SiteEnvironment } from "../../../../config/sites/environment";
import { clusterSample } from "../../../helpers/cluster";
import type { DoctorContext } from "../../../../scripts/commands/doctor/check";
import { PROGRAM_CHECKS } from "../../../../scripts/commands/doctor/programs";
import { sample } from "../../../helpers/environment";
import { temporaryFolders, writeProgram } from "../../../helpers/terraform";
import { look, pathOf } from "./context";

const folder = temporaryFolders();
const { version } = sample().config.cluster;
const minor = Number(version.split(".")[1]);
const kubectl = (text: string) => `echo '{ "clientVersion": { "gitVersion": "${text}" } }'`;

/** Looks for a program where only these are. */
function lookAt(id: string, programs: Record<string, string>, change: Partial<DoctorContext> = {}) {
  const at = folder();
  for (const [name, body] of Object.entries(programs)) writeProgram(at, name, body);
  return look(PROGRAM_CHECKS, `program/${id}`, { env: pathOf(at), ...change });
}

test.each([
  ["git", "git", "echo git version 2.39.5", "2.39.5"],
  ["terraform", "terraform", `echo '{ "terraform_version": "1.11.4" }'`, "1.11.4"],
  ["kubectl", "kubectl", kubectl(`v1.${minor}.4-eks-0a1b2c3`), `1.${minor}.4-eks-0a1b2c3`],
  ["aws", "aws", "echo aws-cli/2.31.0 Python/3.13.7 Linux/6.1 exe/x86_64", "2.31.0"],
  ["helm", "helm", "echo v3.18.6+gb76a950", "3.18.6+gb76a950"],
])("%s of a right version is ok", async (id, program, body, found) => {
  expect(await lookAt(id, { [program]: body })).toEqual({ verdict: "ok", found });
});

test.each(PROGRAM_CHECKS.map(({ id }) => [id.replace("program/", "")]))(
  "%s that is not there is missing, with where it is to be had",
  async (id) => {
    const seen = await lookAt(id, {});
    expect(seen).toMatchObject({
      verdict: "missing",
      found: expect.stringContaining("there is no program") as unknown,
    });
    expect(seen.fix).toMatch(/https:\/\/\S+/);
  },
);

test.each(["1.10.9", "0.15.0", "1.11.0-rc1"])("Terraform %s is too old", async (old) => {
  expect(await lookAt("terraform", { terraform: `echo '{ "terraform_version": "${old}" }'` })).toMatchObject({
    verdict: "wrong",
    found: `${old}, and the stacks ask for >= 1.11.0`,
  });
});

test("the program of TERRAFORM_BINARY_NAME is meant", async () => {
  const at = folder();
  const tofu = writeProgram(at, "tofu", `echo '{ "terraform_version": "1.11.2" }'`);
  const env = { ...pathOf(at), TERRAFORM_BINARY_NAME: tofu };
  expect(await look(PROGRAM_CHECKS, "program/terraform", { env })).toEqual({ verdict: "ok", found: "OpenTofu 1.11.2" });
  const none = { ...pathOf(at), TERRAFORM_BINARY_NAME: "terraform-1.9" };
  expect(await look(PROGRAM_CHECKS, "program/terraform", { env: none })).toMatchObject({
    verdict: "missing",
    found: 'there is no program "terraform-1.9"',
    fix: expect.not.stringContaining("OpenTofu is there") as unknown,
  });
});

test("OpenTofu that nobody named is told", async () => {
  const seen = await lookAt("terraform", { tofu: `echo '{ "terraform_version": "1.11.2" }'` });
  expect(seen.fix).toMatch(/^OpenTofu is there: set TERRAFORM_BINARY_NAME=tofu\. Install/);
});

describe("kubectl", () => {
  test.each([-1, 0, 1])("may be %d minors from the cluster", async (apart) => {
    expect(await lookAt("kubectl", { kubectl: kubectl(`v1.${minor + apart}.0`) })).toMatchObject({ verdict: "ok" });
  });

  test.each([-2, 2])("may not be %d", async (apart) => {
    expect(await lookAt("kubectl", { kubectl: kubectl(`v1.${minor + apart}.0`) })).toEqual({
      verdict: "wrong",
      found: `1.${minor + apart}.0, and the cluster of sample is ${version}: one minor apart is supported`,
      fix: `Install kubectl 1.${minor - 1} to 1.${minor + 1}.`,
    });
  });

  test("of any version will do while there is no environment", async () => {
    const seen = await lookAt("kubectl", { kubectl: kubectl("v1.12.0") }, { environment: null });
    expect(seen).toEqual({ verdict: "ok", found: "1.12.0" });
  });
});

test("version 1 of the AWS CLI, which tells its version on the error output, is wrong", async () => {
  expect(await lookAt("aws", { aws: "echo aws-cli/1.45.11 Python/3.11 >&2" })).toMatchObject({
    verdict: "wrong",
    found: "1.45.11, and version 2 is needed",
  });
});

test("a program that fails, or tells nothing, is unknown", async () => {
  expect(await lookAt("git", { git: "echo no licence >&2; exit 69" })).toMatchObject({
    verdict: "unknown",
    found: '"git" tells no version: no licence',
  });
  expect(await lookAt("git", { git: "true" })).toMatchObject({ verdict: "unknown", found: '"git" tells no version' });
});

test("what a deployment needs is needed where an environment is named", () => {
  const needs = (environment: SiteEnvironment | null) =>
    Object.fromEntries(PROGRAM_CHECKS.map(({ id, need }) => [id, need(environment)]));
  expect(needs(null)).toEqual({
    "program/git": "needed",
    "program/terraform": "needed",
    "program/kubectl": "optional",
    "program/aws": "optional",
    "program/helm": "optional",
  });
  expect(needs(sample().env)).toMatchObject({
    "program/kubectl": "needed",
    "program/aws": "needed",
    "program/helm": "optional",
  });
  // whoever runs the cluster says what gives tokens
  expect(needs(clusterSample().env)).toMatchObject({ "program/kubectl": "needed", "program/aws": null });
  const exec = (command: string) => ({
    cluster: { access: { kind: "endpoint", host: "https://api.example.com", exec: { command } } },
  });
  expect(needs(clusterSample(exec("kubelogin")).env)).toMatchObject({ "program/aws": null });
  expect(needs(clusterSample(exec("/usr/local/bin/aws")).env)).toMatchObject({ "program/aws": "needed" });
});
