import { RunError } from '../../../src/errors/run-error.ts';
import {
  type OpenOrigin,
  type OriginAccount,
  OriginError,
  type OriginFault,
  type OriginList,
  type OriginRow,
  type PullSpan,
} from '../../../src/origin/origin.ts';

type Row = OriginRow['row'];

export type OldMessage = {
  readonly id: string;
  readonly time: number;
  readonly sender: string;
  readonly text: string;
};

export type OldConversation = {
  readonly id: string;
  members: string[];
  messages: OldMessage[];
  /** Counts changes that its record shows. */
  version: number;
};

/** An old system with lists of pages of three, which is changed between pulls. */
export class OldSystem {
  readonly users = new Map<string, string>();
  readonly conversations = new Map<string, OldConversation>();
  /** Faults of lists, by `list of`. */
  readonly faults = new Map<string, OriginFault>();
  /** The requests so far, as `list of at`. */
  asked: string[] = [];
  /** Called before and after each request. */
  onRequest: () => void | Promise<void> = () => {};
  /** Answers so many times with a fault, then no more. */
  expires = 0;
  /** The list whose second place leads back to its first, as `list of`. */
  circles: string | undefined;
  /** Lists of messages that come without records, by conversation. */
  readonly emptied = new Set<string>();
  /** True if the record of a conversation tells its last message. */
  tellsNewest = false;
  /** What it says of one conversation alone: also its last message, or that it is there; undefined if that cannot be asked. */
  looks: 'whole' | 'there' | undefined = 'whole';
  /** True if it offers an export job, which fails. */
  hasJob = false;
  /** So often it answers that the job is not done. */
  jobPolls = 0;
  jobWaitMs = 1_000;
  /** True if it refuses the key. */
  isRefused = false;
  /** The address of a file that the job has written. */
  file: string | undefined;
  /** True if its lists say since when something changed. */
  readonly tells: boolean;
  /** The time of the last change of each record, where it tells it. */
  readonly changed = new Map<object, number>();

  constructor({ tells = false }: { readonly tells?: boolean } = {}) {
    this.tells = tells;
  }

  conversation(id: string): OldConversation {
    const found = this.conversations.get(id);
    if (!found) throw new Error(`no conversation ${id}`);
    return found;
  }

  /** A conversation with its members and so many messages, a minute apart. */
  addConversation(id: string, members: readonly string[], count: number, from: number): void {
    for (const member of members) this.users.set(member, member);
    const messages = Array.from({ length: count }, (_, at) => ({
      id: `${id}-${at}`,
      time: from + at * 60_000,
      sender: members[at % members.length] as string,
      text: `text ${at}`,
    }));
    this.conversations.set(id, { id, members: [...members], messages, version: 1 });
  }

  /** Adds a message. */
  write(id: string, message: OldMessage): void {
    const conversation = this.conversation(id);
    conversation.messages.push(message);
    conversation.version++;
  }

  open(by: OriginAccount['by'] = 'list'): OpenOrigin {
    const job: OriginList = {
      name: 'job',
      first: '0',
      step: async () => {
        this.asked.push('job');
        if (this.jobPolls-- > 0) return { rows: [], next: '0', waitMs: this.jobWaitMs };
        if (this.file !== undefined) return { rows: [], file: { url: this.file, name: 'users.zip' } };
        throw new OriginError('job', 'the plan has no export');
      },
    };
    return {
      check: async () => `${this.users.size} users`,
      counts: async () => ({ users: this.users.size }),
      tops: () => [
        ...(this.hasJob && by !== 'list' ? [job] : []),
        this.#list('users', () =>
          Array.from(this.users, ([id, name]) => ({ list: 'users', row: { id, name } })),
        ),
        this.#list('conversations', () =>
          Array.from(this.conversations.values(), ({ id, version }) => ({
            list: 'conversations',
            row: { id, version, ...(this.tellsNewest ? { newest: this.newestOf(id) } : {}) },
          })),
        ),
      ],
      conversationOf: ({ id, version, newest }) =>
        typeof id === 'string' && !id.startsWith('left-out')
          ? { id, mark: String(version), newest: newest as number | undefined }
          : undefined,
      ...(this.looks ? { lookAgain: async ({ id }) => this.lookAt(id) } : {}),
      listsOf: ({ id }, _, span) => [this.#members(id), this.#messages(id, span)],
      messageOf: ({ id, time, sender }) =>
        typeof id === 'string' && typeof time === 'number' ? { id, time, sender: String(sender) } : undefined,
      userOf: ({ id }) => (typeof id === 'string' ? id : undefined),
      people: (ids) =>
        this.#list('people', () => ids.map((id) => ({ list: 'users', row: { id, name: `late ${id}` } }))),
    };
  }

  newestOf(id: string): number {
    return Math.max(0, ...this.conversation(id).messages.map(({ time }) => time));
  }

  lookAt(id: string): { readonly newest: number | undefined } | undefined {
    this.asked.push(`look ${id}`);
    if (!this.conversations.has(id) || this.faults.has(`look ${id}`)) return undefined;
    return { newest: this.looks === 'whole' ? this.newestOf(id) : undefined };
  }

  #members(id: string): OriginList {
    return this.#list(
      'members',
      () => this.conversation(id).members.map((user) => ({ list: 'members', of: id, row: { user } })),
      id,
    );
  }

  #messages(id: string, { from }: PullSpan & { readonly from?: number | undefined }): OriginList {
    const list = this.#list(
      'messages',
      () =>
        this.conversation(id)
          .messages.filter(({ time }) => !this.emptied.has(id) && time >= (from ?? 0))
          .map((message) => ({ list: 'messages', of: id, row: message as Row })),
      id,
    );
    return { ...list, from };
  }

  /** Pages of three in the order of a key; a place is the last key, so rows that come and go meanwhile move no others. */
  #list(name: string, rowsOf: () => readonly OriginRow[], of = ''): OriginList {
    return {
      name,
      first: '',
      step: async (at) => {
        await this.onRequest();
        this.asked.push([name, of, at].filter(Boolean).join(' '));
        if (this.isRefused) throw new RunError('PULL.AUTH', 'the key is refused');
        const fault = this.faults.get(`${name} ${of}`.trim());
        if (fault) throw new OriginError(fault, `${name} of ${of}: ${fault}`);
        if (this.expires > 0 && at !== '') {
          this.expires--;
          throw new OriginError('expired', 'the cursor is over');
        }
        if (of !== '' && !this.conversations.has(of)) throw new OriginError('gone', `there is no ${of}`);
        if (this.circles === `${name} ${of}` && at !== '') return { rows: [], next: '' };
        const rows = rowsOf()
          .map((row) => ({ key: keyOf(row), row }))
          .filter(({ key }) => key > at)
          .sort((a, b) => (a.key < b.key ? -1 : 1));
        const page = rows.slice(0, 3);
        await this.onRequest();
        return { rows: page.map(({ row }) => row), next: rows.length > 3 ? page.at(-1)?.key : undefined };
      },
    };
  }
}

const keyOf = ({ list, row }: OriginRow): string =>
  list === 'messages' ? `${row['time']} ${row['id']}` : String(row['id'] ?? row['user']);
