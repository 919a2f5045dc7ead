import { ExpectedError } from "../errors/expected-error";

/** A tool or a chart is missing. What is wrong with a release is a finding instead. */
export class ChartsError extends ExpectedError {}

/** Without Helm nothing can be looked at; without a chart its release alone cannot. */
export class MissingHelmError extends ChartsError {}

/** The error where there is no Helm. */
export function missingHelm(helm: string): MissingHelmError {
  return new MissingHelmError(
    `There is no program "${helm}". Install Helm 3 (go install helm.sh/helm/v3/cmd/helm@latest) or name it in HELM.`,
  );
}
