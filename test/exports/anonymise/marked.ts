import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { json } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { fixtures } from '../expected.ts';

/** What every text of a marked export has in it; nothing of ours has. */
export const MARK = 'ZZYZX';

/** Members that say what something is, not what somebody wrote. */
const STRUCTURE = new Set([
  'type',
  'subtype',
  'ts',
  'thread_ts',
  'latest_reply',
  'mimetype',
  'mode',
  'file_type',
  'role',
  'time',
  'created_at',
  'updated_at',
  'last_seen_at',
  'deleted_at',
  'deactivated_at',
  'pinned_at',
  'joined_at',
  'channel_type',
  '__datatype__',
  'last_active',
  'part_type',
  'state',
  'from',
]);

/** Members whose own names are ids, or what somebody chose. */
const IDS = new Set(['users', 'rooms', 'messages', 'reactions']);

/** A text with the mark in each of its words; an address stays one. */
function markedText(text: string): string {
  if (/^https?:\/\/\S+$/.test(text)) return text.replace('://', `://${MARK.toLowerCase()}.`);
  return /\s/.test(text)
    ? text.replaceAll(/[A-Za-z]{2,}/g, (word) => `${word}${MARK}`).replaceAll(/<@(\w+)/g, `<@$1${MARK}`)
    : `${text}${MARK}`;
}

/** The same data with the mark in all that is not its structure. */
function marked(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => marked(each, IDS.has(key) ? '' : key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        IDS.has(key) ? markedText(name) : name,
        marked(each, IDS.has(key) ? '' : name),
      ]),
    );
  return typeof value !== 'string' || value === '' || STRUCTURE.has(key) || /^[\d.:TZ+\- ]+$/.test(value)
    ? value
    : markedText(value);
}

type Files = Readonly<Record<string, string>>;

/** The files of Slack's synthetic workspace; its folders are called as its channels. */
export async function slackFiles(): Promise<Files> {
  const archive = await yauzl.openPromise(join(fixtures, 'slack/synthetic.zip'));
  const files: [string, string][] = [];
  for await (const entry of archive.eachEntry()) {
    if (!entry.fileName.endsWith('.json')) continue;
    const rows = marked(await json(await archive.openReadStreamPromise(entry)));
    files.push([entry.fileName.replace('/', `${MARK}/`), JSON.stringify(rows)]);
  }
  return Object.fromEntries(files);
}

function below(folder: string): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

/** Files of JSON below a folder of the fixtures. */
export const jsonFiles = (name: string): Files => {
  const folder = join(fixtures, name);
  return Object.fromEntries(
    below(folder).map((path) => {
      const lines = /(?:jsonl|ndjson)$/.test(path)
        ? readFileSync(path, 'utf8').trim().split('\n')
        : [readFileSync(path, 'utf8')];
      return [
        `${MARK}/${relative(folder, path)}`,
        lines.map((line) => JSON.stringify(marked(JSON.parse(line)))).join('\n'),
      ];
    }),
  );
};

/** Every file below a folder as text, with its name, in the encodings in which a text could be in it. */
export const textsBelow = (folder: string): readonly (readonly [name: string, text: string])[] =>
  below(folder).map((path) => {
    const bytes = readFileSync(path);
    return [relative(folder, path), `${path}\n${bytes.toString('latin1')}\n${bytes.toString('utf16le')}`];
  });
