import { RunError } from '../../../errors/run-error.ts';
import { collectionFiles, isOfRocketChat } from '../../documents/collection-files.ts';
import {
  type Collection,
  collectionsIn,
  type DocumentTaker,
  documentsAs,
} from '../../documents/collections.ts';
import type { Detected, ExportReader } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
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
    if (found.some(isOfRocketChat) || (shape !== undefined && found.length > 0)) {
      const isBson = found.some(({ form }) => form === 'bson' || form === 'archive');
      return {
        variant: `${isBson ? 'mongodump' : 'JSON of mongoexport'}, ${found.length} file${found.length === 1 ? '' : 's'}`,
      };
    }
    await refuseAnswers(files);
    return undefined;
  },

  async readPeople(input, sink) {
    const parts = partsOf(await collectionsIn(input));
    const pass = async (collections: readonly Collection[] = [], taker: DocumentTaker): Promise<void> => {
      for (const collection of collections) await collection.pass(taker, input);
    };
    const people = new PeoplePass(sink);
    const uploads = new Uploads();
    await pass(parts.users, people.users(false));
    await pass(parts.visitors, people.users(true));
    await pass(parts.rooms, people.rooms());
    if (parts.subscriptions) await pass(parts.subscriptions, people.members());
    else people.membersOfUsers();
    await pass(parts.settings, uploads.settings());
    await pass(parts.uploads, uploads.read(sink));
    const { names } = people;
    return async (messages) => {
      const take = documentsAs('messages', messages, (row, place) => {
        const message = messageFrom(row, { names, uploads });
        if (message) messages.message(message, place);
        else
          messages.unreadable(
            'messages',
            missing(idIn(row['_id']) === undefined ? '_id' : 'rid', row),
            place,
          );
      });
      await pass(parts.messages, take);
    };
  },
};

const ANSWER = /^\s*\{\s*"(?:messages|channels|groups|ims)"\s*:\s*\[\s*\{/;
const OF_API = [
  /"rid"\s*:[\s\S]*"msg"\s*:[\s\S]*"_updatedAt"\s*:/,
  /"usersCount"\s*:[\s\S]*"_updatedAt"\s*:/,
];

/**
 * Refuses answers of the REST API, which have neither users nor members.
 * @throws RunError `EXPORT.FORM_UNSUPPORTED`
 */
async function refuseAnswers(files: ExportFiles): Promise<void> {
  for (const file of files.all) {
    const head = await files.head(file);
    if (ANSWER.test(head) && OF_API.some((pattern) => pattern.test(head)))
      throw new RunError(
        'EXPORT.FORM_UNSUPPORTED',
        `${file.name} is an answer of the REST API of Rocket.Chat, which has neither users nor members`,
        { hint: 'dump its database instead:  mongodump --db=rocketchat --out=dump' },
      );
  }
}
