import { text } from 'node:stream/consumers';
import { startCli } from '../../support/cli-process.ts';
import type { SourcesHere } from './sources-here.ts';

/** Starts a command of a pipeline in a process of its own, with a text as its standard input. */
export function start(
  { pipeline }: Pick<SourcesHere, 'pipeline'>,
  command: string,
  input: string,
  ...options: readonly string[]
) {
  const child = startCli([command, pipeline, ...options]);
  // A killed process reads nothing more.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.on('close', done)),
  ]).then(([out, err, code]) => ({ out, err, code }));
  return { child, ended };
}

/** Runs a pipeline and stops it with Ctrl-C at a write; gives the exit code. */
export async function stopAtWrite(here: SourcesHere, write: number, input = ''): Promise<number | null> {
  const { child, ended } = start(here, 'run', input, '--yes');
  let writes = 0;
  here.onRequest = (request) => {
    if (request.startsWith('POST') && ++writes === write) child.kill('SIGINT');
  };
  const { code } = await ended;
  here.onRequest = () => {};
  return code;
}
