import { updated } from "../../../helpers/plan";
import { findingsOf, only } from "../../../helpers/reviewed";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKjRKQYhKcLzKwQyNQ9oCFi4mVqMmTtCKhVvWDkVbJ5h ada@laptop";
const env = (slurm: object) => ({ slurm: { users: { ada: { uid: 20001, keys: [KEY] } }, ...slurm } });

describe("login pods", () => {
  const none = { before: env({}), after: env({ login: { kind: "none" } }) };

  test("that go for good are a danger", () => {
    const finding = only("stops", none);
    expect(finding).toMatchObject({ severity: "danger", address: "sample-slurm.config.slurm.login" });
    expect(finding.text).toMatch(/nobody can log in[^]*Users of config: ada/);
    expect(findingsOf("stops", { before: none.after, after: none.before })).toEqual([]);
    expect(findingsOf("stops", { before: none.before, after: env({ login: { kind: "internal" } }) })).toEqual([]);
  });

  test("are not made anew then", () => {
    const values = (loginsets: object) => [JSON.stringify({ clusterName: "sample", loginsets }, null, 2)];
    const slurm = { name: "slurm", chart: "slurm", version: "1.2.0", values: values({ login: { replicas: 1 } }) };
    const plans = { slurm: [updated("helm_release.slurm", slurm, { values: values({}) })] };
    expect(findingsOf("stops", { ...none, plans }).map(({ title }) => title)).toEqual([only("stops", none).title]);
    expect(JSON.stringify(findingsOf("stops", { before: none.before, plans }))).toContain("made anew");
  });
});

describe("login pods that come", () => {
  const none = { before: env({ login: { kind: "none" } }), after: env({}) };
  const values = (loginsets: object) => [JSON.stringify({ clusterName: "sample", loginsets }, null, 2)];
  const slurm = { name: "slurm", chart: "slurm", version: "1.2.0", values: values({}) };
  const plans = { slurm: [updated("helm_release.slurm", slurm, { values: values({ login: { replicas: 1 } }) })] };

  test("end nothing where none were", () => {
    const finding = only("stops", { ...none, plans });
    expect(finding).toMatchObject({ severity: "info", title: expect.stringContaining("had none") });
    expect(finding.text).not.toContain("made anew");
  });

  test("and are others where some were: sessions end", () => {
    const before = env({ login: { kind: "internet", allowedCidrs: ["192.0.2.0/24"] } });
    expect(JSON.stringify(findingsOf("stops", { before, after: none.after, plans }))).toContain("sessions on them end");
  });
});

describe("keys", () => {
  const without = (more: object = {}) => env({ users: { ada: { uid: 20001, keys: null } }, ...more });

  test("whose last one goes let nobody in", () => {
    const finding = only("stops", { before: env({}), after: without() });
    expect(finding).toMatchObject({ severity: "warning" });
    expect(finding.title).toContain("ada can no longer log in");
    expect(findingsOf("stops", { before: without(), after: env({}) })).toEqual([]);
  });

  test("may be in a Secret, which config cannot tell", () => {
    const before = env({ keysSecretName: "people" });
    expect(only("stops", { before, after: without({ keysSecretName: "people" }) }).title).toContain(
      "only by keys that people leads to",
    );
  });
});

test("SSH to nodes that ends is told, and one that begins is not", () => {
  const [before, after] = [env({ nodeSsh: true }), env({})];
  expect(only("stops", { before, after })).toMatchObject({
    severity: "warning",
    address: "sample-slurm.config.slurm.nodeSsh",
  });
  expect(findingsOf("stops", { before: after, after: before })).toEqual([]);
});
