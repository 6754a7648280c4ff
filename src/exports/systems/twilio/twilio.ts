import { type Detected, type ExportReader, rejectedAs } from '../../export-reader.ts';
import { Attributes } from './attributes.ts';
import { OneService } from './instance.ts';
import { MessagePass } from './messages.ts';
import { twilioFiles } from './pages.ts';
import { PeoplePass } from './people.ts';
import { TwilioRecords } from './records.ts';

/** Twilio Conversations and Programmable Chat: the answers of their REST API, saved as files. */
export const twilio: ExportReader = {
  system: 'twilio',
  label: 'Twilio',

  async detect(files): Promise<Detected | undefined> {
    const { files: found } = await twilioFiles(files, true);
    if (found.length === 0) return undefined;
    const pages = found.filter(({ lists }) => lists && lists.size > 0);
    const errors = found.filter(({ lists }) => lists?.size === 0);
    const records = found.filter(({ lists }) => !lists);
    const parts = [
      ...(pages.length > 0 ? [`${pages.length} × pages of the REST API`] : []),
      ...(records.length > 0 ? [`${records.length} × records of the REST API`] : []),
      ...(errors.length > 0 ? [`${errors.length} × errors of the REST API`] : []),
    ];
    return { variant: parts.join(', ') };
  },

  async readPeople(input, sink) {
    const { files, notes } = await twilioFiles(input.files);
    const others = input.files.without(files);
    if (others !== undefined) sink.note(`files that do not come from Twilio were skipped: ${others}`);
    for (const note of notes) sink.note(note);
    const records = new TwilioRecords(files, input);
    const service = new OneService(input.shape);
    const attributes = new Attributes();
    const people = new PeoplePass(sink, service, attributes);
    await people.read(records);
    return async (messages) => {
      const pass = new MessagePass(messages, { people, service, attributes });
      const unreadable = rejectedAs('messages', messages);
      await records.pass('messages', { record: (_, row, place) => pass.take(row, place), unreadable });
      pass.finish();
    };
  },
};
