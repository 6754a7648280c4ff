import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Step } from '../delivery/plan.ts';
import { RunError } from '../errors/run-error.ts';
import { peerOf } from '../input/entities/conversation.ts';
import { changedMapping } from '../input/rows/changed-mapping.ts';
import type { Mapping } from '../input/rows/mapping.ts';
import type { Files } from '../system/files.ts';
import type { PlanNotes } from './open/plan-notes.ts';

/** People whom a pipeline has forgotten: only digests, so that nothing kept names a person. */
export type Forgotten = {
  readonly version: 1;
  /** Random; the key of the digests. */
  readonly salt: string;
  readonly digests: readonly string[];
  /** Digests of what old systems call these people; absent if nothing but the uid was known. */
  readonly names?: readonly string[];
  /** The person whose traces are being removed; absent once that is done. */
  readonly pending?: string | undefined;
};

/** The file in the state folder of a pipeline. */
export const forgottenPath = (stateFolder: string): string => join(stateFolder, 'forgotten.json');

/** The digest of a uid, which is the same in upper and lower case. */
export const digestOfUid = (uid: string, salt: string): string =>
  createHmac('sha256', salt).update(uid.toLowerCase()).digest('hex');

/** Reads whom a pipeline has forgotten; undefined if nobody. @throws RunError `STATE.CORRUPT` */
export async function readForgotten(stateFolder: string, files: Files): Promise<Forgotten | undefined> {
  const path = forgottenPath(stateFolder);
  if (!files.existsSync(path)) return undefined;
  try {
    return JSON.parse(await files.readFile(path, 'utf8')) as Forgotten;
  } catch (cause) {
    throw new RunError('STATE.CORRUPT', `${path} cannot be read: ${(cause as Error).message}`, {
      hint: 'restore it from a copy; delete it only if nobody had to be forgotten, because a run would send their rows again',
      where: { file: path },
      cause,
    });
  }
}

/**
 * Steps without the rows of people who were forgotten: all that are about them are left out by the rule `forgotten`,
 * and other rows lose their names: groups their owner, messages by whom they were edited or deleted.
 * @throws RunError `STATE.FORGETTING` while the traces of one are being removed
 */
export function withoutForgotten(
  steps: readonly Step[],
  forgotten: Forgotten | undefined,
  { warnings }: Pick<PlanNotes, 'warnings'>,
): readonly Step[] {
  if (!forgotten) return steps;
  if (forgotten.pending !== undefined)
    throw new RunError('STATE.FORGETTING', 'removing the traces of a person was interrupted');
  const digests = new Set(forgotten.digests);
  const known = new Map<string, boolean>();
  const isForgotten = (uid: unknown): boolean => {
    if (typeof uid !== 'string') return false;
    let is = known.get(uid);
    if (is === undefined) {
      is = digests.has(digestOfUid(uid, forgotten.salt));
      if (known.size < KNOWN_MAX) known.set(uid, is);
    }
    return is;
  };
  const people = digests.size === 1 ? 'a person' : `${digests.size} people`;
  warnings.add(`rows of ${people} who had to be forgotten are skipped`);
  return steps.map((step) => ({
    ...step,
    mappings: step.mappings.map((mapping) => mappingWithout(mapping, isForgotten)),
  }));
}

/** Uids that are looked up once. */
const KNOWN_MAX = 100_000;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a row that say which people it is about. */
export const PEOPLE: ReadonlySet<string> = new Set([
  'uid',
  'sender',
  'receiver',
  'receiverType',
  'friendUid',
  'blockedUid',
  'conversation',
]);

/** The uids of the people that a row is about. */
export function peopleIn(fields: Fields): readonly unknown[] {
  const { uid, friendUid, blockedUid, sender, receiver, receiverType, conversation } = fields;
  const to = receiverType === 'user' ? receiver : undefined;
  return [uid, friendUid, blockedUid, sender, to, ...peopleOf(conversation, uid)];
}

/** The users whose conversation a receipt names; if its own user is none of them, as far as that can be seen. */
function peopleOf(conversation: unknown, uid: unknown): readonly string[] {
  if (typeof conversation !== 'string') return [];
  const id = conversation.toLowerCase();
  const peer = peerOf(id, typeof uid === 'string' ? uid.toLowerCase() : '');
  if (!peer) return id.split('_user_');
  return peer.entity === 'users' ? [peer.id] : [];
}

/** Fields of a row that name people it is not about: they are left out, and the row stays. */
export const NAMED = ['owner', 'editedBy', 'deletedBy'] as const;

function mappingWithout(mapping: Mapping, isForgotten: (uid: unknown) => boolean): Mapping {
  const people = mapping.some(PEOPLE);
  const blanked = (found: ReturnType<Mapping>): ReturnType<Mapping> => {
    const named = NAMED.filter((field) => isForgotten(found.fields[field]));
    if (named.length === 0) return found;
    const fields = { ...found.fields };
    for (const field of named) delete fields[field];
    return { ...found, fields };
  };
  return changedMapping(mapping, blanked, {
    leftOut: (values) =>
      mapping.leftOut?.(values) ?? (peopleIn(people(values)).some(isForgotten) ? 'forgotten' : undefined),
  });
}
