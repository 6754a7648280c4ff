import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';
import { FILES, line, MESSAGES } from './reacted-history.ts';

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
