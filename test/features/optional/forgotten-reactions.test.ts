import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';
import { at, BAD, FILES, line, MESSAGES } from './reacted-history.ts';

test('a person who only reacted to a message and pinned it is forgotten, and the message stays known', async () => {
  const ofBen = { ...MESSAGES[1], receiverType: 'user', receiver: 'ann-77' };
  await using here = await serviceHere({
    files: {
      ...FILES,
      'users.csv': 'uid,name\nann,Ann\nann-77,Zoe\nben,Ben\n',
      'messages.ndjson': [...MESSAGES, { ...ofBen, muid: 'm-3' }].map(line).join(''),
      'reactions.csv': 'muid,uid,reaction\nm 1,ann-77,👍\nm 1,ann,👍\nm-3,ben,🎉\n',
      'pins.csv': 'muid,uid\nm-3,ben\nm 1,ben\n',
    },
    rest: 'policies: { reactions: write, pins: write }\nsync: { onMissing: delete, maxDelete: 100% }\nthresholds: { rejected: "<90%" }',
  });
  await here.json('run', '--yes');
  const forgotten = await runHere(['forget', here.pipeline, '--uid', 'ann-77', '--yes']);
  expect(forgotten.exitCode, forgotten.stderr).toBe(0);
  expect(forgotten.stdout).toMatch(/ledger\.log +1 user, 1 message, /);
  const log = join(here.folder, '.chatferry/here/ledger.log');
  expect(readFileSync(log, 'latin1')).not.toContain('ann-77');
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.error).toBeUndefined();
  expect(result.entities.messages).toMatchObject({ created: 0, unchanged: 2 });
  expect(result.entities.pins).toMatchObject({ created: 0, unchanged: 1 });
  expect(result.entities.reactions).toMatchObject({ created: 0, unchanged: 1 });
});

test('who edited or deleted a message of others is not named any more once forgotten, also by a retry', async () => {
  const marked = { editedAt: at + 9, editedBy: 'cat' };
  const messages = [
    { ...MESSAGES[0], ...marked },
    { ...MESSAGES[1], deletedAt: at + 9, deletedBy: 'Cat' },
    { ...BAD, ...marked },
  ];
  await using here = await serviceHere({
    files: { ...FILES, 'messages.ndjson': messages.map(line).join('') },
    rest: 'policies: { deletions: metadata }\nthresholds: { rejected: "<90%" }',
  });
  expect((await runHere(['forget', here.pipeline, '--uid', 'cat', '--yes'])).exitCode).toBe(0);
  await here.json('run', '--yes');
  const rejects = join(here.folder, '.chatferry/here/rejects/messages.ndjson');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replaceAll('"nobody"', '"ann"'));
  expect((await jsonHere(['rejects', 'retry', here.pipeline, '--yes', '--json'])).exitCode).toBe(0);
  const sources: Record<string, unknown> = {};
  for await (const { muid = '', data } of here.service.messages.list())
    sources[muid] = data?.metadata?.['source'];
  expect(sources).toEqual({
    'm 1': { editedAt: at + 9 },
    'm-2': { deletedAt: at + 9 },
    bad: { editedAt: at + 9 },
  });
});

test('an old id under which somebody edited messages is found and taken out of what is kept', async () => {
  const edited = { ...MESSAGES[0], editedAt: at + 9, editedBy: 'old-7' };
  await using here = await serviceHere({
    files: {
      ...FILES,
      'messages.ndjson': line(edited) + line({ ...BAD, note: 'old-7' }),
    },
    rest: 'thresholds: { rejected: "<90%" }',
  });
  const pipeline = readFileSync(here.pipeline, 'utf8');
  writeFileSync(
    here.pipeline,
    pipeline.replace(
      'messages: { path: messages.ndjson }',
      'messages: { path: messages.ndjson, map: { editedBy: { from: editedBy, values: { old-7: cat } } } }',
    ),
  );
  await here.json('run', '--yes');
  const rejects = join(here.folder, '.chatferry/here/rejects/messages.ndjson');
  expect(readFileSync(rejects, 'utf8')).toContain('old-7');
  expect((await runHere(['forget', here.pipeline, '--uid', 'cat', '--yes'])).exitCode).toBe(0);
  expect(existsSync(rejects) ? readFileSync(rejects, 'utf8') : '').not.toContain('old-7');
});
