import { nearest } from '../errors/nearest.ts';
import { RunError } from '../errors/run-error.ts';
import type { Command, CommandGroup } from './command.ts';
import { namedCommand, optionsOf } from './declared.ts';

/**
 * Names the first option that a command does not have, before anything else is said of the command line.
 * @throws RunError `USAGE.INVALID`
 */
export function assertKnownOptions(
  argv: readonly string[],
  commands: readonly (Command | CommandGroup)[],
): void {
  const named = namedCommand(
    argv.filter((word) => !word.startsWith('-')),
    commands,
  );
  if (!named || !('builder' in named.command)) return;
  const known = new Set(optionsOf(named.command).flatMap(({ names }) => names));
  for (const word of argv) {
    if (word === '--') return;
    const [, name = ''] = /^--([a-zA-Z][^=]*)/.exec(word) ?? [];
    if (name === '' || isKnown(name, known)) continue;
    const all = [...known].filter((each) => each.length > 1);
    const meant = nearest(name, all);
    throw new RunError(
      'USAGE.INVALID',
      `there is no option --${name}${meant ? `, did you mean --${meant}` : ''}`,
    );
  }
}

/** yargs also takes `--maxErrors` and `--no-color`. */
function isKnown(name: string, known: ReadonlySet<string>): boolean {
  const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return known.has(name) || known.has(kebab) || (name.startsWith('no-') && known.has(name.slice(3)));
}
