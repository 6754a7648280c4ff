import { TextNumbers } from '../../../keys/fingerprint-map.ts';
import type { ExportTally } from '../../tally.ts';
import { lineOf } from '../export-table.ts';
import { isMessageLine, tableMark } from './message-line.ts';
import { MESSAGE_COLUMNS } from './message-rows.ts';

const MUID = MESSAGE_COLUMNS.indexOf('muid');
const PARENT = MESSAGE_COLUMNS.indexOf('parentMuid');
/** Replies that wait in memory for a root that was sent later than they. */
const HELD_MAX = 100_000;

/** States of a message that another one answers. */
const STATE = { asked: 1, lands: 2, written: 3 } as const;

/** Writes the lines of one message. */
type Write = (lines: string) => void;
type Reply = { readonly key: string; readonly lines: string; readonly write: Write };

/**
 * Makes the replies of an export ones that the service takes, where they are written live: each stands after the message
 * that it answers; one that answers a reply answers the root of its thread; one whose root does not land is an ordinary
 * message. Memory: 12 bytes for each message that is answered, more for an answered reply.
 */
export class Threads {
  readonly #tally: ExportTally;
  readonly #states = new TextNumbers();
  /** By answered reply: the root of its thread. */
  readonly #roots = new Map<string, string>();
  /** Replies by the message that has to be written first. */
  readonly #held = new Map<string, Reply[]>();
  #heldCount = 0;
  /** Those whose wait is over. */
  readonly #ready: Reply[] = [];

  constructor(tally: ExportTally) {
    this.#tally = tally;
  }

  /** Notes, while messages are read, that a message is answered. */
  ask(key: string): void {
    if (this.#states.get(key) === 0) this.#states.set(key, STATE.asked);
  }

  /** Notes that a message lands; of all messages, before the first one is passed. */
  land(key: string): void {
    if (this.#states.get(key) === STATE.asked) this.#states.set(key, STATE.lands);
  }

  /** Passes the lines of a message on, in the order of time; those of a reply perhaps later, and changed. */
  pass(lines: string, write: Write): void {
    this.#one(lines, write);
    this.#passReady();
  }

  #one(lines: string, write: Write): void {
    const [first = ''] = lines.split('\n', 1);
    if (!isMessageLine(first.charCodeAt(0), first.charCodeAt(1))) {
      write(lines);
      return;
    }
    const cells = JSON.parse(first.slice(1)) as string[];
    const [key = '', parent = ''] = [cells[MUID], cells[PARENT]];
    const reply = { key, lines, write };
    if (parent === '') this.#write(reply);
    else this.#reply(reply, parent, cells);
  }

  /** Passes on what still waits: replies that answer each other. */
  finish(): void {
    for (const [parent, replies] of this.#held) {
      // The first becomes an ordinary message; the others may then have their root.
      for (let reply = replies.shift(); reply; reply = this.#held.has(parent) ? replies.shift() : undefined) {
        this.#heldCount--;
        this.#alone(reply);
        this.#passReady();
      }
      this.#held.delete(parent);
    }
  }

  #passReady(): void {
    for (let next = this.#ready.shift(); next; next = this.#ready.shift()) this.#one(next.lines, next.write);
  }

  #reply(reply: Reply, parent: string, cells: string[]): void {
    const state = this.#states.get(parent);
    if (state === STATE.lands && this.#heldCount < HELD_MAX) {
      const held = this.#held.get(parent) ?? [];
      held.push(reply);
      this.#held.set(parent, held);
      this.#heldCount++;
    } else if (state === STATE.written) {
      const root = this.#roots.get(parent) ?? parent;
      if (this.#states.get(reply.key) !== 0) this.#roots.set(reply.key, root);
      if (root === parent) this.#write(reply);
      else {
        this.#tally.moved('replies', 'imported', 'converted');
        this.#write(withParent(reply, cells, root));
      }
    } else this.#alone(reply);
  }

  /** Writes a reply as an ordinary message. */
  #alone(reply: Reply): void {
    this.#tally.moved('replies', 'imported', { dropped: 'rootMissing' });
    this.#write(withParent(reply, JSON.parse(firstOf(reply).slice(1)) as string[], ''));
  }

  /** Writes a message, and then those that have waited for it. */
  #write({ key, lines, write }: Reply): void {
    write(lines);
    if (this.#states.get(key) === 0) return;
    this.#states.set(key, STATE.written);
    const replies = this.#held.get(key);
    if (!replies) return;
    this.#held.delete(key);
    this.#heldCount -= replies.length;
    this.#ready.push(...replies);
  }
}

const firstOf = ({ lines }: Reply): string => lines.split('\n', 1)[0] as string;

function withParent(reply: Reply, cells: string[], parent: string): Reply {
  const changed = cells.with(PARENT, parent);
  const rest = reply.lines.slice(firstOf(reply).length);
  return { ...reply, lines: `${tableMark('messages')}${lineOf(changed)}${rest}` };
}
