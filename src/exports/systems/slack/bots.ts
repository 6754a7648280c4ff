import type { ExportObject } from '../../files/export-rows.ts';
import { record, textValue } from '../../files/values.ts';

/** The users behind programs: messages of a program have its `bot_id`, and not always a user. */
export class Bots {
  readonly #users = new Map<string, string>();

  /** Takes a row of a list of users. */
  add(row: ExportObject): void {
    const [id, bot] = [textValue(row['id']), textValue(record(row['profile'])?.['bot_id'])];
    if (id !== undefined && bot !== undefined) this.#users.set(bot, id);
  }

  /** The user of a program; undefined if none is known. */
  userOf(bot: string): string | undefined {
    return this.#users.get(bot);
  }
}
