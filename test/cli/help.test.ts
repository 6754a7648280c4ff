import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/commands.ts';
import { mainHere } from '../support/main-here.ts';

/** Every command as it is typed, those below a group after its name. */
const namesOf = (each: (typeof commands)[number], above = ''): string[] => {
  const [name = ''] = each.command.split(' ');
  const own = name === '$0' ? [] : [above + name];
  return 'commands' in each ? [...own, ...each.commands.flatMap((one) => namesOf(one, `${name} `))] : own;
};
const names = ['', ...commands.flatMap((each) => namesOf(each))];

/** What a builder declares for an option that has a value without being given. */
const DEFAULTS = [
  ['sandbox', '--limits', 'none'],
  ['sandbox', '--port', '0'],
  ['validate', '--format', 'text'],
  ['init', 'dir', '.'],
] as const;

test.each(names)(
  '"%s --help" is half a page on standard output that begins with an example',
  async (name) => {
    for (const columns of [80, 60]) {
      const words = name.split(' ').filter(Boolean);
      const { code, out, err } = await mainHere([...words, '--help'], { COLUMNS: String(columns) });
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(new RegExp(`^Examples:\\n  .*chatferry ${name}`));
      const lines = out.trimEnd().split('\n');
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
      // The list of all commands is longer.
      if (columns === 80 && name !== '') expect(lines.length, out).toBeLessThanOrEqual(40);
    }
  },
);

test.each(DEFAULTS)('%s --help says what %s is without being given', async (name, option, value) => {
  const { out } = await mainHere([name, '--help'], { COLUMNS: '80' });
  const [, after = ''] = out.split(new RegExp(`^ +(?:-\\w, )?${option}\\b`, 'm'));
  const [own = ''] = after.split(/\n {2}(?:-\w, )?--/);
  expect(own.replaceAll(/\s+/g, ' ')).toContain(`; default: ${value}`);
});

test.each([
  ['vaildate', 'validate'],
  ['statsu', 'status'],
  ['sandbx', 'sandbox'],
])('%s is no command: exit 2, on standard error, with the one that is meant', async (typed, meant) => {
  const { code, out, err } = await mainHere([typed, 'a.yaml']);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/USAGE\.INVALID/);
  expect(err).toContain(`unknown command "${typed}", did you mean ${meant}?`);
  expect(err).toContain(`→ chatferry help ${meant}`);
});

test.each([
  [['fleet', 'sumbit', 'a.yaml'], 'unknown command "fleet sumbit", did you mean fleet submit?'],
  [['config', 'shwo'], 'unknown command "config shwo", did you mean config show?'],
  [['help', 'zzz'], 'unknown command "zzz"'],
  [['zzz', '--help'], 'unknown command "zzz"'],
])('%j names the command that does not exist', async (argv, message) => {
  const { code, out, err } = await mainHere(argv);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test.each([
  ['exit-codes', ['  0 ', '  130 ']],
  ['environment', ['CHATFERRY_API_KEY', 'CHATFERRY_<OPTION>', 'NO_COLOR']],
  ['pipeline', ['version: 1', 'sources:', 'chatferry.yaml']],
])('help %s is a page that fits', async (topic, said) => {
  for (const columns of [60, 80]) {
    const { code, out, err } = await mainHere(['help', topic], { COLUMNS: String(columns) });
    expect([code, err]).toEqual([0, '']);
    for (const each of said) expect(out).toContain(each);
    expect(out.split('\n').filter((line) => line.length > columns)).toEqual([]);
  }
});
