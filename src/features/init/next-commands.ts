import { argument, fromHere } from '../../terminal/printable.ts';

/** The commands to type after a pipeline was written. */
export const nextCommands = (file: string): string[] =>
  ['validate', 'run', 'status'].map((verb) => `chatferry ${verb} ${argument(fromHere(file))}`);

const NEXT_COMMENTS = [
  'says what is wrong, sends nothing',
  'imports into the sandbox, on this machine',
  'shows how far the run is',
];

/** The same with what each command does. */
export function nextLines(next: readonly string[]): string[] {
  const width = Math.max(...next.map((each) => each.length));
  return next.map(
    (each, at) => `  ${at === 0 ? 'next' : '    '}  ${each.padEnd(width)}   # ${NEXT_COMMENTS[at]}`,
  );
}
