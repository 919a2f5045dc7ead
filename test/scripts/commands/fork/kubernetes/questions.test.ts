import { ENVIRONMENTS } from "../../../../../config/environments";
import { loadEnvironments } from "../../../../../config";
import { clusterOf } from "../../../../../config/sites/kubernetes/environment";
import { complete } from "../../../../../scripts/commands/fork/kubernetes/questions";
import type { Terminal } from "../../../../../scripts/lib/terminal/ask";
import { NOW } from "../../../../helpers/environment";

const GIVEN = { storageClasses: new Map(), nodes: new Map() };

const shipped = (name: string) => clusterOf(loadEnvironments(ENVIRONMENTS, [name], NOW)[0]!.resolved)!.written;

/** A person who answers in this order; an empty answer takes the suggestion. */
function person(...answers: string[]) {
  const asked: string[] = [];
  const printed: string[] = [];
  const terminal: Terminal = {
    ask: async (question, suggestion) => {
      asked.push(question);
      return answers.shift() || (suggestion ?? "");
    },
    tell: (text) => printed.push(text),
    close: () => {},
  };
  return { terminal, asked, printed };
}

test("asks for what is missing, again where an answer cannot be", async () => {
  const { terminal, asked, printed } = person("", "iron", "mine", "1", "1.35", "many", "32", "2", "1", "No", "");
  const answers = await complete(shipped("iron"), GIVEN, terminal);
  expect(asked).toEqual([
    "Context of the kubeconfig",
    "Context of the kubeconfig",
    "Context of the kubeconfig",
    "Kubernetes of the cluster",
    "Kubernetes of the cluster",
    "Nodes of dgx",
    "Nodes of dgx",
    "Nodes of small",
    "Nodes of desktops",
    "Bucket of Terraform's state",
    "Bucket of Terraform's state",
  ]);
  expect(printed.slice(1)).toEqual([
    '"iron" is the cluster of the original: one cluster has one environment',
    expect.stringMatching(/minor version of Kubernetes/),
    '"many" is no number of nodes',
    expect.stringMatching(/legal bucket name/),
  ]);
  expect(answers).toMatchObject({ context: "mine", version: "1.35", stateBucket: "railyard-state" });
  expect(answers.nodes).toEqual(
    new Map([
      ["dgx", 32],
      ["small", 2],
      ["desktops", 1],
    ]),
  );
});

test("asks for an address where the original has one, and for the program where it has none", async () => {
  const endpoint = person("http://x", "https://x:6443");
  expect(await complete(shipped("ethernet"), GIVEN, endpoint.terminal)).toMatchObject({ host: "https://x:6443" });
  expect(endpoint.printed).toEqual([expect.stringMatching(/https address/)]);
  const changed = person("kubelogin");
  expect(await complete(shipped("iron"), { ...GIVEN, host: "https://x:6443" }, changed.terminal)).toMatchObject({
    host: "https://x:6443",
    exec: "kubelogin",
  });
});

test("asks nothing that is given", async () => {
  const { terminal, asked } = person();
  const nodes = new Map([
    ["dgx", 2],
    ["small", 1],
    ["desktops", 1],
  ]);
  const given = { ...GIVEN, context: "mine", version: "1.35", stateBucket: "own", nodes };
  expect(await complete(shipped("iron"), given, terminal)).toEqual(given);
  expect(asked).toEqual([]);
});

test("fails where nobody is there to say which cluster it is", () =>
  expect(complete(shipped("iron"), GIVEN, null)).rejects.toThrow(/--context <name>/));
