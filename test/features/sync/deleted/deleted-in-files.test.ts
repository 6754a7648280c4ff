import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ServiceHere } from '../../../support/service-here.ts';
import { DELETED, file, message, muids, nightly, write } from './night.ts';

describe('files that say different things of a message', () => {
  const two = (first: string, second: string): Promise<ServiceHere> =>
    nightly(first, 'sync: {}', { 'messages-2.csv': second });
  const both = (here: ServiceHere, ...others: readonly string[]): void =>
    writeFileSync(
      here.pipeline,
      readFileSync(here.pipeline, 'utf8').replace(
        'path: messages.csv',
        `path: [messages.csv, ${others.join(', ')}]`,
      ),
    );

  test.each([
    ['the later file says deleted', message(2), message(2, { deleted: DELETED }), false],
    ['the later file says that it is there', message(2, { deleted: DELETED }), message(2), true],
  ])('%s, and is right', async (_, earlier, later, isThere) => {
    await using here = await two(file(message(1), earlier), file(message(3), later));
    both(here, 'messages-2.csv');
    const expected = isThere ? ['m1', 'm2', 'm3'] : ['m1', 'm3'];
    for (let night = 1; night <= 3; night++) {
      expect((await here.json('run', '--yes')).exitCode).toBe(0);
      expect(await muids(here)).toEqual(expected);
      expect((await here.json('verify')).exitCode).toBe(0);
    }
  });

  test('a message that has landed is removed once a later file says so, and returns with a still later one', async () => {
    await using here = await two(file(message(1), message(2)), file(message(3)));
    write(here, 'messages-3.csv', file());
    both(here, 'messages-2.csv', 'messages-3.csv');
    await here.json('run', '--yes');
    write(here, 'messages-2.csv', file(message(3), message(2, { deleted: DELETED })));
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await muids(here)).toEqual(['m1', 'm3']);
    expect((await here.json('verify')).exitCode).toBe(0);
    write(here, 'messages-3.csv', file(message(2)));
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await muids(here)).toEqual(['m1', 'm2', 'm3']);
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test.each([
    ['before', [message(2, { deleted: DELETED }), message(2)]],
    ['after', [message(2), message(2, { deleted: DELETED })]],
  ])('within one file the deletion counts, %s the row', async (_, rows) => {
    await using here = await nightly(file(message(1), message(2)));
    await here.json('run', '--yes');
    write(here, 'messages.csv', file(message(1), ...rows));
    for (let night = 2; night <= 4; night++) {
      expect((await here.json('run', '--yes')).exitCode).toBe(0);
      expect(await muids(here)).toEqual(['m1']);
      expect((await here.json('verify')).exitCode).toBe(0);
    }
  });

  test('a refused row in a later file keeps what the service has', async () => {
    await using here = await two(file(message(1), message(2)), file(message(3)));
    both(here, 'messages-2.csv');
    await here.json('run', '--yes');
    write(here, 'messages.csv', file(message(1), message(2, { deleted: DELETED })));
    write(here, 'messages-2.csv', file(message(3), message(2, { text: '' })));
    expect((await here.json('run', '--yes')).exitCode).toBe(4);
    expect(await muids(here)).toEqual(['m1', 'm2', 'm3']);
  });
});
