import { Kubectl } from "../../../../scripts/lib/kubernetes/kubectl";
import { fakeProgram, withPath } from "../../../helpers/deploying";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

const kubectl = (at: string) => new Kubectl({ cluster: ["--kubeconfig", "/k"], folder: at, env: withPath(at) });

test("lists objects of all namespaces, or of one", async () => {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", `*) echo '{"items":[{"metadata":{"name":"a"}}]}';;`);
  expect(await kubectl(at).list("service")).toEqual([{ metadata: { name: "a" } }]);
  await kubectl(at).list("statefulset", "slurm");
  expect(calls()).toEqual([
    "get service --all-namespaces --output=json",
    "get statefulset --namespace slurm --output=json",
  ]);
});

test("knows whether there is a kind", async () => {
  const at = folder();
  fakeProgram(at, "kubectl", `*clusterqueues*) echo crd/x;;\n*) :;;`);
  expect(await kubectl(at).hasKind("clusterqueues.kueue.x-k8s.io")).toBe(true);
  expect(await kubectl(at).hasKind("foos.example.com")).toBe(false);
});

test("fails without the program, in words", async () => {
  const one = new Kubectl({ cluster: ["--kubeconfig", "/k"], folder: folder(), env: { PATH: "/no/such/folder" } });
  await expect(one.run("get", "node")).rejects.toThrow('There is no program "kubectl"');
});

test("a person's contexts and preferences are not used, whatever the environment says", async () => {
  const at = folder();
  fakeProgram(at, "kubectl", `*) echo "$KUBERC $KUBECTL_KUBERC $*";;`);
  const env = { ...withPath(at), KUBECONFIG: "/home/ann/.kube/config", KUBERC: "/home/ann/.kube/kuberc" };
  const output = await new Kubectl({ cluster: ["--kubeconfig", "/own"], folder: at, env }).run(
    "delete",
    "service",
    "login",
  );
  expect(output.trim()).toBe("off false --kubeconfig /own --request-timeout=30s delete service login");
});
