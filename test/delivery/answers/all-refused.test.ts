import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type Answer, type TamperedService, tamperedService } from '../../support/tampered-service.ts';

async function prepared(
  count: number,
  more = '',
): Promise<TamperedService & { pipeline: string; state: string }> {
  const service = await tamperedService();
  const rows = Array.from({ length: count }, (_, n) => `u-${n},User ${n}\n`);
  service.write('users.csv', `uid,name\n${rows.join('')}`);
  const pipeline = service.write(
    'refused.yaml',
    `version: 1\nname: refused\n${service.target}${more} }\nlimits: { requestsPerMinute: 100000 }\nsources: { users: { path: users.csv } }\n`,
  );
  return Object.assign(service, { pipeline, state: join(service.folder, '.chatferry', 'refused') });
}
const reportOf = (stdout: string) => JSON.parse(stdout) as Report;
const toWrites =
  (answer: Answer) =>
  (request: { method: string }, forward: () => Promise<Answer>): Answer | Promise<Answer> =>
    request.method === 'POST' ? answer : forward();

describe.each([
  ['400 of the service', { status: 400, body: { error: { code: 'ERR_BAD_REQUEST', message: 'no' } } }],
  ['400 of somebody else', { status: 400, body: '<html>blocked by policy 17</html>' }],
  ['413', { status: 413, body: '<html>too large</html>' }],
  ['418', { status: 418, body: 'short and stout' }],
  ['404 as JSON', { status: 404, body: { error: { code: 'NOT_FOUND', message: 'no route' } } }],
] as const)('%s for every row', (_name, answer) => {
  test.each([20, 150])(
    '%i rows: the run stops with 7, rejects nothing, and the next one goes on',
    async (count) => {
      await using it = await prepared(count);
      it.tamper(toWrites(answer));
      const { exitCode, stdout } = await it.run('run', it.pipeline, '--yes', '--json');
      expect(exitCode).toBe(7);
      const report = reportOf(stdout);
      expect(report.error?.code).toBe('SERVICE.REFUSES_ALL');
      expect(report.error?.message).toContain(String(answer.status));
      expect(report.error?.message).toContain(
        typeof answer.body === 'string' ? answer.body : answer.body.error.message,
      );
      expect(report.entities.users).toMatchObject({ read: 0, rejected: 0 });
      expect(report.files.rejects).toEqual([]);
      expect(readdirSync(join(it.state, 'rejects'))).toEqual([]);
      it.tamper((_request, forward) => forward());
      const next = await it.run('run', it.pipeline, '--yes', '--json');
      expect(next.exitCode).toBe(0);
      expect(reportOf(next.stdout).entities.users).toMatchObject({ read: count, created: count });
    },
  );
});

const oneByOne =
  (result: (key: string) => object) =>
  (
    { path, body }: { path: string; body: string },
    forward: () => Promise<Answer>,
  ): Answer | Promise<Answer> => {
    if (path !== '/data_import/users') return forward();
    const keys = Object.keys((JSON.parse(body) as { users: object }).users);
    return { status: 200, body: { data: Object.fromEntries(keys.map((key) => [key, result(key)])) } };
  };
const refused = (code: string) => ({ success: false, error: { code, message: `${code} it is` } });

test('rows that are refused one by one for the same reason: a hundred stop the run, twenty are rejects', async () => {
  for (const [count, exitCode] of [
    [400, 7],
    [20, 4],
  ] as const) {
    await using it = await prepared(count);
    it.tamper(oneByOne(() => refused('ERR_ROLE_NOT_FOUND')));
    expect((await it.run('run', it.pipeline, '--yes')).exitCode).toBe(exitCode);
  }
});

test('rows that are refused for other reasons, or with good rows among them, are rejects as ever', async () => {
  await using it = await prepared(400);
  it.tamper(oneByOne((key) => refused(key.endsWith('7') ? 'ERR_A' : 'ERR_B')));
  const { exitCode, stdout } = await it.run('run', it.pipeline, '--yes', '--json');
  expect([exitCode, reportOf(stdout).entities.users.rejected]).toEqual([4, 400]);
  await using other = await prepared(400);
  other.tamper(oneByOne((key) => (key.endsWith('3') ? { success: true, data: {} } : refused('ERR_B'))));
  const mixed = await other.run('run', other.pipeline, '--yes', '--json');
  expect([mixed.exitCode, reportOf(mixed.stdout).entities.users.rejected]).toEqual([4, 360]);
});

test('limits.maxRejects: 100% says that every row may be refused; a retry of rejects never stops for that', async () => {
  await using it = await prepared(400);
  it.write(
    'refused.yaml',
    `version: 1\nname: refused\n${it.target} }\nlimits: { requestsPerMinute: 100000, maxRejects: 100% }\nsources: { users: { path: users.csv } }\n`,
  );
  it.tamper(oneByOne(() => refused('ERR_ROLE_NOT_FOUND')));
  expect((await it.run('run', it.pipeline, '--yes')).exitCode).toBe(4);
  expect((await it.run('rejects', 'retry', it.pipeline, '--yes')).exitCode).toBe(4);
});

test('413 for a batch halves it; for a row alone it is a reject of its own code', async () => {
  await using it = await prepared(60);
  it.tamper(({ method, body }, forward) =>
    method === 'POST' && (body.length > 600 || body.includes('"u-9"'))
      ? { status: 413, body: '<html>' }
      : forward(),
  );
  const { exitCode, stdout } = await it.run('run', it.pipeline, '--yes', '--json');
  const report = reportOf(stdout);
  expect([exitCode, report.entities.users.created, report.entities.users.rejected]).toEqual([4, 59, 1]);
  expect(report.problems).toMatchObject([{ code: 'ROW.TOO_LARGE', count: 1 }]);
});

test('the answer is quoted without the key, and cut', async () => {
  await using it = await prepared(20);
  const key = readFileSync(/file: "([^"]+)"/.exec(it.target)?.[1] ?? '', 'utf8').trim();
  it.tamper(toWrites({ status: 400, body: `blocked: apikey ${key} ${'x'.repeat(500)}` }));
  const { stdout, stderr } = await it.run('run', it.pipeline, '--yes');
  expect(stderr).toContain('blocked: apikey [secret] xxx');
  expect(`${stdout}${stderr}`).not.toContain(key);
  expect(stderr).not.toContain('x'.repeat(200));
});

test('a run that ends while every answer was the same refusal takes nothing down: the next one gets better answers', async () => {
  await using it = await prepared(150);
  let refusals = 0;
  it.tamper(({ method, path }, forward) => {
    if (method !== 'POST') return forward();
    return ++refusals > 120
      ? { status: 401, body: { error: { code: 'AUTH_ERR_NO_ACCESS', message: 'no' } } }
      : { status: 400, body: path };
  });
  expect((await it.run('run', it.pipeline, '--yes', '--quiet')).exitCode).toBe(10);
  expect(readdirSync(join(it.state, 'rejects'))).toEqual([]);
  it.tamper((_request, forward) => forward());
  const { exitCode, stdout } = await it.run('run', it.pipeline, '--yes', '--json');
  expect([exitCode, reportOf(stdout).entities.users.created]).toEqual([0, 150]);
});
