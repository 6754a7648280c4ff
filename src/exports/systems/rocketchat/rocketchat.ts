import { type Collection, type DocumentTaker, documentsAs } from '../../documents/collection.ts';
import { type CollectionFile, collectionFiles, isOfRocketChat } from '../../documents/collection-files.ts';
import { collectionsIn } from '../../documents/collections.ts';
import type { Detected, ExportReader } from '../../export-reader.ts';
import { missing } from '../../files/unreadable.ts';
import { rocketChatToMarkdown } from './markup.ts';
import { messageFrom } from './messages.ts';
import { partsOf } from './parts.ts';
import { idIn, PeoplePass } from './people.ts';
import { Uploads } from './uploads.ts';

/** The database of Rocket.Chat: JSON of mongoexport, BSON and archives of mongodump. */
export const rocketchat: ExportReader = {
  system: 'rocketchat',
  markups: { rocketchat: { markdown: rocketChatToMarkdown } },
  label: 'Rocket.Chat',

  async detect(files, shape): Promise<Detected | undefined> {
    const found = await collectionFiles(files);
    if (!found.some(isOfRocketChat) && (shape === undefined || !found.some(isOfItsName))) return undefined;
    const isBson = found.some(({ form }) => form === 'bson' || form === 'archive');
    const count = `${found.length} file${found.length === 1 ? '' : 's'}`;
    return { variant: `${isBson ? 'mongodump' : 'JSON of mongoexport'}, ${count}` };
  },

  async readPeople(input, sink) {
    const parts = partsOf(await collectionsIn(input));
    const pass = async (collections: readonly Collection[] = [], taker: DocumentTaker): Promise<void> => {
      for (const collection of collections) await collection.pass(taker, input);
    };
    const uploads = new Uploads();
    await pass(parts.settings, uploads.settings());
    const people = new PeoplePass(sink, parts.subscriptions === undefined, uploads);
    await pass(parts.users, people.users(false));
    await pass(parts.visitors, people.users(true));
    await pass(parts.rooms, people.rooms());
    if (parts.subscriptions) await pass(parts.subscriptions, people.members());
    else people.membersOfUsers();
    await pass(parts.uploads, uploads.read(sink));
    const { names } = people;
    return async (messages) => {
      const take = documentsAs('messages', messages, (row, place) => {
        const message = messageFrom(row, { names, uploads });
        if (message) messages.message(message, place);
        else messages.unreadable('messages', missing(idIn(row['_id']) ? 'rid' : '_id', row), place);
      });
      await pass(parts.messages, take);
    };
  },
};

/** True if a file is called as a collection of it is, however its documents begin. */
const isOfItsName = ({ file }: CollectionFile): boolean => /(?:^|\/)rocketchat_[^/]+$/.test(file.name);
