import { pipelineTime } from '../../input/rows/forms/time-window.ts';
import type { ChoiceRules } from '../export-rules.ts';
import { ChosenConversations } from './chosen-conversations.ts';
import { ChosenUsers } from './chosen-users.ts';
import type { PeopleLook } from './survey-people.ts';

/** Decides which records of an export are taken, when it has seen all of its people. */
export class Choice {
  readonly #users: ChosenUsers;
  readonly #conversations: ChosenConversations;
  readonly #from: number;
  readonly #end: number;

  constructor({ include = {}, exclude = {}, since, until }: ChoiceRules) {
    this.#users = new ChosenUsers(include.users, exclude.users);
    this.#conversations = new ChosenConversations(include, exclude, this.#users);
    this.#from = milliseconds(since) ?? Number.NEGATIVE_INFINITY;
    this.#end = milliseconds(until) ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the people of the export. */
  readonly look: Required<PeopleLook> = {
    user: (user) => this.#users.add(user),
    conversation: (conversation) => this.#conversations.add(conversation),
    member: (member) => {
      this.#users.named(member.user);
      this.#conversations.member(member);
    },
  };

  /**
   * Ends the look at the people.
   * @returns sentences about names with `*` that nothing has
   * @throws RunError `EXPORT.NAME_UNKNOWN` for an exact name that nothing has
   */
  finish(): readonly string[] {
    const notes = [...this.#users.check(), ...this.#conversations.check()];
    this.#conversations.finish();
    return notes;
  }

  /**
   * A record without its id is not left out: it is rejected.
   * @param name what a message calls somebody whom no list has
   */
  leavesUser(id: string, name?: string): boolean {
    return id !== '' && this.#users.leaves(id, name);
  }

  leavesConversation(id: string): boolean {
    return id !== '' && this.#conversations.leaves(id);
  }

  /** True if a time, in milliseconds since 1970, is outside. What is no time is not: it is said later what is wrong with it. */
  leavesTime(time: number): boolean {
    return time > 0 && (time < this.#from || time >= this.#end);
  }
}

function milliseconds(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : pipelineTime(text);
  return seconds === undefined ? undefined : seconds * 1000;
}
