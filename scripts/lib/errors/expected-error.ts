/** Something that a person can mend: the message says what and how, and is all that is shown of it. */
export class ExpectedError extends Error {}
