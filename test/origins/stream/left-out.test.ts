import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { appOf, changes } from './stream-app.ts';
import { streamHere } from './stream-here.ts';

test('conversations that types or since leave out are counted, and are no empty account', async () => {
  const app = appOf(['ann', 'bob'].map((id) => ({ type: 'user', item: { id, name: id } })));
  const { open, write } = changes(app);
  for (const cid of ['messaging:a', 'messaging:b', 'team:c']) {
    open(cid, ['ann', 'bob'], Date.now() - 9_000_000);
    write(cid, `m-${cid}`, 'bob', Date.now() - 8_000_000);
  }
  await using pull = await streamHere({ app, api: ', types: [mesaging]' });
  const run = async (types: string) => {
    const text = readFileSync(pull.here.pipeline, 'utf8');
    writeFileSync(pull.here.pipeline, text.replace(/types: \[.*?\]/, `types: [${types}]`));
    return await runHere(['run', pull.here.pipeline, '--fresh', '--yes']);
  };
  const none = 'none of 3 conversations is read: types or since of sources.export.api leave all of them out';
  for (const [types, says] of [
    ['mesaging', none],
    ['team', '2 of 3 conversations are not read'],
    ['mesaging', none],
  ] as const) {
    const { exitCode, stderr } = await run(types);
    expect(stderr).toContain(says);
    expect(exitCode).toBe(0);
  }
});
