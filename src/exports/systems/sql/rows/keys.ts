/** Ids by the keys with which rows name each other, where those are not the ids. */
export class Keys {
  readonly users = new Map<string, string>();
  readonly conversations = new Map<string, string>();

  user(key: string): string {
    return this.users.size === 0 ? key : (this.users.get(key) ?? key);
  }

  conversation(key: string): string {
    return this.conversations.size === 0 ? key : (this.conversations.get(key) ?? key);
  }
}
