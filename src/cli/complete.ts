import { join } from 'node:path';
import { explanations } from '../errors/explanations.ts';
import { readTargetNames } from '../pipeline/state-place.ts';
import type { Files } from '../system/files.ts';
import type { Command, CommandGroup } from './command.ts';
import { commands } from './commands/commands.ts';
import { commandName, namedCommand, optionsOf } from './declared.ts';

/** A word that can come next, with what it is for. */
type Candidate = { readonly word: string; readonly describe: string };

type FolderFiles = Pick<Files, 'readdir' | 'stat'>;

const PIPELINE = /\.(?:ya?ml|json)$/i;
const ANY = /(?:)/;

/**
 * The text that a shell reads to complete a command line: a candidate on each line, after a tab what it is for.
 * @param words those after `chatferry`; the last one is begun, maybe empty
 */
export async function complete(words: readonly string[], files: FolderFiles): Promise<string> {
  const begun = words.at(-1) ?? '';
  const found = await candidates(words.slice(0, -1), begun, files);
  return found
    .filter(({ word }) => word.startsWith(begun))
    .map(({ word, describe }) => (describe === '' ? word : `${word}\t${describe}`))
    .join('\n');
}

async function candidates(
  before: readonly string[],
  begun: string,
  files: FolderFiles,
): Promise<readonly Candidate[]> {
  const plain = before.filter((word) => !word.startsWith('-'));
  const named = namedCommand(plain, commands);
  const options = optionsOf(named?.command);
  const last = before.at(-1) ?? '';
  const asked = options.find(({ names }) => names.some((name) => last === `--${name}`));
  if (last === '--to' && named) return bare(readTargetNames(plain[named.words] ?? ''));
  if (asked && !asked.isBoolean)
    return asked.choices.length > 0 ? bare(asked.choices) : entries(begun, ANY, files);
  if (begun.startsWith('-'))
    return options
      .filter(({ names }) => !names.some((name) => before.includes(`--${name}`)))
      .map(({ names: [name = ''], describe }) => ({ word: `--${name}`, describe }));
  if (!named) return plain.length === 0 ? listed(commands) : [];
  const group = commands.find((each) => commandName(each) === plain[0]);
  if (group && 'commands' in group && plain.length === 1) {
    const hasUsual = group.commands.some((each) => commandName(each) === '$0');
    return [...listed(group.commands), ...(hasUsual ? await entries(begun, PIPELINE, files) : [])];
  }
  return argument(named.command, begun, files);
}

/** Returns what the argument of a command can be. */
async function argument(
  { command }: Command | CommandGroup,
  begun: string,
  files: FolderFiles,
): Promise<readonly Candidate[]> {
  const [, name = ''] = /[<[](\w+)/.exec(command) ?? [];
  switch (name) {
    case '':
      return [];
    case 'pipeline':
      return entries(begun, PIPELINE, files);
    case 'code':
      return bare(explanations.map(({ code }) => code));
    case 'shell':
      return bare(['bash', 'zsh', 'fish']);
    default:
      return entries(begun, ANY, files);
  }
}

const bare = (words: readonly string[]): Candidate[] => words.map((word) => ({ word, describe: '' }));

const listed = (list: readonly (Command | CommandGroup)[]): Candidate[] =>
  list
    .filter((each) => commandName(each) !== '$0')
    .map((each) => ({ word: commandName(each), describe: each.describe }));

/** Files below the folder of a path that is begun, and folders. */
async function entries(begun: string, takes: RegExp, files: FolderFiles): Promise<Candidate[]> {
  const folder = begun.slice(0, begun.lastIndexOf('/') + 1);
  const names = await files.readdir(folder === '' ? '.' : folder).catch(() => []);
  const found: string[] = [];
  for (const name of names) {
    if (name.startsWith('.') && !begun.startsWith(`${folder}.`)) continue;
    const isFolder = await files.stat(join(folder, name)).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isFolder) found.push(`${folder}${name}/`);
    else if (takes.test(name)) found.push(`${folder}${name}`);
  }
  return bare(found);
}
