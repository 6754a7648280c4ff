import { pick } from '../../../support/random.ts';
import type { Room } from './conversation.ts';
import { messageTables, roomFiles } from './message-tables.ts';
import { documents, events } from './nested-structures.ts';
import type { Sheets, Structure } from './sheets.ts';
import { pathsOf, roomTables, userTable } from './tables.ts';

/** Ways in which a system divides its content into files; each adds its files, and to the truth what they tell. */
export const structures: Readonly<Record<Structure, (sheets: Sheets) => void>> = {
  /** A table for each kind of thing. */
  tables: (sheets) => {
    const path = pathsOf(sheets);
    userTable(sheets, path);
    roomTables(sheets, path);
    messageTables(sheets, path);
  },
  /** Rooms are a column of the messages. */
  noRooms: (sheets) => {
    const path = pathsOf(sheets);
    userTable(sheets, path);
    messageTables(sheets, path);
  },
  /** One table of messages, or one with those between two people beside it. */
  onlyMessages: (sheets) => messageTables(sheets, pathsOf(sheets)),
  /** A folder for each room, a file for each month. */
  folders: (sheets) => {
    const path = pathsOf(sheets);
    if (sheets.random() < 0.5) userTable(sheets, path);
    const { random, conversation } = sheets;
    // Two rooms of different parts of a system have one name, now and then.
    const isTwice = random() < 0.4;
    const top = pick(random, ['rooms', 'archive', 'export', '']);
    const folders = conversation.rooms.map(({ name }, at) => {
      const own = isTwice && at === 1 ? (conversation.rooms[0] as Room).name : name;
      const part = isTwice ? `${at % 2 === 0 ? 'archive' : 'projects'}/` : '';
      return `${top === '' ? '' : `${top}/`}${part}${own}`;
    });
    roomFiles(
      sheets,
      (room, at) => `${folders[room]}/${new Date(at * 1_000).toISOString().slice(0, 7)}`,
      !isTwice,
    );
  },
  /** A file for each room, whose name is that of the room, or its key in a table. */
  files: (sheets) => {
    const path = pathsOf(sheets);
    const { random, choices, conversation } = sheets;
    if (random() < 0.5) userTable(sheets, path);
    const top = pick(random, ['rooms', 'logs', 'export']);
    if (random() < 0.4) {
      roomTables(sheets, path);
      roomFiles(sheets, (room) => `${top}/${conversation.rooms[room]?.[choices.roomKey]}`);
      return;
    }
    // A room whose name is a word for something else.
    const word =
      random() < 0.3 ? pick(random, ['Sales groups', 'Users helpdesk', 'channel events', 'members']) : '';
    const names = conversation.rooms.map(({ name }, at) => (at === 1 && word !== '' ? word : name));
    roomFiles(sheets, (room) => `${top}/${names[room]}`, word === '');
  },
  events,
  documents,
};
