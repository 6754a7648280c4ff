import { KeySet } from '../../keys/key-table.ts';
import type { ChoiceSide, ConversationType } from '../export-rules.ts';
import type { SourceConversation, SourceMember } from '../neutral.ts';
import type { ChosenUsers } from './chosen-users.ts';
import { Sides } from './sides.ts';

/** Which conversations of an export are taken. Where several records have the same id, any one of them decides. */
export class ChosenConversations {
  readonly #sides: Sides;
  readonly #included: ReadonlySet<ConversationType> | undefined;
  readonly #excluded: ReadonlySet<ConversationType>;
  readonly #users: ChosenUsers;
  readonly #listed = new KeySet();
  readonly #in = new KeySet();
  readonly #out = new KeySet();
  /** The members of the conversations that are their members alone. */
  readonly #direct = new Map<string, Set<string>>();

  constructor(include: ChoiceSide, exclude: ChoiceSide, users: ChosenUsers) {
    this.#sides = new Sides(include.conversations, exclude.conversations);
    this.#included = include.types && new Set(include.types);
    this.#excluded = new Set(exclude.types);
    this.#users = users;
  }

  add(conversation: SourceConversation): void {
    const { id, name, type } = conversation;
    this.#sides.know({ id, name });
    this.#listed.add([id]);
    const [isIncluded, isExcluded] = [this.#sides.includes({ id, name }), this.#sides.excludes({ id, name })];
    if (isIncluded && (this.#included?.has(type) ?? true)) this.#in.add([id]);
    if (isExcluded || this.#excluded.has(type)) this.#out.add([id]);
    if (type === 'direct' && !this.#direct.has(id)) this.#direct.set(id, new Set());
  }

  member({ conversation, user }: SourceMember): void {
    this.#direct.get(conversation)?.add(user);
  }

  /** With fewer people, a conversation of its members would become that of those who are left: it is left out as a whole. */
  finish(): void {
    for (const [id, members] of this.#direct)
      if ([...members].some((user) => this.#users.leaves(user))) this.#out.add([id]);
    this.#direct.clear();
  }

  leaves(id: string): boolean {
    if (this.#listed.has([id])) return this.#out.has([id]) || !this.#in.has([id]);
    return this.#sides.excludes({ id }) || !this.#sides.includes({ id }) || this.#included !== undefined;
  }

  check(): readonly string[] {
    return this.#sides.check('conversations', 'conversation');
  }
}
