import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Files } from './files.ts';

/** Places that may be read and written. */
export type Confines = {
  /** Absolute folders. */
  readonly roots: readonly string[];
  /** Absolute paths of files below them that are left alone. */
  readonly except: readonly string[];
};

/** The one hidden folder that a pipeline may use: that of states. Others hold what programs keep to themselves, such as keys. */
const STATES = '.chatferry';

/** True if a path is inside, wherever its links lead. A path that is not there yet is where its folder is. */
export function isInside(path: string, { roots, except }: Confines): boolean {
  const real = realPath(resolve(path));
  if (except.some((each) => realPath(each) === real)) return false;
  return roots.some((root) =>
    partsBelow(realPath(root), real)?.every((part) => !part.startsWith('.') || part === STATES),
  );
}

/** The names on the way from a folder to a path in it; undefined if it is elsewhere, also on another drive. */
export function partsBelow(folder: string, path: string): readonly string[] | undefined {
  const way = relative(folder, path);
  const parts = way.split(sep);
  return parts[0] === '..' || isAbsolute(way) ? undefined : parts;
}

/** The path without links in it. One that is not there yet is where its folder is. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

/**
 * Files of which only those inside can be reached, by whatever name.
 * @param refused the error for a path that is not
 */
export function confinedFiles(files: Files, confines: Confines, refused: (path: string) => Error): Files {
  const check = (...paths: readonly string[]): void => {
    for (const path of paths) if (!isInside(path, confines)) throw refused(path);
  };
  const later =
    <A extends readonly unknown[], T>(work: (path: string, ...rest: A) => Promise<T>) =>
    async (path: string, ...rest: A): Promise<T> => {
      check(path);
      return await work(path, ...rest);
    };
  const atOnce =
    <A extends readonly unknown[], T>(work: (path: string, ...rest: A) => T) =>
    (path: string, ...rest: A): T => {
      check(path);
      return work(path, ...rest);
    };
  return {
    ...files,
    open: later(files.open),
    mkdir: later(files.mkdir),
    readFile: later(files.readFile),
    readdir: later(files.readdir),
    rm: later(files.rm),
    rmdir: later(files.rmdir),
    lstat: later(files.lstat),
    stat: later(files.stat),
    access: later(files.access),
    truncate: later(files.truncate),
    writeFile: later(files.writeFile),
    link: async (existing, path) => {
      check(existing, path);
      await files.link(existing, path);
    },
    rename: async (from, to) => {
      check(from, to);
      await files.rename(from, to);
    },
    existsSync: (path) => isInside(path, confines) && files.existsSync(path),
    chmodSync: atOnce(files.chmodSync),
    mkdirSync: atOnce(files.mkdirSync),
    openSync: atOnce(files.openSync),
    rmSync: atOnce(files.rmSync),
    statfsSync: atOnce(files.statfsSync),
    openDatabase: atOnce(files.openDatabase),
    renameSync: (from, to) => {
      check(from, to);
      files.renameSync(from, to);
    },
  };
}
