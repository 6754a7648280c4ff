import { z } from 'zod';
import { presetNames } from '../../src/exports/database/presets/presets.ts';
import { shape } from '../../src/exports/database/shape/shape-schema.ts';
import { shapeSchema } from '../../src/exports/systems/firebase/shape.ts';

/** The keys of the shapes of exports whose layout is that of an app, made of their schemas. */

type Node = {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly string[];
};

const FILE = 'one or several addresses';
const ALSO_BOOLEAN = 'a time, or yes and no';

/** What the name of a key does not say. */
const NOTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Firebase: {
    preset: 'the layout to begin with',
    root: 'a path before all others; `*` is any name',
    commas: 'commas in ids stand for dots',
    scopes: 'what a role means: `admin`, `moderator`, `participant`, `banned`, `none` (no member)',
    'users.path': 'with `{user}`',
    'users.id': 'if the path does not name it, as in a list',
    'users.in': 'the file that has this collection alone',
    'users.ignore': 'fields that are not kept',
    'users.email': 'finds people for `idMap` and `include`; default: `email`',
    'conversations.path': 'with `{conversation}`, or with `{user}` and `{peer}`',
    'conversations.id': 'if the path does not name it, as in a list',
    'conversations.deleted': 'skipped, with all its messages',
    'conversations.members':
      'a list of ids or references, an object whose names are the ids, or `{ join: [one, two] }`',
    'conversations.roles': 'an object of ids and roles',
    'conversations.public': 'values of `type`',
    'conversations.direct': 'values of `type`',
    'conversations.pair': 'what stands between two user ids that are the id of a conversation',
    'members.path': 'for members with documents of their own',
    'members.conversation': 'if the path has no `{conversation}`',
    'members.user': 'if the path has no `{user}`',
    'messages.path': 'with `{message}`; required',
    'messages.conversation': 'if the path does not name it',
    'messages.receiver': 'another user, if messages name no conversation',
    'messages.time': 'or one time for all, such as `2024-01-01T00:00:00Z`',
    'messages.internal': 'never imported',
    'messages.deleted': ALSO_BOOLEAN,
    'messages.file': FILE,
    'messages.reactions':
      '`{ user: emoji }`, `{ emoji: [users] }`, `{ emoji: { user: true } }`, or a list of `{ user, emoji }`',
    'messages.system': 'values of `type`',
  },
  SQL: {
    preset: `one of ${presetNames.map((name) => `\`${name}\``).join(', ')}`,
    database: 'if a dump has several',
    doubleEncoded: 'repairs UTF-8 in latin1 tables (`Ã©` for `é`)',
    'users.table': 'a name, a list, or with `*`; also `schema.table`',
    'users.where': 'columns with values, `{ not: values }` or `{ empty: true }`',
    'users.id': 'required',
    'users.key': 'what other tables refer to, if it is not the `id`',
    'users.name': 'also a list: the first with a value; columns in an inner list are joined by a blank',
    'users.email': 'finds people for `idMap` and `include`; not imported',
    'users.deactivatedAt': ALSO_BOOLEAN,
    'users.metadata': 'columns that are kept',
    'conversations.id': 'required',
    'conversations.archived': ALSO_BOOLEAN,
    'conversations.deletedAt': `${ALSO_BOOLEAN}; skipped, with all its messages`,
    'conversations.isDirect': 'yes for conversations of their members alone',
    'conversations.types': 'what a value of `type` means: `public`, `private` or `direct`',
    'conversations.members':
      '`{ columns: [a, b] }`, or `{ column }` with a list, or `{ column, split }`, if the row names them',
    'participants.conversation': 'required',
    'participants.user': 'required',
    'participants.leftAt': `${ALSO_BOOLEAN}; skipped`,
    'participants.roles': 'what a role means: `admin`, `moderator` or `participant`',
    'messages.id': 'required',
    'messages.conversation': 'required, or `receiver` or `members`; `{ const, type }` is one room for all',
    'messages.receiver': 'another user',
    'messages.members': '`{ columns: [a, b] }`: the two people of a message',
    'messages.sender': 'required',
    'messages.text': 'required, or `fileUrl` or `filePath`',
    'messages.time': 'required; also one time for all, such as `2022-01-01T00:00:00Z`',
    'messages.editedAt': ALSO_BOOLEAN,
    'messages.pinned': ALSO_BOOLEAN,
    'messages.original': 'set in old versions of a message',
    'messages.internal': 'yes for notes that only the staff may see; `false` if no column says so',
    'messages.system': 'values of `kind`, which may end with `*`',
    'messages.encrypted': 'yes for texts that only their readers could decrypt; skipped',
    'messages.markup': '`html`, `slack`, or `entities` for plain texts with `&lt;`',
    reactions: '`false`: none',
    'reactions.of': 'the table of messages, if it is not the first',
    'reactions.message': 'required',
    'reactions.user': 'required',
    'reactions.reaction': 'required',
    attachments: '`false`: none',
    'attachments.message': 'required',
    'attachments.url': 'required, or `path`',
    'attachments.path': 'becomes an address by `filesBase`',
  },
};

const propertiesOf = (node: Node): Readonly<Record<string, Node>> | undefined =>
  node.properties ?? node.anyOf?.map(propertiesOf).find(Boolean);

/** Sections: of `shape` itself, then of each table or collection. */
function sectionsOf(schema: z.ZodType): readonly (readonly [name: string, keys: readonly string[]])[] {
  const all = Object.entries(propertiesOf(z.toJSONSchema(schema, { io: 'input' }) as Node) ?? {});
  const isSection = (node: Node): boolean => Object.keys(propertiesOf(node) ?? {}).length > 2;
  return [
    ['', all.map(([name]) => name)],
    ...all
      .filter(([, node]) => isSection(node))
      .map(([name, node]) => [name, Object.keys(propertiesOf(node) ?? {})] as const),
  ];
}

/** A table of the keys of a shape. */
function keysOf(system: string, schema: z.ZodType): string {
  const notes = NOTES[system] ?? {};
  const used = new Set<string>();
  const lines = sectionsOf(schema).map(([section, keys]) => {
    const named = keys.map((key) => {
      const path = section ? `${section}.${key}` : key;
      if (notes[path] === undefined) return `\`${key}\``;
      used.add(path);
      return `\`${key}\` (${notes[path]})`;
    });
    return `| ${section ? `\`${section}\`` : '`shape` itself'} | ${named.join(', ')} |`;
  });
  const unknown = Object.keys(notes).filter((path) => !used.has(path));
  if (unknown.length > 0) throw new Error(`no keys of a shape of ${system}: ${unknown.join(', ')}`);
  return ['| Part | Keys |', '| --- | --- |', ...lines].join('\n');
}

/** The part of the reference about shapes. */
export const shapeKeys = (): string => `## Keys of a shape: Firebase

[From Firebase](../from/firebase.md) explains them. \`path\` and \`in\` of a part say where its documents are; \`ignore\` lists fields that are not kept. All other keys are names of fields, unless a note says otherwise.

${keysOf('Firebase', shapeSchema)}

## Keys of a shape: SQL

[From an SQL database](../from/sql.md) explains them. \`table\` and \`where\` of a part say which rows it has. All other keys are columns, unless a note says otherwise: a name, \`false\` (none), or \`{ column, unit, zone, join, type, of, json }\`. \`unit\` is \`s\`, \`ms\`, \`us\` or \`ns\`; \`join\` is \`{ table, on, key }\`; \`type\` is \`{ column, values }\` and says whose ids they are, \`of\` is the one table whose ids they are; \`json\` is the member that is meant of a JSON object. A column of yes and no may have \`values\`: those that mean yes. A part may be a list of parts, one for each table.

${keysOf('SQL', shape)}`;
