/**
 * Whether a host, with a port or without, is whoever asks for it. Short and decimal forms of addresses are read as programs
 * read them: 127.1 is 127.0.0.1.
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
export function isLoopback(host: string): boolean {
  const url = `http://${host}`;
  const name = URL.canParse(url) ? new URL(url).hostname : host;
  return name === "localhost" || name.endsWith(".localhost") || /^127(?:\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$/.test(name);
}
