import { pathToFileURL } from 'node:url';
import { cut } from '../../terminal/printable.ts';

const TEXT_MAX = 300;

/** Text of what some code has thrown, as one line of at most 300 characters. It may be anything, not only an Error. */
export function errorText(thrown: unknown): string {
  const text = quietly(() => (thrown instanceof Error ? thrown.message || thrown.name : String(thrown)));
  return cut(
    (text ?? 'an error without a text')
      .trim()
      .split(/\n\s*/)
      .map((line) => line.trimEnd())
      .join(' '),
    TEXT_MAX,
  );
}

/**
 * The first place in the stack of an error that is in one of these files.
 * @param files absolute paths
 */
export function lineIn(
  thrown: unknown,
  files: readonly string[],
): { readonly path: string; readonly line: number } | undefined {
  const stack = quietly(() => (thrown instanceof Error ? thrown.stack : undefined));
  for (const frame of typeof stack === 'string' ? stack.split('\n') : [])
    for (const path of files) {
      const line = lineAfter(frame, pathToFileURL(path).href) ?? lineAfter(frame, path);
      if (line !== undefined) return { path, line };
    }
  return undefined;
}

/** The number after a name and its query: `file:///a/b.ts?x=1:12:5` → 12. */
function lineAfter(frame: string, name: string): number | undefined {
  const at = frame.indexOf(name);
  const [, line] = at < 0 ? [] : (/^(?:\?[^:\s]*)?:(\d+)/.exec(frame.slice(at + name.length)) ?? []);
  return line === undefined ? undefined : Number(line);
}

/** The error of another may even throw when it is read. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
