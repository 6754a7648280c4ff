import type { LiveEntity } from '../../../../origin/live/live-origin.ts';
import type { Side } from '../../side.ts';
import type { SentMessage, SideState } from './link.ts';

/** A line of the log of links. */
export type LinksRecord =
  | { readonly is: 'links'; readonly version: number }
  | {
      readonly is: 'side';
      readonly entity: LiveEntity;
      readonly key: string;
      readonly side: Side;
      readonly state: SideState;
    }
  /** A message of the other side was written to a conversation of a side. */
  | ({ readonly is: 'sent'; readonly side: Side; readonly conversation: string } & SentMessage)
  /** The id of the message that has a key on a side: it had it first. */
  | { readonly is: 'id'; readonly side: Side; readonly key: string; readonly id: string }
  /** The keys of the rows that a record became, where they are not its own. */
  | {
      readonly is: 'parts';
      readonly side: Side;
      readonly entity: LiveEntity;
      readonly record: string;
      readonly keys: readonly string[];
    };

export const LINKS_VERSION = 1;

/** The first line of the log. */
export const LINKS_HEAD: LinksRecord = { is: 'links', version: LINKS_VERSION };
