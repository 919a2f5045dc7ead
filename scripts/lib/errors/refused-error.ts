import { ExpectedError } from "./expected-error";

/** All went well, and the answer is no: somebody declined, or what was asked for would lose something. Exit code 2. */
export class RefusedError extends ExpectedError {}
