import { otherSide } from '../../side.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { GONE_DIGEST } from '../links/link.ts';
import { askEach } from './ask-side.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { Candidate } from './candidate.ts';
import { messagePlace, roomName } from './message-times.ts';
import { recordedId } from './recorded-id.ts';

/** New messages whose sending a kill has cut off, as the other side knows them. */
export type SentBefore = {
  /** Those that are there: they are changed, if they differ. */
  readonly found: readonly Candidate[];
  /** Those that were there, and that people have deleted since. */
  readonly gone: readonly Candidate[];
  /** Those that never arrived, and all other changes. */
  readonly others: readonly Candidate[];
};

/**
 * Finds out what became of messages that were being sent when a process ended. One that is not there was not deleted there.
 * @throws RunError if the side cannot be asked now
 */
export async function findSent(
  candidates: readonly Candidate[],
  { shared: { links }, side, there, writer }: LaneDeps,
  ledgers: BothLedgers,
  signal: AbortSignal,
): Promise<SentBefore> {
  const to = otherSide(side);
  const cutOff = candidates.filter(
    ({ isCreate, rows }) => isCreate && rows.some(({ entity, key }) => isCutOff(entity, key)),
  );
  const rows = cutOff.flatMap((candidate) => candidate.rows.map((made) => ({ candidate, made })));
  const answers = await askEach(rows, ({ candidate: { folded }, made: { key } }) =>
    there.message({ key, time: messagePlace(folded, key).at }, signal),
  );
  const present = new Set<string>();
  const deleted = new Set<string>();
  for (const [{ candidate, made }, asked] of answers) {
    const { key, row } = made;
    const now = 'answer' in asked ? asked.answer : undefined;
    if (!now) continue;
    if (now.kind === 'gone') {
      links.note('messages', key, to, { version: now.version, digest: GONE_DIGEST });
      deleted.add(key);
      continue;
    }
    const id = recordedId(now);
    writer.note('messages', key, id === undefined ? {} : { id });
    present.add(key);
    const place = messagePlace(candidate.folded, key);
    const sentAt = Math.floor((now.time ?? place.at) / 1_000);
    links.noteSent(to, roomName(row), { ...place, sentAt, isExact: true });
  }
  const has = (keys: ReadonlySet<string>, candidate: Candidate): boolean =>
    cutOff.includes(candidate) && candidate.rows.every(({ key }) => keys.has(key));
  return {
    found: candidates.filter((each) => has(present, each)).map((each) => ({ ...each, isCreate: false })),
    gone: candidates.filter((each) => has(deleted, each)),
    others: candidates.filter((each) => !has(present, each) && !has(deleted, each)),
  };

  function isCutOff(entity: Candidate['rows'][number]['entity'], key: string): boolean {
    return entity === 'messages' && ledgers.find(entity, key)?.origin === 'sent';
  }
}
