import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pulledHere } from './pulled-here.ts';

test('state check reads the records of an old system, and repair leaves what is damaged to the next run', async () => {
  await using pulled = await pulledHere({ rest: 'sync: {}' });
  await pulled.say('validate');
  const sound = await pulled.say('state check');
  expect([sound.exitCode, sound.stdout]).toEqual([
    0,
    expect.stringMatching(/pulled\/ +ok +records of 2 conversations/),
  ]);
  const folder = join(pulled.here.folder, '.chatferry/here/prepared/pulled/messages');
  const [first = '', second = ''] = readdirSync(folder).map((name) => join(folder, name));
  const bytes = readFileSync(first);
  bytes[bytes.length - 6] = (bytes.at(-6) ?? 0) ^ 255;
  writeFileSync(first, bytes);
  rmSync(second);
  const damaged = await pulled.say('state check');
  expect(damaged.exitCode).toBe(9);
  expect(damaged.stdout).toMatch(/messages\/pair\S+ +damaged +cannot be read after line \d+: /);
  expect(damaged.stdout).toMatch(/messages\/team\S+ +changed +is not there: the next run reads it again/);
  expect((await pulled.say('state repair', '--yes')).exitCode).toBe(0);
  const { exitCode, result } = await pulled.here.json('run', '--yes');
  expect([exitCode, result.entities.messages.created]).toEqual([0, 5]);
});
