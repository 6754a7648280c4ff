import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/arguments.ts';
import { parseDuration } from '../../src/cli/values.ts';
import { nearest } from '../../src/errors/nearest.ts';
import { zeroCounts } from '../../src/input/rows/outcome.ts';
import { firstRowsGuard, rejectGuard } from '../../src/report/result/reject-guard.ts';
import { mainHere } from '../support/main-here.ts';

const refusal = (...argv: string[]) =>
  parseArguments(argv).then(
    () => expect.fail('the command line was taken'),
    (error) => error,
  );
const textOf = async (...argv: string[]) => {
  const parsed = await parseArguments(argv);
  if (!('text' in parsed)) throw new Error('a command, not a text');
  return parsed;
};

describe('parseArguments', () => {
  test.each([['submit'], ['schedule', '--at', '15 4 * * *']])(
    'fleet %s takes --yes as run does',
    async (...words) => {
      const { code, err } = await mainHere(['fleet', ...words, 'app.yaml', '--yes'], { CHATFERRY_QUEUE: '' });
      expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('FLEET.QUEUE_MISSING')]);
    },
  );

  test.each([
    [['live', 'switch', 'app.yaml', '--within', '-5m'], '--within', '-5m'],
    [['run', '--max-duration', '-1h', 'app.yaml'], '--max-duration', '-1h'],
    [['live', 'app.yaml', '--json', '--max-duration', '-5'], '--max-duration', '-5'],
  ] as const)('%j names the option and its value', async (argv, option, value) => {
    const { code, err, out } = await mainHere(argv);
    expect([code, out + err]).toEqual([2, expect.stringContaining('USAGE.INVALID')]);
    expect((out + err).replaceAll('\\"', '"')).toContain(
      `${option} expects a duration such as 90s, 30m or 6h, got "${value}"`,
    );
  });

  test('without a command it shows the help and succeeds', async () => {
    const { text, exitCode } = await textOf();
    expect(exitCode).toBe(0);
    for (const command of [
      'validate',
      'run',
      'verify',
      'rejects',
      'undo',
      'status',
      'report',
      'doctor',
      'init',
      'inspect',
      'explain',
      'sandbox',
      'schema',
    ])
      expect(text).toContain(command);
  });

  test('help COMMAND and version are --help and --version', async () => {
    expect(await textOf('help', 'rejects', 'retry')).toEqual(await textOf('rejects', 'retry', '--help'));
    expect(await textOf('help')).toEqual(await textOf('--help'));
    expect(await textOf('version')).toEqual(await textOf('--version'));
  });

  test.each([
    ['run', 'a.yaml', '--maxDuration', '1h', '--no-color'],
    ['validate', 'a.yaml', '-q', '--format=junit'],
  ])('takes %j as yargs does', async (...argv) => {
    expect(await parseArguments(argv)).toHaveProperty('run');
  });

  test('--version is a version', async () => {
    expect((await textOf('--version')).text).toMatch(/^\d+\.\d+\.\d+/);
  });

  test.each([
    [['vaildate', 'a.yaml'], /validate/],
    [['run', 'a.yaml', '--frsh'], /--frsh, did you mean --fresh$/],
    [['validate', '--thread', '2'], /--thread, did you mean --threads$/],
    [['sandbox', '--banana', 'x'], /^there is no option --banana$/],
    [['validate', 'a.yaml', '--format', 'xml'], /junit/],
    [['run', 'a.yaml', 'b.yaml'], /b\.yaml/],
    [['rejects', 'rtry', 'a.yaml'], /a\.yaml/],
    [['rejects', 'retry', 'a.yaml', '--code', 'A.B'], /code/],
  ])('%j is refused with exit 2', async (argv, message) => {
    const error = await refusal(...argv);
    expect(error).toMatchObject({ code: 'USAGE.INVALID', exitCode: 2 });
    expect(error.message).toMatch(message);
  });

  test('reads the flags of every command', async () => {
    const parsed = await parseArguments(['run', 'a.yaml', '--json', '-q', '--no-color']);
    expect(parsed).toMatchObject({ flags: { json: true, quiet: true, verbosity: 0, color: false } });
  });

  test('--format json is --json', async () => {
    const parsed = await parseArguments(['validate', 'a.yaml', '--format', 'json']);
    expect(parsed).toMatchObject({ flags: { json: true } });
  });

  test.each([
    [['run', 'a.yaml', '--max-duration', 'soon'], /duration/],
    [['run', 'a.yaml', '--max-duration', '1h', '--max-duration', '2h'], /more than once/],
    [['validate', 'a.yaml', '--max-errors', 'many'], /--max-errors expects a whole number/],
    [['validate', 'a.yaml', '--json', '--format', 'junit'], /contradict each other/],
    [['sandbox', '--port', '70000'], /--port/],
    [['sandbox', '--port', '1e3'], /--port/],
    [['sandbox', '--seed', '-1'], /--seed/],
    [['sandbox', '--port', '1', '--port', '2'], /more than once/],
  ])('%j is refused when the command runs, before it does anything', async (argv, message) => {
    const parsed = await parseArguments(argv).catch((error) => error);
    const error =
      'run' in parsed
        ? await parsed.run({} as never, process.stdin).catch((thrown: unknown) => thrown)
        : parsed;
    expect(error).toMatchObject({ code: 'USAGE.INVALID', exitCode: 2 });
    expect(error.message).toMatch(message);
  });
});

describe('parseDuration', () => {
  test.each([
    ['90s', 90_000],
    ['30m', 1_800_000],
    [' 6h ', 21_600_000],
  ])('%s', (text, ms) => expect(parseDuration(text)).toBe(ms));
  test.each(['', '0s', '5', '5d', '-5s', '1.5h', '1e3s', '9999999h'])('%j is not a duration', (text) =>
    expect(() => parseDuration(text)).toThrow(RangeError),
  );
});

describe('nearest', () => {
  test.each([
    ['limts', ['limits', 'sources'], 'limits'],
    ['NAME', ['name', 'uid'], 'name'],
    ['banana', ['name', 'uid'], undefined],
    ['x', [], undefined],
  ])('%s among %j is %s', (name, candidates, found) => expect(nearest(name, candidates)).toBe(found));
});

describe('firstRowsGuard', () => {
  const tally = (read: number, rejected: number, refused = 0) => ({
    counts: { ...zeroCounts(), read, rejected },
    problems: { 'SERVICE.ERR_X': { count: refused, samples: [] } },
  });

  test('more than half of the first hundred to thousand rows of an entity end a run', () => {
    const guard = firstRowsGuard(undefined);
    expect(guard('users', tally(99, 99))).toBeUndefined();
    expect(guard('users', tally(100, 50))).toBeUndefined();
    expect(guard('users', tally(100, 51))).toMatchObject({ code: 'GUARD.MAX_REJECTS', exitCode: 11 });
    expect(guard('users', tally(900, 800, 400)), 'the service has refused some').toBeUndefined();
    expect(guard('users', tally(5_000, 2_600)), 'looked at once').toBeDefined();
    expect(guard('users', tally(6_000, 6_000)), 'and not again').toBeUndefined();
    expect(guard('messages', tally(6_000, 6_000))).toBeDefined();
  });

  test('a limit of the pipeline takes its place', () => {
    expect(firstRowsGuard('100%')('users', tally(500, 500))).toBeUndefined();
    expect(firstRowsGuard(10_000)('users', tally(500, 500))).toBeUndefined();
  });
});

describe('rejectGuard', () => {
  test('a number of rows applies at any time', () => {
    const guard = rejectGuard(2);
    expect(guard(2, 5, false)).toBeUndefined();
    expect(guard(3, 5, false)).toMatchObject({ code: 'GUARD.MAX_REJECTS', exitCode: 11 });
    expect(rejectGuard(0)(1, 1, false)).toBeDefined();
  });
  test('a percentage applies after a thousand rows, and at the end', () => {
    const guard = rejectGuard('1%');
    expect(guard(9, 10, false)).toBeUndefined();
    expect(guard(10, 1_000, false)).toBeUndefined();
    expect(guard(11, 1_000, false)).toBeDefined();
    expect(guard(1, 10, true)).toBeDefined();
    expect(guard(0, 10, true)).toBeUndefined();
  });
  test('without a limit it never objects', () => expect(rejectGuard(undefined)(9, 9, true)).toBeUndefined());
});

test.each([['--quirks', 'list'], ['--quirks']])(
  'sandbox %s prints every switch and starts nothing',
  async (...words) => {
    const { code, out, err } = await mainHere(['sandbox', ...words]);
    expect([code, err]).toEqual([0, '']);
    for (const form of ['poison=row|batch500|batch400', 'contenttype=json|any', 'markunread=from|after'])
      expect(out).toContain(`  ${form}\n`);
  },
);
