import { expect, test } from 'vitest';
import { byHand, countedPages, LIMITS, limitOf, wordsOf } from './count-words.ts';

const pages = countedPages();

test('the documents have at most 45,000 words, of which 25,000 are written by hand', () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(wordsOf(pages)).toBeLessThanOrEqual(LIMITS.all);
  expect(wordsOf(byHand(pages))).toBeLessThanOrEqual(LIMITS.byHand);
});

test('a page of a system has at most 800 words, a guide 1,200, every other page 1,500', () => {
  const long = pages.flatMap((page) => {
    const most = limitOf(page) ?? Number.POSITIVE_INFINITY;
    return page.words > most ? [`${page.path}: ${page.words} words, of ${most}`] : [];
  });
  expect(long).toEqual([]);
});
