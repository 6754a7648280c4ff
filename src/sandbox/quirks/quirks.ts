import { SandboxError } from '../wire/api-error.ts';
import { ANSWER_QUIRKS } from './answer-quirks.ts';
import { IMPORT_QUIRKS } from './import-quirks.ts';
import { MESSAGE_QUIRKS, MODERATION_QUIRKS } from './message-quirks.ts';
import { PEOPLE_QUIRKS } from './people-quirks.ts';
import type { Quirk, QuirkValues } from './quirk.ts';

/** The groups of switches, by the title that help and documentation give them. */
const GROUPS = {
  'Data import': IMPORT_QUIRKS,
  'Keys, errors, limits and lists': ANSWER_QUIRKS,
  'Users, roles and groups': PEOPLE_QUIRKS,
  'Messages and conversations': MESSAGE_QUIRKS,
  Moderation: MODERATION_QUIRKS,
} as const;

const ALL = {
  ...IMPORT_QUIRKS,
  ...ANSWER_QUIRKS,
  ...PEOPLE_QUIRKS,
  ...MESSAGE_QUIRKS,
  ...MODERATION_QUIRKS,
} as const;

/** Behaviour that public sources leave open. Each member is a choice; its declaration explains it. */
export type Quirks = QuirkValues<typeof ALL>;

const ENTRIES: readonly (readonly [string, Quirk<unknown>])[] = Object.entries(ALL);

const nameOf = (form: string): string => form.split('=', 1)[0] ?? '';

const BY_NAME = new Map(ENTRIES.map(([member, quirk]) => [nameOf(quirk.form), { member, quirk }]));

/** The sandbox without any switch. */
export const DEFAULT_QUIRKS = Object.fromEntries(
  ENTRIES.map(([member, { usually }]) => [member, usually]),
  // The cast is safe: the members are those of ALL, each with its own value.
) as Quirks;

/** A switch as help and documentation show it. */
export type QuirkText = Pick<Quirk<unknown>, 'form' | 'usual' | 'otherwise'>;

/** Every switch with its explanation, by the title of its group. */
export const QUIRK_TEXTS: readonly (readonly [title: string, quirks: readonly QuirkText[]])[] =
  Object.entries(GROUPS).map(([title, group]) => [title, Object.values(group)]);

/** Every switch as text for a terminal: its form, what happens without it, what happens with it. */
export function quirkList(): string {
  const groups = QUIRK_TEXTS.map(([title, quirks]) =>
    [
      title,
      ...quirks.map(
        ({ form, usual, otherwise }) => `  ${form}\n      ${usual}\n      otherwise: ${otherwise}`,
      ),
    ].join('\n'),
  );
  return `${groups.join('\n\n')}\n`;
}

/**
 * Reads an age such as `183d`, or `none` for no limit.
 * @returns whole days; 0 for no limit
 * @throws SandboxError for any other text
 */
export function parseRetention(text: string): number {
  if (text === 'none') return 0;
  const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
  if (days === undefined)
    throw new SandboxError('OPTION_INVALID', `retention "${text}": expected days such as 183d, or none`);
  return Number(days);
}

/** Reads a list such as `poison=batch500,nested,conflict409,retention=183d`; rejects unknown words. */
export function parseQuirks(text: string): Quirks {
  const values: Record<string, unknown> = { ...DEFAULT_QUIRKS };
  for (const written of text.split(',').map((part) => part.trim())) {
    if (written === '') continue;
    const [name = '', value = ''] = written.split('=', 2);
    const known = BY_NAME.get(name);
    const read = known?.quirk.read(value, values[known.member]);
    if (!known || read === undefined) throw unknownQuirk(written);
    values[known.member] = read;
  }
  // The cast is safe: each value was read by the declaration of its member.
  return values as Quirks;
}

function unknownQuirk(written: string): SandboxError {
  const forms = ENTRIES.map(([, { form }]) => form).join(', ');
  return new SandboxError(
    'OPTION_INVALID',
    `unknown quirk "${written}"; expected ${forms} (comma separated)`,
  );
}
