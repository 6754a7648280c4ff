import { KeySet } from '../keys/key-table.ts';
import type { PeopleSink } from './export-reader.ts';
import type { RecordPlace, SourceMember } from './neutral.ts';

/** Members that wait for their conversation; further ones go on at once, so that they count as of none. */
const WAITING_MAX = 500_000;

/**
 * Stands between a reader and who takes its people: a member who comes before their conversation goes on right after it. No
 * reader has to trust the order of the sections of its files.
 */
export class WaitingMembers<Sink extends Pick<PeopleSink, 'conversation' | 'topic' | 'member' | 'note'>> {
  /** The sink that the reader is given. */
  readonly sink: Sink;
  readonly #taker: Sink;
  readonly #known = new KeySet();
  readonly #waiting = new Map<string, (readonly [SourceMember, RecordPlace])[]>();
  #count = 0;

  constructor(taker: Sink) {
    this.#taker = taker;
    this.sink = {
      ...taker,
      conversation: (conversation, place) => {
        taker.conversation(conversation, place);
        this.#known.add([conversation.id]);
        if (this.#count > 0) this.#release(conversation.id);
      },
      member: (member, place) => {
        if (this.#known.has([member.conversation]) || !this.#hold(member, place)) taker.member(member, place);
      },
    };
  }

  /** Passes on the members of conversations that never came. */
  finish(): void {
    for (const id of [...this.#waiting.keys()]) this.#release(id);
  }

  #hold(member: SourceMember, place: RecordPlace): boolean {
    if (this.#count >= WAITING_MAX) {
      this.#taker.note(
        `more than ${WAITING_MAX} members come before their conversations; the others are not read`,
      );
      return false;
    }
    const held = this.#waiting.get(member.conversation) ?? [];
    held.push([member, place]);
    this.#waiting.set(member.conversation, held);
    this.#count++;
    return true;
  }

  #release(conversation: string): void {
    const held = this.#waiting.get(conversation) ?? [];
    this.#waiting.delete(conversation);
    this.#count -= held.length;
    for (const [member, place] of held) this.#taker.member(member, place);
  }
}
