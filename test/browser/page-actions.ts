import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Goes to a place of the page by its address, and waits until the page shows what the selector matches. */
export const go = async (page: Page, hash: string, shows: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.waitForSelector(shows);
};

/** Waits until an expression is true in the page, whose policy forbids the usual way of waiting. */
export const until = (page: Page, expression: string): Promise<void> =>
  expect.poll(() => page.evaluate(expression), { message: expression }).toBeTruthy();

/** The texts of all elements that a selector matches, in the order of the page. */
export const texts = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).allTextContents();
