import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** How large an export is written, and where. */
export type TelegramOptions = {
  /** The folder; created if it is missing. */
  readonly out: string;
  readonly messages: number;
};

const USERS = 1_000;
const CHATS = 200;
const MEMBERS = 20;
/** Every so many messages, one is a reply, was edited, has reactions, or a link in its text. */
const EVERY = { reply: 9, edited: 40, reaction: 10, link: 12 } as const;
const STARTED = Date.UTC(2025, 6, 2) / 1000;
const STEP_SECONDS = 2;
const WRITE_CHARS = 65_536;
const TEXTS = ['Good morning!', 'Can you take a look?', 'Grüße aus Kiel; ich rufe später an.', 'Done ✅'];

/**
 * Writes what Telegram Desktop exports of an account, `result.json`, with its pipeline: groups with their messages.
 * @returns the path of the pipeline
 */
export async function telegramExport({ out, messages }: TelegramOptions): Promise<string> {
  await mkdir(out, { recursive: true });
  await using file = await open(join(out, 'result.json'), 'w');
  const owner = { user_id: 1, first_name: 'User', last_name: '1' };
  let text = `{\n "about": "",\n "personal_information": ${JSON.stringify(owner)},\n "chats": {\n  "about": "",\n  "list": [`;
  for (let chat = 0; chat < CHATS; chat++) {
    const head = { name: `Chat ${chat}`, type: 'private_supergroup', id: 5_000 + chat };
    text += `${chat === 0 ? '' : ','}\n   ${JSON.stringify(head).slice(0, -1)},"messages": [`;
    const count = Math.floor(messages / CHATS);
    for (let at = 0; at < count; at++) {
      text += `${at === 0 ? '' : ','}\n    ${JSON.stringify(messageOf(chat, at), null, 1).replaceAll('\n', '\n    ')}`;
      if (text.length < WRITE_CHARS) continue;
      await file.write(text);
      text = '';
    }
    text += ']}';
  }
  await file.write(`${text}\n  ]\n }\n}\n`);
  const path = join(out, 'pipeline.yaml');
  const source = 'sources: { export: { system: telegram, path: result.json } }';
  const rest = 'retention: { messagesOlderThanDays: 36500 }';
  await writeFile(path, `version: 1\nname: telegram\ntarget: sandbox\n${source}\n${rest}\n`);
  return path;
}

function messageOf(chat: number, at: number): object {
  const user = ((chat * 7 + (at % MEMBERS)) % USERS) + 1;
  const seconds = STARTED + (at * CHATS + chat) * STEP_SECONDS;
  const plain = `${at} ${TEXTS[at % TEXTS.length]}`;
  const link = 'https://example.com/gate';
  const parts = [
    { type: 'plain', text: plain },
    { type: 'link', text: link },
  ];
  const isLinked = at % EVERY.link === 0;
  const time = (name: string, of: number): object => ({
    [name]: new Date(of * 1000).toISOString().slice(0, 19),
    [`${name}_unixtime`]: String(of),
  });
  return {
    id: at + 1,
    type: 'message',
    ...time('date', seconds),
    ...(at % EVERY.edited === 0 ? time('edited', seconds + 60) : {}),
    from: `User ${user}`,
    from_id: `user${user}`,
    ...(at > 0 && at % EVERY.reply === 0 ? { reply_to_message_id: at } : {}),
    text: isLinked ? [plain, parts[1]] : plain,
    text_entities: isLinked ? parts : parts.slice(0, 1),
    ...(at % EVERY.reaction === 0 ? { reactions: [{ type: 'emoji', count: 2, emoji: '👍' }] } : {}),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'bench-data' },
      messages: { type: 'string', default: '1000000' },
    },
  });
  process.stdout.write(`${await telegramExport({ out: values.out, messages: Number(values.messages) })}\n`);
}
