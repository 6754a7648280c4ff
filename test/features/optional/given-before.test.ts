import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { jsonHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';
import { FILES, line, MESSAGES, reactionsIn } from './reacted-history.ts';

const MORE = { ...MESSAGES[0], muid: 'new', text: 'later' };
const REACTIONS = 'muid,uid,reaction\nm 1,ben,👍\nm 1,ann,👍\nm 1,ben,🎉\nnew,ben,👍\n';

test('what users had reacted to and pinned before is there already: a run leaves it, and so does its undo', async () => {
  await using here = await serviceHere({ files: FILES });
  const { folder, service } = here;
  await here.json('run', '--yes');
  for await (const { id, muid } of service.messages.list()) {
    if (muid === 'm 1') await service.reactions.add(id, '👍', { onBehalfOf: 'ben' });
    if (muid === 'm 1') await service.messages.pin(id, { onBehalfOf: 'ann' });
  }
  writeFileSync(join(folder, 'messages.ndjson'), [...MESSAGES, MORE].map(line).join(''));
  writeFileSync(join(folder, 'reactions.csv'), REACTIONS);
  writeFileSync(join(folder, 'pins.csv'), 'muid,uid\nm 1,ben\nm-2,\nnew,ben\n');
  const sources = '  reactions: { path: reactions.csv }\n  pins: { path: pins.csv }\n';
  const text = readFileSync(here.pipeline, 'utf8').replace('name: here', 'name: there').trimEnd();
  const file = join(folder, 'there.yaml');
  writeFileSync(file, `${text}\n${sources}policies: { reactions: write, pins: write }\n`);

  here.requests.splice(0);
  const { result } = await jsonHere<Report>(['run', file, '--yes', '--json']);
  expect(result.entities.messages).toMatchObject({ created: 1, exists: 2 });
  expect(result.entities.reactions).toMatchObject({ created: 3, exists: 1 });
  expect(result.entities.pins).toMatchObject({ created: 2, exists: 1 });
  // Only those of the message that was there before are looked for.
  const reads = here.requests.filter((path) => /^GET .*\/reactions\//.test(path));
  expect(reads).toHaveLength(3);

  const { result: asked } = await jsonHere<{ confirm: string }>(['undo', file, '--json']);
  const undone = await jsonHere(['undo', file, '--confirm', asked.confirm, '--json']);
  expect(undone.exitCode).toBe(0);
  expect(await reactionsIn(here)).toEqual({ 'm 1': ['👍 ben'] });
  const pinned: unknown[] = [];
  for await (const { muid, pinnedAt, pinnedBy } of service.messages.list())
    if (pinnedAt !== undefined) pinned.push([muid, pinnedBy]);
  expect(pinned).toEqual([['m 1', 'ann']]);
});
