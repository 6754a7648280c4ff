import { userInfo } from 'node:os';
import { RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
import { byteSize } from '../terminal/printable.ts';
import { spaceOf } from './disk-space.ts';

/** The kind of access that failed: a read, or a write of any kind. */
export type Access = 'read' | 'write';

type Reason = { readonly text: string; readonly fix: string };

const ROOM = 'free some space on this disk';
const BROKEN = 'see what is wrong with the disk (its errors are in the log of the system)';
const MORE_FILES = 'ulimit -n 4096  in this terminal, or a lower limits.concurrency';

/** Errors of a disk that is full, failing or read-only, and of a process without file descriptors, whatever the access. */
const ALWAYS: Readonly<Record<string, Reason>> = {
  ENOSPC: { text: 'no space is left on the disk', fix: ROOM },
  EDQUOT: { text: 'the disk quota is used up', fix: 'free some of the quota' },
  EFBIG: { text: 'the file may not become larger', fix: 'raise the limit of file sizes (ulimit -f)' },
  EIO: { text: 'the disk failed', fix: BROKEN },
  EROFS: { text: 'the file system is read-only', fix: 'make the file system writable' },
  ESTALE: { text: 'the network disk is gone', fix: 'mount the disk again' },
  ENXIO: { text: 'the device is gone', fix: BROKEN },
  ENODEV: { text: 'the device is gone', fix: BROKEN },
  EMFILE: { text: 'the process has too many open files', fix: MORE_FILES },
  ENFILE: { text: 'the machine has too many open files', fix: MORE_FILES },
};

const RIGHTS = 'correct the permissions';
const DENIED: Reason = { text: `permission denied for ${userName()}`, fix: RIGHTS };

/** Errors that say why a file cannot be written; who reads may expect them. */
const ON_WRITE: Readonly<Record<string, Reason>> = {
  EACCES: DENIED,
  EPERM: DENIED,
  ENOTDIR: { text: 'a part of the path is a file', fix: 'move that file' },
};

/** Result codes of SQLite, without their extension. It does not say which error of the system stands behind them. */
const SQLITE: Readonly<Record<number, Reason>> = {
  8: ALWAYS['EROFS'] as Reason,
  10: {
    text: 'the disk failed, or a quota or a limit of file sizes is reached',
    fix: 'see what is wrong with the disk (its errors are in the log of the system) and with its limits',
  },
  13: ALWAYS['ENOSPC'] as Reason,
};

type Found = Reason & {
  /** The name that the system or SQLite gives it. */
  readonly code: string;
  /** True if the disk or a limit of the process is to blame, and not the rights of the user. */
  readonly isDisk: boolean;
};

/** Finds what an error of the system or of SQLite says of the disk; undefined if it says something else. */
function reasonOf(error: unknown, access: Access): Found | undefined {
  const { code = '', errcode = 0 } = error as { readonly code?: string; readonly errcode?: number };
  const sqlite = code === 'ERR_SQLITE_ERROR' ? SQLITE[errcode & 0xff] : undefined;
  if (sqlite) return { ...sqlite, code: `SQLite ${errcode}`, isDisk: true };
  const reason = Object.hasOwn(ALWAYS, code) ? ALWAYS[code] : undefined;
  if (reason) return { ...reason, code, isDisk: true };
  const refusal = access === 'write' && Object.hasOwn(ON_WRITE, code) ? ON_WRITE[code] : undefined;
  return refusal && { ...refusal, code, isDisk: false };
}

/** True if the disk, or a limit of the process, is to blame for an error, and not the rights of the user. */
export const isOfDisk = (error: unknown): boolean => reasonOf(error, 'read')?.isDisk === true;

/**
 * An error of the disk as the user is told: the path, the free space and the command to go on; undefined if the error
 * says something else.
 * @param commandLine the command to go on; without it, "the same command"
 */
export function diskFailure(
  error: unknown,
  path: string,
  { access, files, commandLine }: { access: Access; files: Files; commandLine?: string | undefined },
): RunError | undefined {
  const reason = reasonOf(error, access);
  if (!reason) return undefined;
  const { text, fix, code } = reason;
  const isDescriptors = fix === MORE_FILES;
  const space = isDescriptors ? '' : freeSpace(files, path);
  const again = commandLine === undefined ? 'run the same command again' : `continue with:  ${commandLine}`;
  return new RunError(
    isDescriptors ? 'MACHINE.TOO_MANY_FILES' : access === 'write' ? 'STATE.UNWRITABLE' : 'DISK.UNREADABLE',
    `${path} cannot be ${access === 'write' ? 'written' : 'read'}: ${text} (${code})${space}`,
    { hint: `${fix}, then ${again}`, cause: error },
  );
}

/** `, 12 kB free` of the disk that a path is on, and what it has run out of besides. */
function freeSpace(files: Files, path: string): string {
  const space = spaceOf(files, path);
  if (!space) return '';
  const { bavail, bsize, ffree, files: most } = space;
  const full = most > 0 && ffree === 0 ? ', and no more files can be made on it' : '';
  return `, ${byteSize(bavail * bsize)} free${full}`;
}

function userName(): string {
  try {
    return `the user ${userInfo().username}`;
  } catch {
    return 'this user';
  }
}
