import { cannotWrite } from '../../errors/run-error.ts';
import { type Files, writeAll } from '../../system/files.ts';

const BUFFER_CHARS = 1 << 16;

/**
 * Writes a list into the state folder, beside its place first: it is whole or not there. Without lines there is no file.
 * @param lines each with its line end; undefined if it is known that there are none
 * @param shown what it is, for messages
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function writeList(
  path: string,
  head: string,
  lines: AsyncIterable<string> | undefined,
  shown: string,
  files: Files,
): Promise<void> {
  const next = `${path}.next`;
  try {
    if (!lines) {
      if (files.existsSync(path)) await files.rm(path, { force: true });
      return;
    }
    await files.rm(next, { force: true });
    const count = await writeLines(next, head, lines, files);
    if (count > 0) return await files.rename(next, path);
    await files.rm(next, { force: true });
    await files.rm(path, { force: true });
  } catch (error) {
    throw cannotWrite(error, `${shown} ${path}`);
  }
}

/** Returns how many lines there were. */
async function writeLines(
  path: string,
  head: string,
  lines: AsyncIterable<string>,
  files: Files,
): Promise<number> {
  await using file = await files.open(path, 'wx', 0o600);
  let at = 0;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    await writeAll(file, bytes, at);
    at += bytes.length;
  };
  let text = head;
  let count = 0;
  for await (const line of lines) {
    count++;
    text += line;
    if (text.length < BUFFER_CHARS) continue;
    await write(text);
    text = '';
  }
  await write(text);
  await file.sync();
  return count;
}
