import type { RunCodeText } from './code.ts';

/** Codes of a machine on which a run would not be safe, or cannot go on. */
export const machineCodes = {
  'CONFIG.CODE_NOT_OWN': {
    exit: 'precondition',
    cause:
      'The pipeline runs code (a command, a transform, TypeScript), and others can change a file of it or its folder.',
    fix: 'chmod go-w the file and its folder, or add --allow-code if you trust what the pipeline runs',
    example: 'apiKey: { command: [pass, show, chat] }, in a folder that everybody may write',
  },
  'STATE.NOT_OWN': {
    exit: 'precondition',
    cause:
      'The state folder, a file in it, or the folder around it belongs to another user, can be written by others, or is a symbolic link; or others can write a folder above it without sticky bit.',
    fix: 'chmod go-w or chown the path that is named, or remove the link; then run the same command again',
    example: 'a state folder with mode 0777 or of another user, or a run.log that is a link to another file',
  },
  'MACHINE.TOO_MANY_FILES': {
    exit: 'temporary',
    cause: 'The process cannot open another file or connection. Finished work is saved.',
    fix: 'ulimit -n 4096  in this terminal, or a lower limits.concurrency; then run the same command again',
    example: 'ulimit -n 24, and a pipeline with many files',
  },
  'DISK.UNREADABLE': {
    exit: 'temporary',
    cause: 'A file cannot be read because the disk fails. No decision was based on it.',
    fix: 'check the disk, then run the same command again',
    example: 'a source file on a network disk that is gone',
  },
} as const satisfies Record<string, RunCodeText>;
