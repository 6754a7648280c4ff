import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { usageError } from '../errors/run-error.ts';

const USUAL = ['chatferry.yaml', 'chatferry.yml', 'chatferry.json'];
const ENDING = /\.(?:ya?ml|json)$/i;
/** Both keys that every pipeline needs stand within its first bytes. */
const HEAD_BYTES = 65_536;
const VERSION = /(?:^|\{|,)\s*"?version"?\s*:\s*1\b/m;
const SOURCES = /(?:^|\{|,)\s*"?sources"?\s*:/m;

/**
 * The pipeline of the folder in which the command is typed: `chatferry.yaml`, else the only file that is a pipeline.
 * @throws RunError `USAGE.INVALID` if there is none, or several
 */
export function findPipeline(typed: string): string {
  const names = readdirSync('.')
    .filter((name) => ENDING.test(name))
    .sort();
  const usual = USUAL.find((name) => names.includes(name));
  if (usual !== undefined) return usual;
  const found = names.filter(isPipeline);
  const [only] = found;
  if (only === undefined)
    throw usageError('no pipeline file is named, and this folder has none', {
      hint: `chatferry init  writes one; or name one:  chatferry ${typed} FILE`,
    });
  if (found.length > 1)
    throw usageError(`no pipeline file is named, and this folder has ${found.length}: ${shown(found)}`, {
      hint: `chatferry ${typed} ${only}`,
    });
  return only;
}

const shown = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} …` : names.join(', ');

function isPipeline(name: string): boolean {
  try {
    const file = openSync(name, 'r');
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      const text = head.toString('utf8', 0, readSync(file, head));
      return VERSION.test(text) && SOURCES.test(text);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
