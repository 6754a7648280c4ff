import type { Detected, ExportReader } from '../../export-reader.ts';
import { rejectedAs } from '../../export-reader.ts';
import { noteOthers } from '../../files/other-files.ts';
import { missing } from '../../files/unreadable.ts';
import { crispFiles } from './files.ts';
import { messageFrom } from './messages.ts';
import { PeoplePass } from './people.ts';
import { kindOf, type Numbers, passCrisp } from './rows.ts';

/** Crisp: conversations, messages and operators as its REST API answers them, and the form of its tool for imports. */
export const crisp: ExportReader = {
  system: 'crisp',
  label: 'Crisp',
  idsPerConversation: true,

  async detect(files): Promise<Detected | undefined> {
    const found = (await crispFiles(files)).filter(({ form }) => form !== 'operators');
    const ofApi = found.filter(({ form }) => form === 'api');
    if (found.length === 0) return undefined;
    const variant =
      ofApi.length > 0
        ? `JSON of its API, ${ofApi.length} × conversations or messages`
        : 'JSON of its import tool';
    return { variant, ...(found.some(({ isCertain }) => isCertain) ? {} : { isCommon: true }) };
  },

  async readPeople(input, sink) {
    const found = await crispFiles(input.files);
    await noteOthers(input.files, found, OTHERS, sink);
    const people = new PeoplePass(sink);
    const numbers: Numbers = new Map();
    for (const each of found)
      await passCrisp(
        each,
        { row: (row, place) => people.take(row, place), unreadable: rejectedAs('messages', sink) },
        numbers,
        input,
      );
    people.finish();
    return async (messages) => {
      const again: Numbers = new Map();
      for (const each of found)
        await passCrisp(
          each,
          {
            row: (row, place) => {
              if (kindOf(row) !== 'message') return;
              const message = messageFrom(row, people.visitors);
              if (message) messages.message(message, place);
              else
                messages.unreadable(
                  'messages',
                  missing(row['session_id'] ? 'fingerprint' : 'session_id', row),
                  place,
                );
            },
            // The pass over people has said what is wrong with them.
            unreadable: () => {},
          },
          again,
          input,
        );
    };
  },
};

const OTHERS = {
  others: "files that are in no form of Crisp's",
  error: /^\s*\{\s*"error"\s*:\s*true\s*,\s*"reason"\s*:\s*"(\w{1,60})"/,
};
