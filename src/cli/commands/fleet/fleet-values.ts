import type { SubmitOptions } from '../../../features/fleet/change-queue.ts';
import { referenceText } from '../../../pipeline/reference.ts';
import { ALLOW_NOTIFICATIONS, STRICT, YES } from '../../values.ts';

type FleetCommand = SubmitOptions['command'];

/** Options that fleet commands share. */
export const FLEET = {
  queue: { type: 'string', describe: 'redis://… or postgres://…; default: CHATFERRY_QUEUE' },
  command: {
    type: 'string',
    default: 'run',
    choices: ['run', 'validate', 'plan', 'verify'] as const satisfies readonly FleetCommand[],
    describe: 'what to do with it',
  },
  to: { type: 'string', describe: 'which of the targets of the pipeline file' },
  strict: STRICT,
  yes: { ...YES, describe: 'as in run; it changes nothing here: a worker never asks' },
  allowNotifications: ALLOW_NOTIFICATIONS,
} as const;

/** Returns what is asked of a pipeline, as the options say. */
export const askedOf = (args: {
  readonly command: unknown;
  readonly strict: boolean;
  readonly 'allow-notifications': boolean;
}): { readonly command: FleetCommand; readonly strict: boolean; readonly allowNotifications: boolean } => ({
  command: args.command as FleetCommand,
  strict: args.strict,
  allowNotifications: args['allow-notifications'],
});

/** The pipelines of a command line, each with the target that is named for all. */
export const referencesOf = (files: unknown, to: string | undefined): readonly string[] =>
  [files].flat().map((file) => referenceText({ file: String(file), to }));
