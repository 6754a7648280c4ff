import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { doctorJsonSchema } from '../../../src/features/doctor/doctor-schema.ts';
import { parseLimits } from '../../../src/sandbox/app/rate-limits.ts';
import { DEFAULT_QUIRKS, parseQuirks } from '../../../src/sandbox/quirks/quirks.ts';
import { workspace } from '../../e2e/workspace.ts';
import { type Opened, openSandbox } from '../../sandbox/sandbox-client.ts';
import { examine, named, run, target } from './examine.ts';

type Probed = {
  readonly quirks: string;
  readonly left: readonly string[];
  readonly importCalls: number;
  readonly answers: readonly { readonly name: string; readonly form: string; readonly before?: string }[];
};

const isDocument = new Ajv({ strict: false }).compile(doctorJsonSchema());

async function probeOf(pipeline: string) {
  const report = await examine(pipeline, { probe: true, yes: true });
  expect(isDocument(report), JSON.stringify(isDocument.errors)).toBe(true);
  return report as typeof report & { readonly probe?: Probed };
}

/** Everything with an id of a probe that a sandbox has. */
async function canariesIn(own: Opened): Promise<readonly string[]> {
  const lists = ['/users?withDeactivated=true&perPage=100', '/groups?perPage=100', '/messages'];
  const texts = await Promise.all(lists.map(async (path) => JSON.stringify((await own.get(path)).json.data)));
  return [...new Set(texts.join().match(/chatferry-probe-[\w-]+/g) ?? [])];
}

const stateOf = (folder: string, name = 'e2e') =>
  JSON.parse(readFileSync(join(folder, '.chatferry', name, 'probe.json'), 'utf8')) as {
    open: readonly unknown[];
    last?: { forms: Record<string, string> };
  };

describe('doctor --probe', () => {
  test('asks a person first, who sees what it writes', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false, limits: parseLimits('60000/min') });
    const pipeline = space.pipeline({ target: target(own) });
    await expect(run(pipeline, { probe: true })).rejects.toMatchObject({
      code: 'USAGE.INVALID',
      missingFlags: ['--yes'],
    });
    let shown = '';
    const more = {
      json: false,
      ask: async () => 'no',
      err: (text: string) => {
        shown += text;
      },
    };
    await expect(run(pipeline, { probe: true, more })).rejects.toMatchObject({ code: 'RUN.DECLINED' });
    expect(shown).toContain('chatferry-probe-');
    expect(own.events.filter(({ path }) => path.includes('data_import'))).toEqual([]);
  });

  test('prints the form of each open question and the sandbox that answers alike; leaves nothing', async () => {
    using space = workspace(3);
    await using own = await openSandbox({
      http: false,
      limits: parseLimits('60000/min'),
      quirks: parseQuirks('membersonly,muid=255'),
    });
    const pipeline = space.pipeline({ target: target(own) });
    const { exitCode, text } = await run(pipeline, { probe: true, yes: true, more: { json: false } });
    expect(exitCode).toBe(0);
    expect(text).toMatch(/^PASS {2}probe {10}May an author be no member of the group\? no \(membersonly\)$/m);
    expect(text).toContain('chatferry sandbox --quirks membersonly,muid=255\n');
    expect(await canariesIn(own)).toEqual([]);
    const file = join(space.folder, '.chatferry/e2e/probe.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stateOf(space.folder).open).toEqual([]);
  });

  test('says what has changed since the last probe', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false, limits: parseLimits('60000/min') });
    const pipeline = space.pipeline({ target: target(own) });
    expect((await probeOf(pipeline)).probe?.quirks).toBe('');
    const file = join(space.folder, '.chatferry/e2e/probe.json');
    const kept = stateOf(space.folder);
    const forms = { ...kept.last?.forms, sender: 'no' };
    writeFileSync(file, JSON.stringify({ ...kept, last: { ...kept.last, forms } }), { mode: 0o600 });
    const report = await probeOf(pipeline);
    expect(report.findings.filter(({ status }) => status === 'warn')).toEqual([
      expect.objectContaining({
        check: 'probe',
        message: expect.stringMatching(/the last probe has found: no/),
      }),
    ]);
    expect(report.probe?.answers.filter(({ before }) => before !== undefined)).toMatchObject([
      { name: 'sender', form: 'yes', before: 'no' },
    ]);
  });

  test('an interrupt has its rows removed', async () => {
    using space = workspace(3);
    const stop = new AbortController();
    const reason = new Error('interrupted');
    await using own = await openSandbox({
      http: false,
      limits: parseLimits('60000/min'),
      log: ({ path }) => {
        if (path.includes('/data_import/messages')) stop.abort(reason);
      },
    });
    const pipeline = space.pipeline({ target: target(own) });
    await expect(run(pipeline, { probe: true, yes: true, more: { signal: stop.signal } })).rejects.toBe(
      reason,
    );
    expect(await canariesIn(own)).toEqual([]);
    expect((await probeOf(pipeline)).probe?.left).toEqual([]);
  });

  test('refuses where the app has ids of another probe; a person can have those of its form removed', async () => {
    using space = workspace(3);
    await using own = await openSandbox({ http: false, limits: parseLimits('60000/min') });
    const pipeline = space.pipeline({ target: target(own) });
    await own.post('/users', { uid: 'chatferry-probe-0a0b0c0d-ann', name: 'Other' });
    await own.post('/users', { uid: 'bystander', name: 'Bystander' });
    await expect(run(pipeline, { probe: true, yes: true })).rejects.toMatchObject({
      code: 'RUN.DECLINED',
      message: expect.stringContaining('chatferry-probe-0a0b0c0d-ann'),
    });
    expect(await canariesIn(own)).toEqual(['chatferry-probe-0a0b0c0d-ann']);
    const ask = async (question: string) => (question.includes('0a0b0c0d') ? '0a0b0c0d' : 'no');
    const { exitCode } = await run(pipeline, { probe: true, yes: true, more: { ask } });
    expect(exitCode).toBe(0);
    expect(await canariesIn(own)).toEqual([]);
    await own.post('/users', { uid: 'chatferry-probe-of-hand', name: 'Other' });
    await expect(run(pipeline, { probe: true, yes: true, more: { ask } })).rejects.toMatchObject({
      code: 'RUN.DECLINED',
      hint: expect.stringContaining('dashboard'),
    });
    expect((await own.get('/users/bystander')).status).toBe(200);
  });

  test('an app that may not import, a wrong key, and no service each say what to do', async () => {
    using space = workspace(3);
    const closed = parseQuirks('code=ERR_BAD_REQUEST:ERR_PLAN_RESTRICTION');
    await using own = await openSandbox({ http: false, limits: parseLimits('60000/min'), quirks: closed });
    const report = await probeOf(space.pipeline({ target: target(own) }));
    const last = report.findings.at(-1);
    expect([report.exitCode, last?.check, last?.status]).toEqual([10, 'probe', 'fail']);
    expect(last?.message).toMatch(/AUTH\.REFUSED.*ERR_PLAN_RESTRICTION/);
    expect(last?.next).toContain('ask the support of the service');
    expect(await canariesIn(own)).toEqual([]);
    space.write('wrong.key', `${'f'.repeat(40)}\n`);
    const wrong = await probeOf(space.pipeline({ target: target(own, { apiKey: { file: 'wrong.key' } }) }));
    expect([wrong.exitCode, named(wrong, 'probe')?.message]).toEqual([
      10,
      'not asked, because key scope failed',
    ]);
    const nowhere = target(own, { baseUrl: 'https://127.0.0.1:1/v3' });
    const offline = await probeOf(space.pipeline({ target: nowhere }));
    expect([offline.exitCode, named(offline, 'probe')?.status]).toEqual([7, 'skip']);
  });

  test('a record that cannot be read is named', async () => {
    using space = workspace(3);
    await using own = await openSandbox({
      http: false,
      limits: parseLimits('60000/min'),
      quirks: DEFAULT_QUIRKS,
    });
    const pipeline = space.pipeline({ target: target(own) });
    await probeOf(pipeline);
    writeFileSync(join(space.folder, '.chatferry/e2e/probe.json'), '{"version":1,"open":[{}]}');
    expect((await probeOf(pipeline)).findings.at(-1)?.message).toMatch(/^STATE\.CORRUPT: .*probe\.json/);
  });
});
