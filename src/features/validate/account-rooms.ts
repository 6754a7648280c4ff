import type { MapRoom } from '../../keys/fingerprint-map.ts';
import type { ScreenThread } from '../../prefilter/wasm/wasm-screen.ts';
import type { KeyLogRoom } from './key-log.ts';

/** Memory in which messages are accounted for, by an audit and by the screen. */
export type AccountRooms = {
  readonly days: Uint32Array;
  readonly conversations: MapRoom;
  readonly keys: KeyLogRoom;
};

/** The rooms of an audit in the memory of a screen, for one audit of messages. */
export function accountRooms({ areas }: ScreenThread): AccountRooms {
  const { words, account } = areas;
  const at = (address: number): number => address / 4;
  const { days, heads, tables, tableWords, keys } = account;
  return {
    days: words.subarray(at(days.at), at(days.at) + days.words),
    conversations: {
      head: words.subarray(at(heads.at), at(heads.at) + heads.words),
      table: (index, length) => {
        if (length > tableWords) throw new RangeError('a table of conversations is full');
        return words.subarray(at(tables) + index * tableWords, at(tables) + index * tableWords + length);
      },
    },
    keys: { words, at: at(keys.at), blocks: keys.blocks },
  };
}
