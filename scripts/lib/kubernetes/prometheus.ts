import { CHARTS } from "../../../config/facts/versions";
import { ExpectedError } from "../errors/expected-error";
import { parseJson } from "../files/read-json";
import type { Kubectl } from "./kubectl";

/**
 * Services that the operator of Prometheus makes beside its pods, by the numbers of their ports: the chart calls them `http-web`, the
 * operator `web` where nobody says otherwise.
 * @see https://prometheus-operator.dev/docs/platform/troubleshooting/
 */
const SERVICES = { prometheus: "prometheus-operated:9090", alertmanager: "alertmanager-operated:9093" };

/** Asks Prometheus or Alertmanager through the API of Kubernetes. @param path with its query @throws KubectlError */
export function askMonitoring(
  kubectl: Pick<Kubectl, "run">,
  service: keyof typeof SERVICES,
  path: string,
): Promise<string> {
  const { namespace } = CHARTS["kube-prometheus-stack"];
  return kubectl.run("get", "--raw", `/api/v1/namespaces/${namespace}/services/http:${SERVICES[service]}/proxy${path}`);
}

/** Asks Prometheus anything. @param at seconds since 1970 @returns what it answered @throws KubectlError */
export function askPrometheusAt(kubectl: Pick<Kubectl, "run">, question: string, at: number): Promise<string> {
  const query = new URLSearchParams({ query: question, time: String(at) });
  return askMonitoring(kubectl, "prometheus", `/api/v1/query?${query.toString()}`);
}

interface Answer {
  readonly status?: string;
  readonly error?: string;
  readonly data?: {
    readonly result?: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly value: readonly [number, string];
    }[];
  };
}

/** A number of Prometheus, with its labels. */
export interface PrometheusSample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

/** @throws ExpectedError where Prometheus did not answer the question */
export function readSamples(text: string): PrometheusSample[] {
  const { status, error, data } = parseJson(text, { name: "The answer of Prometheus" }) as Answer;
  if (status !== "success" || !Array.isArray(data?.result))
    throw new ExpectedError(`Prometheus did not answer: ${error ?? text.slice(0, 120)}`);
  return (data.result as NonNullable<NonNullable<Answer["data"]>["result"]>).map(({ metric, value }) => ({
    metric,
    value: Number(value[1]),
  }));
}
