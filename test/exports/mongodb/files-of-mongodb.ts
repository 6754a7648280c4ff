import { EJSON, serialize } from 'bson';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

/** A document, with values of the types of `bson`. */
export type Document = Readonly<Record<string, unknown>>;
/** Collections by their names. */
export type Collections = Readonly<Record<string, readonly Document[]>>;
export type ExportBytes = Readonly<Record<string, string | Uint8Array>>;

/** The documents as mongodump writes them. */
export const bsonOf = (documents: readonly Document[]): Buffer =>
  Buffer.concat(documents.map((document) => serialize(document)));

/** A folder as mongodump writes it. */
export const dumpOf = (collections: Collections, database = 'chat'): ExportBytes =>
  Object.fromEntries(
    Object.entries(collections).flatMap(([name, documents]) => [
      [`export/${database}/${name}.bson`, bsonOf(documents)],
      [
        `export/${database}/${name}.metadata.json`,
        `{"indexes":[{"v":{"$numberInt":"2"},"key":{"_id":{"$numberInt":"1"}},"name":"_id_"}],"collectionName":"${name}"}`,
      ],
    ]),
  );

/** A file for each collection as mongoexport writes it. */
export const exportOf = (collections: Collections, isRelaxed = true): ExportBytes =>
  Object.fromEntries(
    Object.entries(collections).map(([name, documents]) => [
      `export/${name}.json`,
      documents.map((each) => `${EJSON.stringify(each, { relaxed: isRelaxed })}\n`).join(''),
    ]),
  );

const MAGIC = Buffer.from([0x6d, 0xe2, 0x99, 0x81]);
const TERMINATOR = Buffer.from([0xff, 0xff, 0xff, 0xff]);

/** An archive as `mongodump --archive` writes it, whose collections take turns. */
export function archiveOf(collections: Collections, database = 'chat'): Buffer {
  const names = Object.keys(collections);
  const prelude = [
    { concurrent_collections: 4, version: '0.1', server_version: '7.0.0', tool_version: '100.9.0' },
    ...names.map((collection) => ({ db: database, collection, metadata: '{}', size: 1, type: 'collection' })),
  ];
  const blocks: Uint8Array[] = [MAGIC, bsonOf(prelude), TERMINATOR];
  const longest = Math.max(...Object.values(collections).map(({ length }) => length));
  for (let at = 0; at < longest; at += 2)
    for (const name of names) {
      const documents = collections[name]?.slice(at, at + 2) ?? [];
      const header = { db: database, collection: name, EOF: false, CRC: 0 };
      if (documents.length > 0) blocks.push(bsonOf([header, ...documents]), TERMINATOR);
    }
  for (const collection of names)
    blocks.push(bsonOf([{ db: database, collection, EOF: true, CRC: 1 }]), TERMINATOR);
  return Buffer.concat(blocks);
}

/** A pipeline over files of an export, with a service in this process. */
export const mongoHere = (
  files: ExportBytes,
  {
    system = 'auto',
    shape = '',
    options = '',
    rest = '',
  }: {
    readonly system?: string;
    readonly shape?: string;
    readonly options?: string;
    readonly rest?: string;
  } = {},
): Promise<ServiceHere> =>
  serviceHere({
    files,
    rest: `  export: { system: ${system}, path: export${shape && `, shape: ${shape}`}${options} }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });

/** Who may read what: the members of every group with its type, and every message as sender, receiver and text. */
export async function landedIn({ service }: ServiceHere): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { guid, type, name, owner } of service.groups.list()) {
    const members: string[] = [];
    for await (const { uid } of service.members.list(String(guid))) members.push(String(uid));
    found.push(
      `${type} ${guid} ${name}${owner === 'app_system' ? '' : ` of ${owner}`}: ${members.sort().join(' ')}`,
    );
  }
  const messages: string[] = [];
  for await (const { sender, receiver, data } of service.messages.list({ limit: 1000 }))
    messages.push(`${sender} to ${receiver}: ${data?.text}`);
  return [...found, ...messages.sort()];
}
