import { ExpectedError } from "../../lib/errors/expected-error";

/** The check itself cannot go on: a tool or a chart is missing. What is wrong with a release is a finding instead. */
export class ChartsError extends ExpectedError {}
