import type { RunCodeText } from './code.ts';

/** Codes of a machine on which a run would not be safe, or cannot go on. */
export const machineCodes = {
  'CONFIG.CODE_NOT_OWN': {
    exit: 'precondition',
    cause:
      'The pipeline names a command or a transform, or is code itself, and somebody else may change one of these files or its folder. Nothing of it was run.',
    fix: 'chmod go-w the file and its folder, or add --allow-code if you trust what the pipeline runs',
    example: 'apiKey: { command: [pass, show, chat] }, in a folder that everybody may write',
  },
  'STATE.NOT_OWN': {
    exit: 'precondition',
    cause:
      'Others can write to the state folder, or something in it is a symbolic link, so what is saved could land in another file. Nothing was written.',
    fix: 'chmod go-w the state folder, or remove the link; then run the same command again',
    example: 'a state folder with mode 0777, or a run.log that is a link to another file',
  },
  'MACHINE.TOO_MANY_FILES': {
    exit: 'temporary',
    cause: 'This machine lets the process open no further file or connection. Finished work is saved.',
    fix: 'ulimit -n 4096  in this terminal, or a lower limits.concurrency; then run the same command again',
    example: 'ulimit -n 24, and a pipeline with many files',
  },
  'DISK.UNREADABLE': {
    exit: 'temporary',
    cause: 'A file cannot be read because the disk fails. Nothing was decided from it.',
    fix: 'see what is wrong with the disk, then run the same command again',
    example: 'a source file on a network disk that is gone',
  },
} as const satisfies Record<string, RunCodeText>;
