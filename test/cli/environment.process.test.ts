import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliIn, startSandboxHere } from '../support/cli-here.ts';

// A process of its own: commands look into the folder in which they are typed.
let folder: string;

const PIPELINE = 'version: 1\nname: found\ntarget: sandbox\nsources:\n  users: { path: users.csv }\n';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chatferry-'));
  await writeFile(join(folder, 'users.csv'), 'uid,name\nann,Ann\nben,Ben\ncem,Cem\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const typed = (line: string, env: Record<string, string> = {}) => cliIn(folder, line.split(' '), env);

test('without a pipeline: chatferry.yaml, else the only one of the folder, else a command to type', async () => {
  const none = await typed('validate');
  expect(none.code).toBe(2);
  expect(none.err).toContain('this folder has none');
  expect(none.err).toContain('→ chatferry init');

  await writeFile(join(folder, 'data.json'), '{"version": 1, "rows": []}');
  await writeFile(join(folder, 'one.yaml'), PIPELINE);
  const one = await typed('validate');
  expect([one.code, one.err]).toEqual([0, '']);
  expect(one.out).toContain('next      chatferry run one.yaml');

  await writeFile(join(folder, 'two.json'), '{"version":1,"name":"two","sources":{}}');
  const two = await typed('run');
  expect(two.code).toBe(2);
  expect(two.err).toContain('this folder has 2: one.yaml, two.json');
  expect(two.err).toContain('→ chatferry run one.yaml');

  await writeFile(join(folder, 'chatferry.yaml'), PIPELINE);
  expect((await typed('validate')).out).toContain('chatferry run chatferry.yaml');
  expect((await typed('config show')).out).toContain('chatferry.yaml:2');
  await rm(join(folder, 'two.json'));
});

test('options come from the environment; those of the command line win', async () => {
  const plan = async (line: string, env: Record<string, string>) =>
    JSON.parse((await typed(`${line} --json`, env)).out) as { entities: { users: { new: number } } };
  expect((await plan('plan', { CHATFERRY_LIMIT: '1' })).entities.users.new).toBe(1);
  expect((await plan('plan --limit 2', { CHATFERRY_LIMIT: '1' })).entities.users.new).toBe(2);
  const quiet = await typed('validate', { CHATFERRY_JSON: 'true' });
  expect(JSON.parse(quiet.out)).toMatchObject({ command: 'validate' });
  expect((await typed('validate', { CHATFERRY_JSON: '0', CHATFERRY_UNKNOWN: '1' })).out).toContain('read 3');
});

test.each([
  [{ CHATFERRY_LIMIT: 'x' }, 'CHATFERRY_LIMIT expects a whole number up to 1000000, got "x"'],
  [{ CHATFERRY_STRICT: 'maybe' }, 'CHATFERRY_STRICT expects true or false, got "maybe"'],
  [{ CHATFERRY_LOG_LEVEL: 'loud' }, 'log-level'],
])('%j is refused by the name of the variable', async (env, message) => {
  const { code, err } = await typed('run', env as unknown as Record<string, string>);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('the options of a person, and the variables of notifications, are not read', async () => {
  const env = {
    CHATFERRY_YES: '1',
    CHATFERRY_FRESH: '1',
    CHATFERRY_CONFIRM: 'x',
    CHATFERRY_ALLOW_CODE: '1',
    CHATFERRY_REPORT: join(folder, 'written.html'),
    CHATFERRY_PIPELINE: 'other.yaml',
    CHATFERRY_CLASS: 'failed',
    CHATFERRY_EXIT_CODE: '4',
  };
  expect((await typed('validate', env)).code).toBe(0);
  await expect(readFile(join(folder, 'written.html'))).rejects.toThrow('ENOENT');
  const real = `${PIPELINE.replace('target: sandbox', 'target: { baseUrl: "http://127.0.0.1:9/v3" }')}`;
  await writeFile(join(folder, 'real.yaml'), real);
  const run = await typed('run real.yaml', { ...env, CHATFERRY_API_KEY: 'k' });
  expect(run.code).toBe(2);
  expect(run.err).toContain('--yes');
  await rm(join(folder, 'real.yaml'));
});

test('config show says which options come from the environment', async () => {
  const { out } = await typed('config show', { CHATFERRY_MAX_ERRORS: '7', CHATFERRY_NO_SUCH: '1' });
  expect(out).toMatch(/--max-errors\s+7\s+← environment variable CHATFERRY_MAX_ERRORS\n/);
  expect(out).not.toContain('NO_SUCH');
});

test('an env file is read only where --env-file names it; one with a key that others can read is a warning', async () => {
  await writeFile(join(folder, '.env'), 'CHATFERRY_LIMIT=1\nCHATFERRY_API_KEY="no-one"\n', { mode: 0o644 });
  await chmod(join(folder, '.env'), 0o644);
  const read = async (line: string) => {
    const { code, out, err } = await typed(`${line} --json`);
    return { code, err, read: JSON.parse(out).entities?.users.new };
  };
  expect(await read('plan')).toMatchObject({ read: 3, err: '' });
  const named = await read('plan --env-file .env');
  expect(named.read).toBe(1);
  expect(named.err).toBe('! others can read .env, its mode is 0644: chmod 600 .env\n');
  await chmod(join(folder, '.env'), 0o600);
  expect(await read('plan --env-file=.env')).toMatchObject({ read: 1, err: '' });
  const missing = await typed('plan --env-file nowhere');
  expect([missing.code, missing.out]).toEqual([2, '']);
  expect(missing.err).toContain('--env-file: nowhere does not exist');
});

test('a proxy of the env file is used, and the last file wins', async () => {
  await writeFile(join(folder, 'a.env'), 'HTTPS_PROXY=http://127.0.0.1:7\nCHATFERRY_LIMIT=2\n');
  await writeFile(join(folder, 'b.env'), 'HTTPS_PROXY=http://127.0.0.1:9\nCHATFERRY_LIMIT=1\n');
  const target = 'target: { baseUrl: "https://example.invalid/v3", apiKey: { env: KEY } }';
  await writeFile(join(folder, 'by.yaml'), PIPELINE.replace('target: sandbox', target));
  const { err } = await typed('doctor by.yaml --json --env-file a.env --env-file b.env', { KEY: 'k' });
  const found = await typed('doctor by.yaml --env-file a.env --env-file b.env', { KEY: 'k' });
  expect(found.out + found.err + err).toContain('127.0.0.1:9');
  expect(found.out).not.toContain('127.0.0.1:7');
  await rm(join(folder, 'by.yaml'));
});

test('a value from the environment is never another option, and a word after -- is the pipeline', async () => {
  const fresh = await typed('run', { CHATFERRY_METRICS: '--fresh' });
  expect(fresh.code).toBe(0);
  expect(JSON.parse((await typed('run --json', { CHATFERRY_METRICS: '--fresh' })).out)).toMatchObject({
    requests: { sent: 0 },
  });
  await rm(join(folder, '--fresh'));
  await writeFile(join(folder, 'other.yaml'), PIPELINE.replace('found', 'other'));
  const named = await typed('validate --json -- other.yaml', { CHATFERRY_STRICT: '1' });
  expect(JSON.parse(named.out)).toMatchObject({ pipeline: 'other' });
  expect((await typed('validate -- other.yaml more.yaml')).err).toContain('unexpected argument "more.yaml"');
  expect((await typed('--threads 1 validate other.yaml')).code).toBe(0);
  await rm(join(folder, 'other.yaml'));
});

test('what is typed wins over variables that say the same thing', async () => {
  const json = await typed('validate --json', { CHATFERRY_FORMAT: 'github' });
  expect(JSON.parse(json.out)).toMatchObject({ command: 'validate' });
  const wrong = await typed('validate --bogus', { CHATFERRY_JSON: '1' });
  expect(JSON.parse(wrong.out)).toMatchObject({ exitCode: 2, error: { code: 'USAGE.INVALID' } });
});

test('-vv prints every request with method, path, status, ms and rate class, never a body or the key; -v those that failed', async () => {
  await using sandbox = await startSandboxHere(folder, ['--verbose']);
  const target = `target: { baseUrl: "${sandbox.baseUrl}", apiKey: { file: ${sandbox.keyFile} } }`;
  await writeFile(
    join(folder, 'to.yaml'),
    PIPELINE.replace('target: sandbox', target).replace('found', 'to'),
  );
  const { code, err } = await typed('run to.yaml --yes -vv');
  expect(code, err).toBe(0);
  expect(err).toMatch(/^\d{4}-\S+Z POST \/data_import\/users 200 \d+ ms import$/m);
  // What the service has answered, by its own log, is what is printed.
  const answered = (text: string) =>
    text
      .split('\n')
      .flatMap(
        (line) => / (?:GET|POST|PUT|DELETE) (?:\/v3)?(\/\S+) (\d{3}) /.exec(line)?.slice(1).join(' ') ?? [],
      );
  expect(answered(err).length).toBeGreaterThan(0);
  expect(answered(err).sort()).toEqual(answered(sandbox.log()).sort());
  for (const hidden of [sandbox.apiKey, '"Ann"', 'apikey']) expect(err).not.toContain(hidden);
  const quiet = await typed('verify to.yaml -v');
  expect([quiet.code, quiet.err.includes(' GET ')]).toEqual([0, false]);
  const loud = await typed('verify to.yaml --log-level trace');
  expect(loud.err).toMatch(/ GET \/users\?\S* 200 \d+ ms /);
  expect((await typed('verify to.yaml --log-level error')).err).toBe('');
});
