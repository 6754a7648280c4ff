import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { usageError } from '../errors/run-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Names of variables that usually hold a secret. */
const SECRET = /KEY|TOKEN|SECRET|PASS|QUEUE|URL/;
const OTHERS_READ = 0o077;

/**
 * The environment with the variables of the files that `--env-file` names; what is set already stays.
 * @param warn gets a sentence about a file with secrets that others can read
 * @throws RunError `USAGE.INVALID` if a file cannot be read
 */
export function withEnvFiles(line: readonly string[], env: Env, warn: (text: string) => void): Env {
  const files = line.flatMap((word, at) => {
    if (word === '--env-file') return [line[at + 1] ?? ''];
    return word.startsWith('--env-file=') ? [word.slice('--env-file='.length)] : [];
  });
  return Object.assign({}, ...files.map((file) => variablesIn(file, warn)).reverse(), env);
}

function variablesIn(file: string, warn: (text: string) => void): Env {
  try {
    const found = parseEnv(readFileSync(file, 'utf8'));
    const mode = statSync(file).mode & 0o777;
    if (mode & OTHERS_READ && Object.keys(found).some((name) => SECRET.test(name)))
      warn(`others can read ${file}, its mode is ${mode.toString(8).padStart(4, '0')}: chmod 600 ${file}`);
    return found;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code ?? message}`;
    throw usageError(`--env-file: ${file || 'the file'} ${why}`, { cause: error });
  }
}
