import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import { GONE_DIGEST, type SideState } from '../links/link.ts';

/**
 * What a record of a side is, compared with what that side was last known to hold: `echo` of our own writing, `same`, `newer` in
 * its version alone, `changed`; `unsure` if only the side itself can say it.
 */
export type Judgement = 'echo' | 'same' | 'newer' | 'changed' | 'unsure';

/** What is compared. */
export type JudgedChange = Pick<LiveChange, 'entity' | 'kind' | 'isNew' | 'version'> & {
  readonly digest: string;
  /** True if the side was asked just now: then it is so, whatever the versions say. */
  readonly isAsked: boolean;
};

/**
 * Compares by the clock of the side alone.
 * @param isOurs whether we wrote the record there
 */
export function judgeChange(
  { entity, kind, isNew, version, digest, isAsked }: JudgedChange,
  state: SideState | undefined,
  isOurs: boolean,
): Judgement {
  if (kind === 'upsert' && isNew && isOurs && state?.digest !== GONE_DIGEST) return 'echo';
  if (!state) return 'changed';
  if (digest === state.digest) return version > state.version ? 'newer' : 'same';
  if (isAsked) return 'changed';
  if (kind === 'gone') return version > 0 && version < state.version ? 'unsure' : 'changed';
  if (version === 0) return 'unsure';
  if (version < state.version) return 'same';
  if (state.digest === GONE_DIGEST) {
    // A message never comes again, a channel may be made again. We do not know when what we removed there was gone.
    const isAgain = entity !== 'messages' && isNew && state.version > 0 && version > state.version;
    return isAgain ? 'changed' : 'unsure';
  }
  // Late echoes of what we wrote before look newer than what we wrote last, whose version nobody has said yet.
  return version === state.version || state.isOurs ? 'unsure' : 'changed';
}
