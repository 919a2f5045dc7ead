import { ExpectedError } from "../lib/errors/expected-error";

/** There can be no control plane: a program is missing, or one that was started has ended. */
export class ControlPlaneError extends ExpectedError {}
