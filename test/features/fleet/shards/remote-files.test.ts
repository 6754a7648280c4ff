import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Stage } from '../../../../src/features/fleet/shards/stages.ts';
import { type RemoteHere, remoteHere } from '../../../pipeline/remote/remote-here.ts';
import { FORMS, OTHERS, WRITE } from './mixed-history.ts';
import { stagesHere } from './stages-here.ts';

const [CSV] = FORMS;
const FILES = { ...OTHERS, 'messages.csv': (CSV as (typeof FORMS)[number]).text };
const before = ({ kind }: Stage): boolean => kind === 'entity' || kind === 'index';
const isShard = ({ kind }: Stage): boolean => kind === 'shard';
const after = (stage: Stage): boolean => !before(stage) && !isShard(stage);
const copiesIn = ({ at }: RemoteHere, below = ''): string =>
  join(at.folder, '.chatferry/here', below, 'prepared/remote');

test('shards of one machine read the copies of the first stage', async () => {
  await using remote = await remoteHere(FILES, WRITE);
  const { report } = await stagesHere(remote.at.pipeline);
  expect(report).toMatchObject({ balanced: true, entities: { messages: { read: 400 } } });
  const fetched = remote.host.fetched();
  expect(fetched.length).toBe(new Set(fetched).size);
});

test('a shard on another machine makes copies of its own', async () => {
  await using remote = await remoteHere(FILES, WRITE);
  const { pipeline } = remote.at;
  await stagesHere(pipeline, before);
  rmSync(copiesIn(remote), { recursive: true });
  await stagesHere(pipeline, isShard);
  expect(existsSync(copiesIn(remote))).toBe(false);
  for (const shard of [0, 1, 2]) expect(existsSync(copiesIn(remote, `shards/${shard}`))).toBe(true);
  const { report } = await stagesHere(pipeline, after);
  expect(report).toMatchObject({ balanced: true, entities: { messages: { read: 400 } } });
});

test('a shard that gets another version than that which was divided sends nothing', async () => {
  await using remote = await remoteHere(FILES, WRITE);
  const { at, host } = remote;
  await stagesHere(at.pipeline, before);
  const { text } = CSV as (typeof FORMS)[number];
  host.put('/day/messages.csv', String(text).replace('number 1', 'Number 1'));
  const sent = at.requests.length;
  await expect(stagesHere(at.pipeline, isShard)).rejects.toMatchObject({
    code: 'STATE.INPUT_CHANGED',
    message: expect.stringContaining(`${host.origin}/day/messages.csv`),
  });
  expect(at.requests.slice(sent).filter((each) => each.includes('data_import'))).toEqual([]);
  host.put('/day/messages.csv', text);
  await stagesHere(at.pipeline, isShard);
  const { report } = await stagesHere(at.pipeline, after);
  expect(report).toMatchObject({ balanced: true });
});
