import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { podKubectl } from "../../../../scripts/lib/kubernetes/in-cluster";
import { fakeProgram, withPath } from "../../../helpers/deploying";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

/** A pod with a token. */
function account(): string {
  const at = folder();
  writeFileSync(join(at, "token"), "a-token-of-this-pod");
  writeFileSync(join(at, "ca.crt"), "an authority");
  return at;
}

test.each([
  [{ KUBERNETES_SERVICE_HOST: "10.100.0.1", KUBERNETES_SERVICE_PORT: "6443" }, "https://10.100.0.1:6443"],
  [{ KUBERNETES_SERVICE_HOST: "fd00::1" }, "https://[fd00::1]:443"],
])("kubectl asks the cluster of the pod by its token, which stays in its file: %j", async (service, server) => {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", "*) :;;");
  const own = account();
  await podKubectl({ folder: at, env: { ...withPath(at), ...service }, account: own }).run("get", "node");
  const file = join(at, "kubeconfig.json");
  expect(calls()).toEqual(["get node"]);
  const text = readFileSync(file, "utf8");
  expect(text).not.toContain("a-token-of-this-pod");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(text)).toMatchObject({
    "current-context": "cluster",
    clusters: [{ name: "cluster", cluster: { server, "certificate-authority": join(own, "ca.crt") } }],
    users: [{ name: "cluster", user: { tokenFile: join(own, "token") } }],
  });
});

test("outside of a pod, and in one without a token, that is told", () => {
  const at = folder();
  const service = { KUBERNETES_SERVICE_HOST: "10.100.0.1" };
  expect(() => podKubectl({ folder: at, env: {}, account: account() })).toThrow(
    "This is no pod of a cluster with an account: KUBERNETES_SERVICE_HOST is not set.",
  );
  expect(() => podKubectl({ folder: at, env: service, account: at })).toThrow(
    `This is no pod of a cluster with an account: ${join(at, "token")} is not there.`,
  );
});
