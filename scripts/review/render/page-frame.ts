import { createHash } from "node:crypto";
import { Html, markup } from "./html";

export interface PageFrameProps {
  readonly title: string;
  readonly styles: readonly string[];
  /** The only program of the page. @default - it has none */
  readonly script?: string;
  /** What stands in `<body>`; the script is put behind it. */
  readonly body: Html;
}

/** One page in one file, which needs nothing beside itself. Its head names Railyard as who wrote it. */
export function pageFrame({ title, styles, script, body }: PageFrameProps): string {
  const style = styles.join("\n");
  return `<!doctype html>\n${
    markup`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Railyard">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
${body}
${script === undefined ? null : markup`<script>${new Html(script)}</script>\n`}</body>
</html>
`.text
  }`;
}

/** Nothing may be loaded, sent or run but the page's own style and script: not even by a value that got out. */
function policy(style: string, script: string | undefined): string {
  return [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `style-src ${hashOf(style)}`,
    // the empty icon, without which browsers ask for one
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
