import { ExpectedError } from "../errors/expected-error";

/** The check itself cannot go on: a tool or a chart is missing. What is wrong with a release is a finding instead. */
export class ChartsError extends ExpectedError {}

/** The error where there is no Helm. */
export function missingHelm(helm: string): ChartsError {
  return new ChartsError(
    `There is no program "${helm}". Install Helm 3 (go install helm.sh/helm/v3/cmd/helm@latest) or name it in HELM.`,
  );
}
