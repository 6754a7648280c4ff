import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';
import { put } from '../../undo/put-back.ts';

/** A part of a state that is of another time than the ledger is not believed. */

const USERS = 'uid,name\nann,Ann\nben,Ben\n';
const message = (text: string): string =>
  `muid,sender,receiver,receiverType,sentAt,text\nm1,ann,ben,user,1760000001,${text}\nm2,ann,ben,user,1760000002,two\n`;

const start = (): Promise<ServiceHere> =>
  serviceHere({
    files: { 'users.csv': USERS, 'messages.csv': message('A') },
    rest: 'sync: {}\nstate: ./state',
  });

const state = ({ folder }: ServiceHere, name = ''): string => join(folder, 'state/here', name);
const textOf = async ({ service }: ServiceHere): Promise<unknown> =>
  (await Array.fromAsync(service.messages.list())).find(({ muid }) => muid === 'm1')?.data?.['text'];
const night = async (at: ServiceHere, text: string): Promise<void> => {
  put(at, 'messages.csv', message(text));
  expect((await at.json('run', '--yes')).exitCode).toBe(0);
};
/** Keeps parts of the state, and puts them back later. */
function keep(at: ServiceHere, ...names: readonly string[]): () => void {
  const copy = join(at.folder, 'copy');
  for (const name of names) cpSync(state(at, name), join(copy, name), { recursive: true });
  return () => {
    for (const name of names) {
      rmSync(state(at, name), { recursive: true });
      cpSync(join(copy, name), state(at, name), { recursive: true });
    }
  };
}
const run = async (at: ServiceHere) => await runHere(['run', at.pipeline, '--yes']);

test.each([['sync/messages.bin'], ['sync']])(
  'fingerprints of an earlier night are not used: %s',
  async (...names) => {
    await using at = await start();
    await night(at, 'A');
    const putBack = keep(at, ...names);
    await night(at, 'B');
    putBack();
    put(at, 'messages.csv', message('A'));
    const check = await runHere(['state', 'check', at.pipeline]);
    expect(check.stdout).toContain('older than the ledger');
    expect((await run(at)).exitCode).toBe(0);
    expect(await textOf(at)).toBe('A');
    at.requests.length = 0;
    expect((await run(at)).exitCode).toBe(0);
    expect(at.requests).toEqual([]);
  },
);

test('a ledger and a checkpoint of an earlier night beside later fingerprints are refused', async () => {
  await using at = await start();
  await night(at, 'A');
  const ledger = readdirSync(state(at)).filter((name) => /^(ledger|checkpoint)/.test(name));
  const putBack = keep(at, ...ledger);
  await night(at, 'B');
  putBack();
  put(at, 'messages.csv', message('A'));
  const { exitCode, stderr } = await run(at);
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('STATE.LEDGER_LOST')]);
  expect((await runHere(['state', 'check', at.pipeline])).exitCode).toBe(9);
  expect(await textOf(at)).toBe('B');
});

test('a checkpoint and a ledger that are lost together are no new state', async () => {
  await using at = await start();
  await night(at, 'A');
  for (const name of readdirSync(state(at)))
    if (/^(ledger|checkpoint)/.test(name)) rmSync(state(at, name), { recursive: true });
  put(at, 'messages.csv', message('B'));
  at.requests.length = 0;
  const { exitCode, stderr } = await run(at);
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('STATE.LEDGER_LOST')]);
  expect(at.requests).toEqual([]);
});
