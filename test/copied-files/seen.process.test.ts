import { expect, test } from 'vitest';
import { openBrowser, openView } from '../browser/open-view.ts';
import { go, texts } from '../browser/page-actions.ts';
import { startFauxqs } from '../pipeline/files/fauxqs.ts';
import { sourceServer } from '../pipeline/files/source-server.ts';
import { addressesIn, copiedHere, digestsAt, isAtRest } from './copied-here.ts';
import { slackFolder, telegramFolder, whatsappZip } from './exports-with-files.ts';
import { digestOf, fakeStore } from './stores-here.ts';

/** A server of S3 that is no fake of ours. */
async function otherStore() {
  const store = await startFauxqs();
  const { endpoint, bucket, publicUrl, keys } = store;
  const named = await fakeStore({ prefix: 'chat', fake: { endpoint, bucket, publicUrl, keys } as never });
  return { ...named, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

test.each([
  ['Telegram', telegramFolder],
  ['WhatsApp', whatsappZip],
  ['Slack', slackFolder],
] as const)(
  'an export of %s into a server of S3 of others: every attachment answers with its bytes',
  async (_, made) => {
    await using source = await sourceServer();
    const { digests, ...options } = made(source);
    await using at = await copiedHere(otherStore, { ...options, source });
    const { exitCode, result } = await at.run();
    expect([exitCode, result.fileCopies]).toMatchObject([0, { copied: digests.length, balanced: true }]);
    expect((await digestsAt(await addressesIn(at.here))).toSorted()).toEqual(digests);
    const again = await at.run();
    expect(isAtRest(again.result.fileCopies)).toBe(true);
  },
);

test('a migrated picture is seen in the view: its link leads to the copy', async () => {
  await using source = await sourceServer();
  const { digests, ...options } = telegramFolder();
  await using at = await copiedHere(otherStore, { ...options, source });
  expect((await at.run()).exitCode).toBe(0);
  const browser = await openBrowser();
  try {
    const { here } = at;
    const [group] = await Array.fromAsync(here.service.groups.list());
    await using view = await openView(browser, here.viewUrl);
    await go(view.page, `#/c/group_${group?.guid}`, '.attachment');
    expect(await texts(view.page, '.attachment-text')).toHaveLength(2);
    const links = await view.page.evaluate<string[]>(
      "[...document.querySelectorAll('.attachment a, a.attachment')].map((link) => link.href)",
    );
    const seen: string[] = [];
    for (const link of links) {
      const answer = await view.page.context().request.get(link);
      seen.push(digestOf(await answer.body()));
    }
    expect(seen.toSorted()).toEqual(digests);
    expect(view.troubles).toEqual([]);
  } finally {
    await browser.close();
  }
});
