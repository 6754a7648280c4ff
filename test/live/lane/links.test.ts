import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LINKS_LOG } from '../../../src/features/live/lane/links/kept-links.ts';
import { openLinks } from '../../../src/features/live/lane/links/open-links.ts';
import { fileState } from '../../../src/files/state/file-state.ts';
import { realFiles } from '../../../src/system/files.ts';

describe('what both sides hold', () => {
  let folder: string;
  const state = () => fileState(folder, realFiles);
  const open = () => openLinks(state(), join(folder, 'links.sqlite'), realFiles);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chatferry-links-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is there again after it was closed', async () => {
    {
      await using links = await open();
      links.note('messages', 'm', 'old', { version: 5, digest: 'a' });
      links.note('messages', 'm', 'new', { version: 0, digest: 'a', isOurs: true });
      for (const [key, at, order] of [
        ['b', 2_000, 7],
        ['c', 2_000, 8],
        ['a', 1_000, 9],
      ] as const)
        links.noteSent('new', 'team', { key, at, order, sentAt: 12, isExact: false });
      links.noteSent('new', 'team', { key: 'b', at: 2_000, order: 7, sentAt: 11, isExact: true });
      links.noteSent('old', 'ann,ben', { key: 'd', at: 1, order: 0, sentAt: 3, isExact: true });
      links.noteParts('old', 'messages', 'long', ['long-1', 'long-2']);
    }
    await using links = await open();
    expect(links.find('messages', 'm', 'old')).toEqual({ version: 5, digest: 'a' });
    expect(links.find('messages', 'm', 'new')).toEqual({ version: 0, digest: 'a', isOurs: true });
    expect(links.find('messages', 'n', 'new')).toBeUndefined();
    const b = { key: 'b', at: 2_000, order: 7, sentAt: 11, isExact: true };
    expect(links.sent('new', 'team', 'b')).toEqual(b);
    const near = (where: 'before' | 'after', order: number) =>
      links.near('new', 'team', { key: 'x', at: 2_000, order }, where)?.key;
    expect([near('before', 7), near('before', 8), near('before', 9)]).toEqual(['a', 'b', 'c']);
    expect([near('after', 6), near('after', 7), near('after', 8)]).toEqual(['b', 'c', undefined]);
    expect(links.near('new', 'team', b, 'after')).toMatchObject({ key: 'c', isExact: false });
    expect(links.conversations()).toEqual(['ann,ben', 'team']);
    expect(links.partsOf('old', 'messages', 'long')).toEqual(['long-1', 'long-2']);
  });

  test('the neighbours of a message are those that were noted last', async () => {
    await using links = await open();
    const place = (key: string, at: number) => ({ key, at, order: 0 });
    const note = (key: string, at: number) =>
      links.noteSent('new', 'team', { ...place(key, at), sentAt: 0, isExact: false });
    const around = (key: string, at: number) =>
      (['before', 'after'] as const).map((where) => links.near('new', 'team', place(key, at), where)?.key);
    expect(around('x', 5)).toEqual([undefined, undefined]);
    note('a', 10);
    expect([around('x', 5), around('x', 15), around('a', 15)]).toEqual([
      [undefined, 'a'],
      ['a', undefined],
      [undefined, undefined],
    ]);
    note('c', 30);
    note('b', 20);
    expect([around('x', 35), around('x', 25), around('c', 35)]).toEqual([
      ['c', undefined],
      ['b', 'c'],
      ['b', undefined],
    ]);
    // The last one stands elsewhere now.
    note('c', 5);
    expect([around('x', 35), around('x', 8)]).toEqual([
      ['b', undefined],
      ['c', 'a'],
    ]);
  });

  test('of a long conversation only the newest messages are known', async () => {
    await using links = await open();
    for (let at = 0; at < 1_000; at++)
      links.noteSent('new', 'team', { key: `m-${at}`, at, order: 0, sentAt: at, isExact: true });
    const known = Array.from(
      { length: 1_000 },
      (_, at) => links.sent('new', 'team', `m-${at}`) !== undefined,
    );
    expect(known.lastIndexOf(false)).toBeGreaterThanOrEqual(1_000 - 351);
    expect(known.lastIndexOf(false)).toBeLessThan(1_000 - 300);
  });

  test('is there up to the last whole line, wherever a kill has cut it', async () => {
    const keys = Array.from({ length: 6 }, (_, at) => `m-${at}`);
    const ends: number[] = [];
    {
      await using links = await open();
      for (const [at, key] of keys.entries()) {
        links.note('messages', key, 'old', { version: at, digest: `d${at}` });
        ends.push((await state().bytesOf(LINKS_LOG)) ?? 0);
      }
    }
    const { length } = Buffer.from((await realFiles.readFile(join(folder, LINKS_LOG), 'utf8')) ?? '');
    for (let bytes = length; bytes > 0; bytes--) {
      await state().truncate(LINKS_LOG, bytes);
      await using links = await open();
      const there = keys.filter((key) => links.find('messages', key, 'old') !== undefined);
      expect(there).toEqual(keys.slice(0, ends.filter((end) => end <= bytes).length));
    }
  });

  test('damage before what was synced is found', async () => {
    {
      await using links = await open();
      for (let at = 0; at < 4; at++) {
        links.note('messages', `m-${at}`, 'old', { version: at, digest: 'd' });
        await links.sync();
      }
    }
    rmSync(join(folder, 'links.sqlite'));
    const log = state().open(LINKS_LOG);
    log.write(Buffer.from('x'), 150);
    log[Symbol.dispose]();
    await expect(open()).rejects.toMatchObject({ code: 'STATE.CORRUPT' });
  });

  test('an index that is damaged is made anew', async () => {
    {
      await using links = await open();
      links.note('groups', 'g', 'new', { version: 1, digest: 'd' });
    }
    await realFiles.writeFile(join(folder, 'links.sqlite'), 'no database', { mode: 0o600 });
    await using links = await open();
    expect(links.find('groups', 'g', 'new')).toEqual({ version: 1, digest: 'd' });
  });

  test('are written anew once most of a long log is out of date, and say the same', async () => {
    const path = join(folder, LINKS_LOG);
    const digest = 'd'.repeat(120);
    {
      await using links = await open();
      links.noteId('old', 'm', '7');
      links.noteParts('old', 'messages', 'long', ['long-1', 'long-2']);
      links.noteSent('new', 'team', { key: 'b', at: 2_000, order: 7, sentAt: 12, isExact: false });
      for (let version = 1; statSync(path).size <= 33 << 20; version++)
        for (let key = 0; key < 1_000; key++)
          links.note('groups', `g-${key}`, 'new', { version, digest: `${digest}${key}` });
    }
    const long = statSync(path).size;
    const [first, last] = await (async () => {
      await using links = await open();
      return [links.find('groups', 'g-0', 'new'), links.find('groups', 'g-999', 'new')];
    })();
    expect(statSync(path).size).toBeLessThan(long / 10);
    expect(first?.digest).toBe(`${digest}0`);
    expect(last?.version).toBe(first?.version);
    await using links = await open();
    expect(links.find('groups', 'g-999', 'new')).toEqual(last);
    expect(links.idOf('old', 'm')).toBe('7');
    expect(links.partsOf('old', 'messages', 'long')).toEqual(['long-1', 'long-2']);
    expect(links.sent('new', 'team', 'b')).toMatchObject({ sentAt: 12 });
    links.note('groups', 'g-0', 'new', { version: 1, digest: 'other' });
    expect(links.find('groups', 'g-0', 'new')).toEqual({ version: 1, digest: 'other' });
  });
});
