import { basename, join, relative, sep } from 'node:path';
import { onlyRunError, RunError } from '../../errors/run-error.ts';
import { type ArchiveKind, archiveKind, listArchive } from '../../input/sources/bytes/archive-list.ts';
import { beginningOf, fileBytes, openBytes, toLookAt } from '../../input/sources/bytes/bytes.ts';
import type { Compression } from '../../input/sources/bytes/decompress.ts';
import { unpackTar } from '../../input/sources/bytes/tar-unpack.ts';
import { refuseArchive } from '../../input/sources/bytes/unread-kinds.ts';
import { byNumber } from '../../system/by-number.ts';
import type { Files } from '../../system/files.ts';
import type { RecordPlace } from '../neutral.ts';

/** A file of an export. */
export type ExportFile = {
  /** Its path inside of the export, with `/`. */
  readonly name: string;
  /** Path of it; in an archive `export.zip!/name`. */
  readonly path: string;
  /** The place where people find it, if that is elsewhere: in the archive that was unpacked. */
  readonly shown?: string;
  /** Which of the given exports it is of, from 0. */
  readonly root: number;
  /** The archive that it is in, if it is in one. */
  readonly archive?: string;
  /** True if that is a zip archive. */
  readonly isInZip?: boolean;
};

/** The place of a file as a whole. */
export const beginOf = ({ name, root }: ExportFile): RecordPlace => ({ file: name, line: 1, root });

/** Place where archives are unpacked. */
export type Unpacking = { readonly signal: AbortSignal; folder(): Promise<string> };

/** A compressed tar archive with more files than this is unpacked: it would be read from its beginning for each. */
const TAR_FILES_MAX = 8;
/** The most files of an export. */
const FILES_MAX = 1_000_000;
const DEPTH_MAX = 40;
/** Enough of a file to see what it is. */
const HEAD_BYTES = 65_536;
/** Heads that are kept, in characters: readers look at the same files several times. */
const HEADS_CHARS_MAX = 16_000_000;
/** Files that are looked at to recognise an export: all of them, or so many of each depth of folders. */
const SAMPLE_MAX = 500;
const SAMPLE_OF_DEPTH = 200;
/** Files that are named in a sentence. */
const NAMED_MAX = 3;
/** Endings of the files that messages send. Thousands of them may lie around the files that say what an export is. */
export const MEDIA =
  /\.(?:jpe?g|png|webp|gif|heic|bmp|tiff?|mp4|3gp|mov|avi|mkv|webm|opus|ogg|oga|m4a|mp3|aac|amr|wav|caf|flac|pdf|docx?|xlsx?|pptx?|odt|vcf|apk|was|thumb)$/i;

/** The files of an export: those of archives and folders, or single ones, in order of their names. */
export class ExportFiles implements AsyncDisposable {
  readonly all: readonly ExportFile[];
  /** Sentences about what is left out. */
  readonly notes: readonly string[];
  readonly #files: Files;
  /** Unpacked archives. */
  readonly #unpacked: readonly string[];
  readonly #heads = new Map<string, string>();
  #headChars = 0;
  #byName: ReadonlyMap<string, ExportFile> | undefined;
  #byRoot: readonly Root[] | undefined;

  private constructor(
    all: readonly ExportFile[],
    { notes, unpacked }: { readonly notes: readonly string[]; readonly unpacked: readonly string[] },
    files: Files,
  ) {
    this.all = all;
    this.notes = notes;
    this.#files = files;
    this.#unpacked = unpacked;
  }

  /**
   * Lists what the given paths hold. A folder of archives alone is as if each of them were given. Tar archives that are compressed and have many files are unpacked until this is
   * disposed of.
   * @param paths absolute; files, folders, or archives
   * @throws RunError `SOURCE.MISSING`, `.EMPTY` if there is no file, `.UNREADABLE`, `.TRUNCATED`, `.ARCHIVE_UNSAFE`
   */
  static async open(paths: readonly string[], files: Files, unpacking: Unpacking): Promise<ExportFiles> {
    const all: ExportFile[] = [];
    const [notes, unpacked]: [string[], string[]] = [[], []];
    const unpack = async (path: string, compression: Compression): Promise<string> => {
      const to = join(await unpacking.folder(), `unpacked-${unpacked.length}.tar`);
      unpacked.push(to);
      await unpackTar(path, { compression, to }, files, unpacking.signal);
      return to;
    };
    try {
      const given = await Promise.all(paths.map((path) => archivesIn(path, files)));
      for (const [root, path] of given.flat().entries()) {
        const found = await listed(path, files, notes, unpack);
        if (found.length === 0)
          throw new RunError('SOURCE.EMPTY', `${path} has no files`, { where: { file: path } });
        for (const one of found) all.push({ ...one, root });
      }
      return new ExportFiles(all, { notes, unpacked }, files);
    } catch (error) {
      await removed(unpacked, files);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await removed(this.#unpacked, this.#files);
  }

  /** The file at a path in the export, or with a name that `nameOf` gave; of several with this path, the last one. */
  at(name: string): ExportFile | undefined {
    this.#byName ??= new Map(this.all.map((file) => [file.name, file]));
    const found = this.#byName.get(name);
    const inside = found ? -1 : name.indexOf(IN_ROOT);
    return inside < 0 ? found : this.#inRoot(name.slice(0, inside), name.slice(inside + IN_ROOT.length));
  }

  /**
   * The name of the file at a path by which `at` finds it; undefined if there is none.
   * @param root the given path that is meant, where several have a file at this path
   */
  nameOf(path: string, root?: number): string | undefined {
    const last = this.at(path);
    if (!last || root === undefined || last.root === root) return last && path;
    const { label, files } = this.#roots().find((each) => each.root === root) ?? {};
    return files?.has(path) ? `${label}${IN_ROOT}${path}` : path;
  }

  #inRoot(label: string, path: string): ExportFile | undefined {
    return this.#roots()
      .find((each) => each.label === label)
      ?.files.get(path);
  }

  /** The given paths, each with a name that no other one has. */
  #roots(): readonly Root[] {
    this.#byRoot ??= rootsOf(this.all);
    return this.#byRoot;
  }

  /** The number of files besides some, with the names of a few; undefined if there are no others. */
  without(found: readonly { readonly file: ExportFile }[]): string | undefined {
    const taken = new Set(found.map(({ file }) => file));
    const others = this.all.filter((file) => !taken.has(file));
    if (others.length === 0) return undefined;
    const names = others.slice(0, NAMED_MAX).map(({ name }) => name);
    return `${others.length} (${names.join(', ')}${others.length > names.length ? ', …' : ''})`;
  }

  /** The file system that they are in. */
  get system(): Files {
    return this.#files;
  }

  /** The paths of the files on disk; of those in an archive, that of the archive. */
  get onDisk(): readonly string[] {
    return [...new Set(this.all.map(({ path, archive }) => archive ?? path))];
  }

  /**
   * All files, or of thousands some of each depth, and few of them pictures: enough to recognise an export by its content
   * without reading the heads of all.
   */
  sample(): ExportFiles {
    if (this.all.length <= SAMPLE_MAX) return this;
    const depths = Map.groupBy(
      this.all,
      ({ name }) => `${name.split('/').length}${MEDIA.test(name) ? ' media' : ''}`,
    );
    const all = [...depths.values()].flatMap((files) => spread(files, SAMPLE_OF_DEPTH));
    return new ExportFiles(all, { notes: this.notes, unpacked: [] }, this.#files);
  }

  /** The files whose names match. */
  matching(pattern: RegExp): readonly ExportFile[] {
    return this.all.filter(({ name }) => pattern.test(name));
  }

  /** The same files, with what zip archives among them have in place of those. */
  async withZipsOpen(): Promise<ExportFiles> {
    const all: ExportFile[] = [];
    const notes = [...this.notes];
    for (const file of this.all) {
      const isZip = file.archive === undefined && (await archiveKind(this.#files, file.path)) === 'zip';
      const inside = isZip ? await inArchive(file.path, 'zip', this.#files, notes) : undefined;
      all.push(...(inside?.map((one) => ({ ...file, ...one, name: `${file.name}/${one.name}` })) ?? [file]));
    }
    return new ExportFiles(all, { notes, unpacked: [] }, this.#files);
  }

  /**
   * The beginning of a file as text, at most 64 KB, unpacked and decoded; empty for a file that is no text or has no bytes.
   */
  async head({ path }: ExportFile): Promise<string> {
    const known = this.#heads.get(path);
    if (known !== undefined) return known;
    const head = await this.#readHead(path);
    this.#headChars += head.length;
    if (this.#headChars < HEADS_CHARS_MAX) this.#heads.set(path, head);
    return head;
  }

  /** Why no file can be read, such as a password; undefined if one of them can, or nothing is wrong with them. */
  async fault(): Promise<RunError | undefined> {
    let first: RunError | undefined;
    for (const file of this.sample().all) {
      if ((await this.head(file)) !== '') return undefined;
      first ??= await this.#faultOf(file.path);
    }
    return first;
  }

  async #faultOf(path: string): Promise<RunError | undefined> {
    const found = await openBytes(path, undefined, this.#files).catch(onlyRunError);
    return found instanceof RunError && FAULTS.has(found.code) ? found : undefined;
  }

  async #readHead(path: string): Promise<string> {
    try {
      const bytes = await openBytes(path, undefined, this.#files);
      return (await beginningOf(toLookAt(bytes).read(bytes.start), HEAD_BYTES)).toString(
        'utf8',
        0,
        HEAD_BYTES,
      );
    } catch (error) {
      if (error instanceof RunError) return '';
      throw error;
    }
  }
}

/** Between the name of a given path and a path in it. */
const IN_ROOT = '!/';

/** A given path: an archive, a folder or a file. */
type Root = {
  readonly root: number;
  readonly label: string;
  readonly files: ReadonlyMap<string, ExportFile>;
};

function rootsOf(all: readonly ExportFile[]): readonly Root[] {
  const labels = new Set<string>();
  return Array.from(
    Map.groupBy(all, ({ root }) => root),
    ([root, files]) => {
      const [{ name, path, archive = path.slice(0, -name.length) }] = files as [ExportFile];
      const own = basename(archive || path);
      const label = labels.has(own) ? `${own}~${root + 1}` : own;
      labels.add(label);
      return { root, label, files: new Map(files.map((file) => [file.name, file])) };
    },
  );
}

/** Codes of faults of a file, whatever it was meant to be. */
const FAULTS: ReadonlySet<string> = new Set([
  'SOURCE.UNREADABLE',
  'SOURCE.TRUNCATED',
  'SOURCE.ARCHIVE_UNSAFE',
]);

/** At most so many of them, in equal distances. */
const spread = <T>(all: readonly T[], max: number): readonly T[] =>
  all.length <= max
    ? all
    : Array.from({ length: max }, (_, at) => all[Math.floor((at * all.length) / max)] as T);

/** Files that the tool writes beside an export: a pipeline file that is edited is no other export. */
const OURS = /\.ya?ml$|^report\.html$/i;

type Listed = Omit<ExportFile, 'root'>;

type Unpack = (path: string, compression: Compression) => Promise<string>;

async function removed(paths: readonly string[], files: Files): Promise<void> {
  for (const path of paths) await files.rm(path, { force: true });
}

async function listed(
  path: string,
  files: Files,
  notes: string[],
  unpack: Unpack,
): Promise<readonly Listed[]> {
  const stats = await files.stat(path).catch((cause: unknown) => {
    throw new RunError('SOURCE.MISSING', `sources.export: no file or folder at ${path}`, { cause });
  });
  if (stats.isDirectory()) return (await inFolder(path, path, files, notes, 0)).sort(byName);
  const kind = await archiveKind(files, path);
  if (kind === undefined) return [await single(path, files)];
  const found = await inArchive(path, kind, files, notes);
  if (kind === 'zip' || kind.tar === undefined || found.length <= TAR_FILES_MAX) return found;
  const unpacked = await unpack(path, kind.tar);
  return found.map((one) => ({ ...one, path: `${unpacked}!/${one.name}`, shown: one.path }));
}

/** @throws RunError `SOURCE.FORMAT_UNKNOWN` for an archive that is not read */
async function single(path: string, files: Files): Promise<Listed> {
  for await (const piece of fileBytes(path, 0, undefined, files)) {
    refuseArchive(piece, path);
    break;
  }
  return { name: basename(path), path };
}

async function inArchive(
  path: string,
  kind: ArchiveKind,
  files: Files,
  notes: string[],
): Promise<readonly Listed[]> {
  const { names, notes: found } = await listArchive(files, path);
  for (const note of found) notes.push(`${path}: ${note}`);
  return names
    .map((name) => ({ name, path: `${path}!/${name}`, archive: path, isInZip: kind === 'zip' }))
    .sort(byName);
}

/** Lists the names that may be of an export. */
const ownNames = async (folder: string, files: Files): Promise<readonly string[]> =>
  (await files.readdir(folder))
    .filter((name) => !name.startsWith('.') && name !== '__MACOSX' && !OURS.test(name))
    .sort(byNumber);

async function inFolder(
  folder: string,
  top: string,
  files: Files,
  notes: string[],
  depth: number,
): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const name of await ownNames(folder, files)) {
    const path = join(folder, name);
    // A link may lead out of the export.
    const stats = await files.lstat(path);
    if (stats.isSymbolicLink()) notes.push(`${path} is a link and was skipped`);
    else if (stats.isDirectory() && depth < DEPTH_MAX)
      found.push(...(await inFolder(path, top, files, notes, depth + 1)));
    else if (stats.isFile()) found.push({ name: relative(top, path).split(sep).join('/'), path });
    if (found.length > FILES_MAX)
      throw new RunError('SOURCE.GLOB_TOO_WIDE', `${top} has more than ${FILES_MAX} files`);
  }
  return found;
}

const byName = (a: Listed, b: Listed): number => byNumber(a.name, b.name);

/** More files than these are not archives alone. */
const ARCHIVES_MAX = 10_000;

/** The archives of a folder that has nothing else, as exports that are kept side by side; for every other path the path itself. */
async function archivesIn(path: string, files: Files): Promise<readonly string[]> {
  const stats = await files.stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) return [path];
  const found = await ownNames(path, files);
  if (found.length === 0 || found.length > ARCHIVES_MAX) return [path];
  const archives: string[] = [];
  for (const name of found) {
    const one = join(path, name);
    // A link may lead out of the export.
    if (!(await files.lstat(one)).isFile() || (await archiveKind(files, one)) === undefined) return [path];
    archives.push(one);
  }
  return archives;
}
