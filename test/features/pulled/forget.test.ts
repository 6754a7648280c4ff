import { expect, test } from 'vitest';
import { pulledHere } from './pulled-here.ts';

test('forget takes a person out of what was read, and no later run reads it back or sends or removes anything', async () => {
  await using pulled = await pulledHere({
    rest: 'sync: { onMissing: delete, maxDelete: 100%, maxEmpty: 100% }',
  });
  expect((await pulled.say('run', '--yes')).exitCode).toBe(0);
  const { exitCode, stdout } = await pulled.say('forget', '--uid', 'ann', '--yes');
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/prepared\/pulled\/ +\d+ records/)]);
  const after = await pulled.records();
  expect(after).not.toMatch(/ann the person|private words/);
  // Which conversation it is follows from who is in it.
  const ids = after.split('\n').filter((line) => line.includes('"ann"'));
  expect(ids.every((line) => /"list":"(?:conversations|members)"/.test(line))).toBe(true);

  for (const full of [false, true]) {
    if (full) pulled.app.write('team', 'ann', 8, Date.now(), { message: 'private words' });
    pulled.app.write('team', 'cid', full ? 7 : 6, Date.now());
    const { exitCode: code, result } = await pulled.here.json('run', '--yes');
    expect(code).toBe(0);
    expect(result.entities.messages).toMatchObject({ created: 1, rejected: 0 });
    expect(result.missing?.messages).toMatchObject({ deleted: 0 });
    expect(await pulled.records()).not.toMatch(/ann the person|"user_id":"ann","profile/);
  }
  // What others wrote to that person stays where it is.
  const held = await Array.fromAsync(pulled.here.service.messages.list({ limit: 100 }));
  const texts = held.flatMap(({ muid }) => muid ?? []);
  expect(texts.sort()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
});

test('purge removes what was read', async () => {
  await using pulled = await pulledHere();
  await pulled.say('validate');
  expect(await pulled.records()).toContain('private words');
  const { exitCode, stdout } = await pulled.say('state purge', '--yes');
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('prepared')]);
  await expect(pulled.records()).rejects.toThrow('ENOENT');
});
