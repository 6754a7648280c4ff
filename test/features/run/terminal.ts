import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { program } from '../../support/repository.ts';

/** Makes pseudo-terminals; part of util-linux. */
const SCRIPT = '/usr/bin/script';
export const hasTerminals = process.platform === 'linux' && existsSync(SCRIPT);

/** A command in a pseudo-terminal, and what is on its screen. */
export type Terminal = {
  readonly screen: Screen;
  /** Everything that was written to it. */
  readonly text: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Resizes it. What is drawn before the command knows of it has the old width, in every terminal. */
  resize(columns: number): Promise<void>;
  /** Waits until the block of a run was drawn so many times more. */
  drawn(times: number): Promise<void>;
  /** Types a key. */
  type(key: string): void;
  /** Waits until this is in the text. */
  until(part: string | RegExp): Promise<void>;
};

/** Starts the command line in a pseudo-terminal. */
export function inTerminal(args: readonly string[], columns: number): Terminal {
  const quoted = [process.execPath, program, ...args].map((arg) => `'${arg}'`);
  const command = `tty; stty cols ${columns} rows 40; exec ${quoted.join(' ')}`;
  const { CI: _, NO_COLOR: __, COLUMNS: ___, ...env } = process.env;
  const child = spawn(SCRIPT, ['-qfec', command, '/dev/null'], { env: { ...env, TERM: 'xterm-256color' } });
  const screen = new Screen(columns);
  let text = '';
  let listen = (): void => {};
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    screen.write(chunk);
    listen();
  });
  const tty = (): string => /\/dev\/pts\/\d+/.exec(text)?.[0] ?? '';
  return {
    screen,
    text: () => text,
    ended: once(child, 'close').then(([code]) => code as number | null),
    resize: async (to) => {
      await once(child.stdout, 'data');
      // What is drawn meanwhile has the old width.
      await promisify(execFile)('stty', ['-F', tty(), 'cols', String(to)]);
      screen.columns = to;
    },
    drawn: (times) => {
      const before = text.length;
      return new Promise((resolve) => {
        listen = () => {
          if (text.slice(before).split('  users  ').length > times) resolve();
        };
      });
    },
    type: (key) => child.stdin.write(key),
    until: (part) =>
      new Promise((resolve) => {
        listen = () => {
          if (typeof part === 'string' ? text.includes(part) : part.test(text)) resolve();
        };
        listen();
      }),
  };
}

/** A colour, a title, a move of the cursor, or the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const PARTS = /\u001b\[[\d;]*m|\u001b\][^\u0007]*\u0007|\u001b\[2[23];2t|\u001b\[(\d+)A|(\u001b\[J)|(\r?\n)/;

/** What is on the screen of a terminal that wraps long lines anew when it is resized, as most do. */
class Screen {
  columns: number;
  readonly lines: string[] = [''];
  /** Moves of the cursor into the middle of a line: what is written there leaves half of it. */
  torn = 0;
  #rest = '';

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): void {
    const parts = (this.#rest + text).split(PARTS);
    this.#rest = '';
    const last = parts.at(-1) ?? '';
    // A sequence that has only begun.
    const begun = last.lastIndexOf('\u001b');
    if (begun >= 0) {
      this.#rest = last.slice(begun);
      parts[parts.length - 1] = last.slice(0, begun);
    }
    for (let at = 0; at < parts.length; at += 4) {
      this.lines.push((this.lines.pop() ?? '') + parts[at]);
      const [, up, , end] = parts.slice(at, at + 4);
      if (up !== undefined) this.#up(Number(up));
      if (end !== undefined) this.lines.push('');
    }
  }

  /** Everything that is moved over is drawn again, so it can go at once. */
  #up(rows: number): void {
    this.lines.pop();
    let left = rows;
    while (left > 0 && this.lines.length > 0)
      left -= Math.max(1, Math.ceil((this.lines.pop() as string).length / this.columns));
    if (left < 0) this.torn++;
    this.lines.push('');
  }
}
