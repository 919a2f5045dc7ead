import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

/** Names under which systems install Chromium or Chrome. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The machine's browser: `CHROME_PATH`, or the first on the PATH; npm never downloads one. Null: there is none. */
export function findBrowser(env: Readonly<Record<string, string | undefined>>): string | null {
  const given = env["CHROME_PATH"];
  if (given) return existsSync(given) ? given : null;
  const folders = (env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return candidates.find((file) => existsSync(file)) ?? null;
}

/** A page that is open, with all that went wrong in it. */
export interface OpenPage {
  readonly page: Page;
  /** Everything that it asked for beside itself, and what it wrote to the console. Empty when all is well. */
  readonly complaints: readonly string[];
}

export type Open = (html: string, options?: BrowserContextOptions) => Promise<OpenPage>;

/** Expression for the tables of a page of which a part cannot be seen. */
export const WIDER = `[...document.querySelectorAll(".table")].filter((table) => table.scrollWidth > table.clientWidth + 1).map((table) => table.textContent.slice(0, 80))`;

const MISSING = "no Chromium: install it (apt-get install chromium), or name it in CHROME_PATH";

/**
 * Tests in one headless browser. Without one they are skipped and say so; in CI they fail.
 * @returns `test` with a function that opens a page
 */
export function browserTests(): (name: string, run: (open: Open) => Promise<void>) => void {
  const program = findBrowser(process.env);
  if (program === null) return missing;
  let browser: Browser;
  const folders: string[] = [];
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    // Chromium's sandbox does not run as root, and CI is often root
    const root = process.getuid?.() === 0;
    browser = await chromium.launch({ executablePath: program, args: root ? ["--no-sandbox"] : [] });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const open: Open = async (html, options) => {
    const folder = mkdtempSync(join(tmpdir(), "railyard-page-"));
    folders.push(folder);
    const file = join(folder, "review.html");
    writeFileSync(file, html);
    const url = pathToFileURL(file).href;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    contexts.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (request.url() !== url) complaints.push(`request: ${request.url()}`);
    });
    await page.goto(url);
    return { page, complaints };
  };
  return (name, run) => test(name, () => run(open));
}

function missing(name: string): void {
  if (process.env["CI"] === "true") {
    test(name, () => {
      throw new Error(MISSING);
    });
    return;
  }
  process.stderr.write(`Skipped, since there is ${MISSING}: ${name}\n`);
  test.skip(name, () => undefined);
}
