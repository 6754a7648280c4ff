import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import {
  type SmallMessage,
  sendbirdExport,
  sendbirdId,
  slackExport,
  slackId,
  zipped,
} from './small-exports.ts';

const OLD = 'retention: { messagesOlderThanDays: 36500 }';

/** How a system gives an export of a night, and where. */
const SYSTEMS = [
  ['sendbird', 'exports/*/', sendbirdId, folder(sendbirdExport)],
  ['sendbird', 'exports/*.zip', sendbirdId, archive(sendbirdExport)],
  ['slack', 'exports/*.zip', slackId, archive(slackExport)],
] as const;

type Put = (here: string, night: string, messages: readonly SmallMessage[]) => void;

function folder(make: (messages: readonly SmallMessage[]) => Readonly<Record<string, string>>): Put {
  return (here, night, messages) => {
    for (const [name, content] of Object.entries(make(messages))) {
      const path = join(here, 'exports', night, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  };
}

function archive(make: (messages: readonly SmallMessage[]) => Readonly<Record<string, string>>): Put {
  return (here, night, messages) => {
    mkdirSync(join(here, 'exports'), { recursive: true });
    writeFileSync(join(here, 'exports', `${night}.zip`), zipped(make(messages)));
  };
}

async function landed({ service }: ServiceHere): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const { muid, data, deletedAt } of service.messages.list({ limit: 100 }))
    if (muid && deletedAt === undefined) found[muid] = data?.text;
  return found;
}

describe.each(SYSTEMS)('%s, %s', (system, path, idOf, put) => {
  const nightly = (): Promise<ServiceHere> =>
    serviceHere({
      files: {},
      rest: `  export: { system: ${system}, path: ${path} }\n${OLD}\nsync: { onMissing: delete, maxDelete: 5 }`,
    });

  test('an export of another window brings what is new, changed and deleted, and nothing else', async () => {
    await using here = await nightly();
    put(here.folder, '2026-01', [{ n: 1 }, { n: 2 }, { n: 3, reactions: ['ben'] }, { n: 4 }, { n: 5 }]);
    const first = await here.json('run', '--yes');
    expect([first.exitCode, first.result.entities.messages]).toMatchObject([0, { created: 5 }]);

    put(here.folder, '2026-02', [
      { n: 3, reactions: ['ben'] },
      { n: 4, text: 'edited', edited: 1 },
      { n: 5, deleted: true },
      { n: 6 },
    ]);
    const sent = here.requests.length;
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.entities.messages, result.deletedAtSource]).toMatchObject([
      0,
      { read: 6, created: 1, updated: 1, unchanged: 3, skipped: 1 },
      { messages: { removed: 1, kept: 0, failed: 0 } },
    ]);
    expect(result.missing?.messages).toMatchObject({ deleted: 0, kept: 0 });
    expect(await landed(here)).toEqual({
      [idOf(1)]: 'text 1',
      [idOf(2)]: 'text 2',
      [idOf(3)]: 'text 3',
      [idOf(4)]: 'edited',
      [idOf(6)]: 'text 6',
    });
    const writes = here.requests.slice(sent).filter((request) => !request.startsWith('GET'));
    expect(writes.length, writes.join()).toBe(3);
    expect((await here.json<Verification>('verify')).exitCode).toBe(0);

    const before = here.requests.length;
    const again = await here.json('run', '--yes');
    expect([again.exitCode, again.result.requests.sent, here.requests.length]).toEqual([0, 0, before]);
  });
});

test('a message that a later export says was deleted is removed, with all that it became, though missing rows are kept', async () => {
  const long = 'word '.repeat(5_000);
  const files = (name: string, messages: readonly SmallMessage[]) =>
    Object.entries(sendbirdExport(messages)).map(
      ([file, text]) => [`exports/${name}/${file}`, text] as const,
    );
  await using here = await serviceHere({
    files: Object.fromEntries(files('1', [{ n: 1 }, { n: 2, text: long }, { n: 3 }])),
    rest: `  export: { system: sendbird, path: exports/*/ }\n${OLD}\nsync: {}`,
  });
  await here.json('run', '--yes');
  const before = Object.keys(await landed(here));
  expect(before.length).toBeGreaterThan(4);

  for (const [name, text] of files('2', [{ n: 1 }, { n: 2, text: '', deleted: true }])) {
    mkdirSync(dirname(join(here.folder, name)), { recursive: true });
    writeFileSync(join(here.folder, name), text);
  }
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.balanced, result.deletedAtSource]).toMatchObject([
    0,
    true,
    { messages: { removed: before.length - 2 } },
  ]);
  expect(await landed(here)).toEqual({ [sendbirdId(1)]: 'text 1', [sendbirdId(3)]: 'text 3' });
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const again = await here.json('run', '--yes');
  expect([again.exitCode, again.result.requests.sent]).toEqual([0, 0]);
});

test('a message that one export says was removed is never published, though another one has a later edit of it', async () => {
  const files = (name: string, messages: readonly SmallMessage[]) =>
    Object.fromEntries(
      Object.entries(sendbirdExport(messages)).map(([file, text]) => [`exports/${name}/${file}`, text]),
    );
  await using here = await serviceHere({
    files: {
      ...files('1', [{ n: 1, deleted: true }]),
      ...files('2', [{ n: 1, text: 'secret', edited: 9 }, { n: 2 }]),
    },
    rest: `  export: { system: sendbird, path: exports/*/ }\n${OLD}`,
  });
  await here.json('run', '--yes');
  expect(await landed(here)).toEqual({ [sendbirdId(2)]: 'text 2' });
});
