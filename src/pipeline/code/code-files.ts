import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The code that a pipeline names: its file, and the local files that it imports. */
export type CodeFiles = {
  /** Absolute paths: the file itself, then what it imports, in the order in which they are found. */
  readonly files: readonly string[];
  /** The paths by which the files are named, which may be links to them. */
  readonly names: readonly string[];
  /** 32 hex of SHA-256 over the names, relative to the first file, and the texts of all files. */
  readonly digest: string;
};

/** An import of a local file, also in comments: one file too many does no harm, one too few would. */
const LOCAL = /\b(?:from|import|require)\s*\(?\s*(['"`])((?:\.{0,2}\/|file:)[^'"`\n]+)\1/g;

/**
 * Finds the local files of some code, by its imports of paths and `file:` URLs. Packages are not part of it, nor are paths
 * that the code computes. A file that is not there is left out: the import itself tells it.
 * @throws the error of the file system if the first file cannot be read
 */
export async function codeFilesOf(path: string): Promise<CodeFiles> {
  const first = await realpath(path);
  const texts = new Map([[first, await readFile(first, 'utf8')]]);
  const names = new Set([path]);
  for (const [file, text] of texts)
    for (const imported of importedBy(file, text)) {
      const found = await realpath(imported).catch(() => undefined);
      if (found === undefined) continue;
      names.add(imported);
      if (texts.has(found)) continue;
      const read = await readFile(found, 'utf8').catch(() => undefined);
      if (read !== undefined) texts.set(found, read);
    }
  return { files: [...texts.keys()], names: [...names], digest: digestOf(dirname(first), texts) };
}

function importedBy(file: string, text: string): string[] {
  return [...text.matchAll(LOCAL)].flatMap(([, , path = '']) => {
    try {
      return [fileURLToPath(new URL(path.replace(/[?#].*$/, ''), pathToFileURL(file)))];
    } catch {
      return [];
    }
  });
}

function digestOf(folder: string, texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  const named = [...texts].map(
    ([path, text]) => [relative(folder, path).replaceAll('\\', '/'), text] as const,
  );
  // By name: a file that is imported earlier than before is still the same code.
  for (const [name, text] of named.sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const part of [name, text]) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex').slice(0, 32);
}
