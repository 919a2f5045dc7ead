/** Error of a pattern that also says the value without slashes at its end, where nothing else is wrong with it. */
export const withoutLastSlash =
  (pattern: RegExp, message: string) =>
  ({ input }: { readonly input?: unknown }): string => {
    const plain = String(input).replace(/\/+$/, "");
    return pattern.test(plain) ? `${message}: write ${JSON.stringify(plain)}, without the slash at its end` : message;
  };

/** Error of a pattern that also says what was nearly right. @param correct makes of a text what was meant by it */
export const withCorrected =
  (pattern: RegExp, message: string, correct: (text: string) => string) =>
  ({ input }: { readonly input?: unknown }): string => {
    const corrected = correct(String(input));
    return pattern.test(corrected) ? `${message}: write ${JSON.stringify(corrected)}` : message;
  };

/** Error of a pattern of certificates that names what copies of files often have. @param atMost certificates in a text */
export const certificateFault =
  (message: string, atMost = Infinity) =>
  ({ input }: { readonly input?: unknown }): string => {
    const text = String(input);
    // whoever pasted one has something graver to do than to mend its lines
    if (text.includes("PRIVATE KEY"))
      return `${message}; there is a private key in it: take it out, and make another one`;
    if (text.includes("\r"))
      return `${message}; its lines end with CRLF: write the text that "tr -d '\\r' < FILE" prints`;
    const count = text.split("-----BEGIN CERTIFICATE-----").length - 1;
    return count > atMost ? `${message}; there are ${count}: write each under a name of its own` : message;
  };
