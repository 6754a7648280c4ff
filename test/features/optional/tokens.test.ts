import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { tamperedService } from '../../support/tampered-service.ts';

const USERS = 'uid,name,deactivatedAt\nann,Ann,\nben,Ben,\ncat,Cat,\nold,Old,1717200000\n';
const TOKENS = 'uid\nann\nANN\nben\nold\nnobody\n';

const stateOf = ({ folder }: { readonly folder: string }): string => join(folder, '.chatferry', 'here');
const tokensIn = (state: string): string[][] =>
  readFileSync(join(state, 'tokens.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));

async function tokensOf({ service }: Pick<ServiceHere, 'service'>, uid: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { authToken } of service.authTokens.list(uid)) found.push(authToken);
  return found;
}

/** The names of files below a folder whose bytes contain one of these texts. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)))
    .map((path) => path.slice(folder.length + 1))
    .sort();
}

test('each user gets one token, which stands in tokens.csv and in the ledger, in no other file, log, report or answer', async () => {
  await using here = await serviceHere({ files: { 'users.csv': USERS, 'tokens.csv': TOKENS } });
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect(exitCode).toBe(4);
  expect(result.entities.tokens).toMatchObject({ read: 5, created: 2, skipped: 1, rejected: 2 });
  const state = stateOf(here);
  const [[ann = ''], [ben = '']] = [await tokensOf(here, 'ann'), await tokensOf(here, 'ben')];
  expect(tokensIn(state)).toEqual([
    ['uid', 'authToken'],
    ['ann', ann],
    ['ben', ben],
  ]);
  expect(statSync(join(state, 'tokens.csv')).mode & 0o777).toBe(0o600);
  const told = [result];

  const again = await here.json<Report>('run', '--yes');
  expect(again.result.requests.sent).toBe(0);
  // The row of a deactivated user is never sent, so no token is missing.
  const verified = await here.json<Report>('verify', '--one-way');
  expect(verified.result.entities.tokens).toMatchObject({ same: 2, onlySource: 0, onlyTarget: 0 });
  expect(JSON.stringify([told, again, verified])).not.toMatch(new RegExp(`${ann}|${ben}`));
  expect(filesWith(state, [ann, ben])).toEqual(['ledger.log', 'ledger.sqlite', 'tokens.csv']);

  const { result: asked } = await here.json<{ confirm: string }>('undo');
  const undone = await here.json('undo', '--confirm', asked.confirm);
  expect(undone.exitCode).toBe(0);
  expect(existsSync(join(state, 'tokens.csv'))).toBe(false);
});

test('a sync makes and deletes tokens; one that was there before is answered, and stays', async () => {
  await using here = await serviceHere({
    files: { 'tokens.csv': 'uid\nann\nben\n' },
    rest: 'sync: { onMissing: delete, maxDelete: 100% }',
  });
  for (const uid of ['ann', 'ben', 'cat']) await here.service.users.create({ uid, name: uid });
  const { authToken: before } = await here.service.authTokens.create('ann');
  const first = await here.json<Report>('run', '--yes');
  expect(first.result.entities.tokens).toMatchObject({ created: 1, exists: 1 });
  expect(tokensIn(stateOf(here))[1]).toEqual(['ann', before]);
  writeFileSync(join(here.folder, 'tokens.csv'), 'uid\nann\ncat\n');
  const second = await here.json<Report>('run', '--yes');
  expect(second.result.entities.tokens).toMatchObject({ created: 1, unchanged: 1 });
  expect(second.result.missing?.tokens).toMatchObject({ deleted: 1 });
  expect(await tokensOf(here, 'ben')).toEqual([]);
  expect(tokensIn(stateOf(here)).map(([uid]) => uid)).toEqual(['uid', 'ann', 'cat']);
  const { result: asked } = await here.json<{ confirm: string }>('undo');
  await here.json('undo', '--confirm', asked.confirm);
  expect([await tokensOf(here, 'ann'), await tokensOf(here, 'cat')]).toEqual([[before], []]);
  const paths = ['run.log', 'report.json', 'report.html', 'ledger.log'];
  const [secret] = [before];
  expect(filesWith(stateOf(here), [secret]).filter((path) => paths.includes(path))).toEqual(['ledger.log']);
});

test('answers are lost: one token for each user, counted as ours', async () => {
  await using service = await tamperedService();
  let lost = 0;
  service.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    const isLost = method === 'POST' && path.includes('auth_tokens') && ++lost % 2 === 1;
    return isLost ? { status: 0, body: {} } : answer;
  });
  service.write('users.csv', 'uid,name\nann,Ann\nben,Ben\n');
  service.write('tokens.csv', 'uid\nann\nben\n');
  const sources = '  users: { path: users.csv }\n  tokens: { path: tokens.csv }\n';
  const pipeline = service.write(
    'pipeline.yaml',
    `version: 1\nname: lost\n${service.target} }\nsources:\n${sources}`,
  );
  const { stdout, stderr } = await service.run('run', pipeline, '--yes', '--json');
  if (stdout === '') throw new Error(stderr);
  expect((JSON.parse(stdout) as Report).entities.tokens).toMatchObject({ created: 2, exists: 0, inDoubt: 0 });
  expect(lost).toBeGreaterThan(2);
  expect(
    [await tokensOf(service, 'ann'), await tokensOf(service, 'ben')].map(({ length }) => length),
  ).toEqual([1, 1]);
});
