import { describe, expect, test } from 'vitest';
import { sourceServer } from '../pipeline/files/source-server.ts';
import { addressesIn, copiedHere, digestsAt, isAtRest } from './copied-here.ts';
import { slackFolder, telegramFolder, whatsappZip } from './exports-with-files.ts';
import { fakeStore, folderStore } from './stores-here.ts';

const STORES = { s3: () => fakeStore({ prefix: 'chat' }), folder: folderStore };

describe.each(Object.entries(STORES))('into a store that is %s', (_, store) => {
  test.each([
    ['a folder of Telegram', telegramFolder],
    ['a zip of WhatsApp', whatsappZip],
    ['an export of Slack with files of slackdump and files behind a login', slackFolder],
  ] as const)('%s: every attachment answers to everybody, with its bytes', async (_name, made) => {
    await using source = await sourceServer();
    const { digests, ...options } = made(source);
    await using at = await copiedHere(store, { ...options, source });
    const { exitCode, result } = await at.run();
    expect(exitCode).toBe(0);
    const addresses = await addressesIn(at.here);
    expect(addresses.every((address) => address.startsWith(`${at.store.spec['publicUrl']}/`))).toBe(true);
    expect((await digestsAt(addresses)).toSorted()).toEqual(digests);
    expect(result.fileCopies).toMatchObject({ balanced: true, copied: digests.length });
    expect(Object.keys(await at.store.contents())).toHaveLength(digests.length);
    const writes = at.store.writes();
    source.forget();
    const again = await at.run();
    expect(isAtRest(again.result.fileCopies)).toBe(true);
    expect([source.requests, at.store.writes()]).toEqual([[], writes]);
  });
});
