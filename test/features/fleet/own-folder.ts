import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for a test. */
export function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-refused-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write('users.csv', 'uid,name\nann,Ann\n');
  const pipeline = (rest = 'target: sandbox', name = 'app'): string =>
    write(`${name}.yaml`, `version: 1\nname: ${name}\n${rest}\nsources: { users: { path: users.csv } }\n`);
  /** The file of a worker that trusts the pipelines here. */
  const trusting = (rest = ''): string => write('worker.yaml', `version: 1\npipelines: [.]\n${rest}`);
  return {
    folder,
    write,
    pipeline,
    trusting,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** How a pipeline names a variable of the environment. */
export const variable = (name: string): string => `$\{${name}}`.replace('\\', '');

/** The exit code and the code of the error. */
export const refusal = ({ code, err }: { code: number | null; err: string }) => [
  code,
  /✖ (\S+)/.exec(err)?.[1],
];
