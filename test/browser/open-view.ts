import { setTimeout as sleep } from 'node:timers/promises';
import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Chromium as it comes through npm, without the switches that would take its own protection away. */
const UNSAFE =
  /^--(?:disable-web-security|allow-running-insecure-content|single-process|no-zygote|disable-site-isolation)/;

/** They only end what hangs. */
const UNPACK_MS = 180_000;
const HANG_MS = 600_000;

/** Starts a browser that is gone at the end of the test. */
export async function openBrowser(): Promise<Browser> {
  sparticuz.setGraphicsMode = false;
  const args = sparticuz.args.filter((arg) => !UNSAFE.test(arg));
  for (const start = Date.now(); ; await sleep(500)) {
    try {
      const browser = await chromium.launch({
        executablePath: await sparticuz.executablePath(),
        args,
        headless: true,
        timeout: HANG_MS,
      });
      browser.on('context', (context) => context.setDefaultTimeout(HANG_MS));
      return browser;
    } catch (error) {
      // The first use unpacks the browser to where all tests find it; another test may be at it just now.
      if (Date.now() - start > UNPACK_MS) throw error;
    }
  }
}

/** A page with everything that must not happen in it. */
export type Watched = AsyncDisposable & {
  readonly page: Page;
  /** Errors, messages in the console, dialogs, violations of the policy, requests to other origins. */
  readonly troubles: readonly string[];
  /** How many elements the page has. */
  elements(): Promise<number>;
  /** How far the page can be scrolled sideways, in pixels. */
  sideways(): Promise<number>;
};

/** Opens an address of the view in a browser window of its own and waits for nothing. */
export async function openView(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  const { origin } = new URL(url);
  page.on('console', (message) => troubles.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${origin}/`) && !address.startsWith('data:'))
      troubles.push(`request: ${address}`);
  });
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))",
  );
  await page.goto(url);
  return {
    page,
    troubles,
    elements: () => page.evaluate<number>("document.querySelectorAll('*').length"),
    sideways: () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
    [Symbol.asyncDispose]: () => context.close(),
  };
}
