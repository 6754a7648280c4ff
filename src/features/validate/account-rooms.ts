import type { MapRoom } from '../../keys/fingerprint-map.ts';
import type { ScreenThread } from '../../prefilter/wasm/wasm-screen.ts';
import { CONVERSATION_WORDS } from './conversations/conversation-table.ts';
import type { KeyLogRoom } from './key-log.ts';

/** Memory in which messages are accounted for, by an audit and by the screen. */
export type AccountRooms = {
  readonly days: Uint32Array;
  readonly conversations: MapRoom;
  readonly keys: KeyLogRoom;
};

/** Of files with more bytes, most keys are written to disk anyway: a part of the room for them is enough. */
const BYTES_IN_MEMORY = 256 << 20;
const KEY_BLOCKS_MIN = 1_536;

/**
 * The rooms of an audit in the memory of a screen, for one audit of messages.
 * @param sources all files of the pipeline
 */
export function accountRooms(
  { areas, exports }: ScreenThread,
  sources: readonly { readonly bytes: number }[],
): AccountRooms {
  const { words, account } = areas;
  const at = (address: number): number => address / 4;
  const { days, heads, tables, tableWords, keys } = account;
  const isLarge = sources.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES_IN_MEMORY;
  const blocks = isLarge ? KEY_BLOCKS_MIN : keys.blocks;
  exports.useAccountRooms(days.at, heads.at, tables, keys.at, blocks);
  return {
    days: words.subarray(at(days.at), at(days.at) + days.words),
    conversations: {
      head: words.subarray(at(heads.at), at(heads.at) + heads.words),
      capacity: tableWords / CONVERSATION_WORDS,
      table: (index, length) => {
        if (length > tableWords) throw new RangeError('a table of conversations is full');
        return words.subarray(at(tables) + index * tableWords, at(tables) + index * tableWords + length);
      },
    },
    keys: { words: words.subarray(0, at(keys.at) + keys.words), at: at(keys.at), blocks },
  };
}
