import { isRecord } from '../../../service/transport/transport.ts';
import { AGAIN_TEXT, SAME_SECOND_ROWS } from '../canaries.ts';
import { byRow, type ProbeQuestion, question } from '../question.ts';
import type { SeenRow } from '../seen.ts';

/** True if a message mentions somebody as it was read back; undefined without the message. */
function mentions(row: SeenRow | undefined): boolean | undefined {
  if (!row) return undefined;
  const data = isRecord(row['data']) ? row['data'] : {};
  return isRecord(data['mentions']) && Object.keys(data['mentions']).length > 0;
}

const textOf = (row: SeenRow): unknown => (isRecord(row['data']) ? row['data']['text'] : undefined);

/** Open points of imported messages. */
export const messageQuestions: readonly ProbeQuestion[] = [
  question({
    name: 'age',
    asks: 'How old may messages be?',
    step: 'canaries',
    forms: {
      any: { says: 'any age' },
      183: { says: 'about 183 days', quirk: 'retention=183d' },
      request: {
        says: 'about 183 days; older ones are refused with ERR_BAD_REQUEST',
        quirk: 'retention=183d,agecode=request',
      },
      less: { says: 'less than 182 days', quirk: 'retention=90d' },
    },
    judge: (seen) => {
      const [newer, older] = [seen.taken('day-182'), seen.taken('day-184')];
      if (newer === undefined || older === undefined) return undefined;
      if (older) return 'any';
      if (!newer) return 'less';
      return seen.code('day-184') === 'ERR_BAD_REQUEST' ? 'request' : '183';
    },
  }),
  question({
    name: 'sender',
    asks: 'May an author be no member of the group?',
    step: 'canaries',
    forms: { yes: { says: 'yes' }, no: { says: 'no', quirk: 'membersonly' } },
    judge: byRow('no-member', 'yes', 'no'),
  }),
  question({
    name: 'muid again',
    asks: 'What if a muid is imported twice?',
    step: 'canaries',
    forms: {
      refused: { says: 'the second row is refused' },
      replaced: { says: 'the second row replaces the first', quirk: 'muidagain=replace' },
      added: { says: 'there are two messages', quirk: 'muidagain=add' },
    },
    judge: (seen, own) => {
      const found = seen.rows('history').filter((row) => row['muid'] === own.muid('plain'));
      if (found.length > 1) return 'added';
      if (found[0] && textOf(found[0]) === AGAIN_TEXT) return 'replaced';
      return found[0] && seen.taken('plain again') === false ? 'refused' : undefined;
    },
  }),
  question({
    name: 'muid length',
    asks: 'How long may a muid be?',
    step: 'canaries',
    forms: {
      longer: { says: 'longer than 255 characters' },
      255: { says: '255 characters', quirk: 'muid=255' },
      shorter: { says: 'shorter than 255 characters', quirk: 'muid=100' },
    },
    judge: (seen) => {
      const [short, long] = [seen.taken('muid-255'), seen.taken('muid-256')];
      if (short === undefined || long === undefined) return undefined;
      return long ? 'longer' : short ? '255' : 'shorter';
    },
  }),
  question({
    name: 'muid text',
    asks: 'May a muid have any characters?',
    step: 'canaries',
    forms: { yes: { says: 'yes' }, no: { says: 'only letters, digits, - and _', quirk: 'muidtext=id' } },
    judge: byRow('muid-text', 'yes', 'no'),
  }),
  question({
    name: 'mentions',
    asks: 'Is the text of a message enough for a mention?',
    step: 'read',
    forms: {
      text: { says: 'yes' },
      details: { says: 'no, the row has to name the user', quirk: 'importmentions=details' },
      none: { says: 'no, and naming the user is not enough either' },
    },
    judge: (seen, own) => {
      const [text, named] = ['mention', 'mention-named'].map((name) =>
        mentions(seen.message(own.muid(name))),
      );
      if (text === undefined || named === undefined) return undefined;
      return text ? 'text' : named ? 'details' : 'none';
    },
  }),
  question({
    name: 'content',
    asks: 'Does an import check the content of messages?',
    step: 'canaries',
    forms: {
      text: { says: 'only of texts' },
      checked: {
        says: 'yes: media need attachments, custom messages customData',
        quirk: 'importcontent=checked',
      },
    },
    judge: (seen) => {
      const found = [seen.taken('image'), seen.taken('custom')];
      if (found.includes(undefined)) return undefined;
      return found.includes(false) ? 'checked' : 'text';
    },
  }),
  question({
    name: 'sizes',
    asks: 'Is the size of an attachment a number or a text?',
    step: 'canaries',
    forms: {
      any: { says: 'either' },
      text: { says: 'a text', quirk: 'sizes=text' },
      number: { says: 'a number', quirk: 'sizes=number' },
    },
    judge: (seen) => {
      const [number, text] = [seen.taken('size-number'), seen.taken('size-text')];
      if (number && text) return 'any';
      return number ? 'number' : text ? 'text' : undefined;
    },
  }),
  question({
    name: 'attachments',
    asks: 'May an imported message have more than 10 attachments?',
    step: 'canaries',
    forms: { yes: { says: 'yes' }, no: { says: 'no', quirk: 'importfiles=limited' } },
    judge: byRow('files-11', 'yes', 'no'),
  }),
  question({
    name: 'interactive messages',
    asks: 'Can interactive messages be imported?',
    step: 'canaries',
    forms: { yes: { says: 'yes' }, no: { says: 'no' } },
    judge: byRow('form', 'yes', 'no'),
  }),
  question({
    name: 'unread',
    asks: 'Do imported messages count as unread?',
    step: 'read',
    forms: { no: { says: 'no' }, yes: { says: 'yes', quirk: 'unreadimports' } },
    judge: (seen) => {
      const count = seen.row('conversation')?.['unreadMessageCount'];
      if (count === undefined) return undefined;
      // Action messages about the members may be unread, too.
      const actions = seen.rows('history').filter(({ category }) => category === 'action').length;
      return Number(count) > actions ? 'yes' : 'no';
    },
  }),
  question({
    name: 'moderation',
    asks: 'Are imported messages moderated?',
    step: 'read',
    forms: {
      unseen: { says: 'none has a status of moderation' },
      yes: { says: 'yes', quirk: 'moderateimports,alwaysjudged' },
    },
    judge: (seen, own) => {
      const data = seen.message(own.muid('latest'))?.['data'];
      return isRecord(data) ? (isRecord(data['moderation']) ? 'yes' : 'unseen') : undefined;
    },
  }),
  question({
    name: 'extensions',
    asks: 'Do extensions of the app add to imported messages?',
    step: 'read',
    forms: {
      no: { says: 'nothing to a link' },
      yes: { says: 'yes, in metadata["@injected"]', quirk: 'extensions=linkpreview' },
    },
    judge: (seen, own) => {
      const data = seen.message(own.muid('link'))?.['data'];
      if (!isRecord(data)) return undefined;
      return isRecord(data['metadata']) && '@injected' in data['metadata'] ? 'yes' : 'no';
    },
  }),
  question({
    name: 'notifications',
    asks: 'Do imports notify people?',
    step: 'read',
    forms: {
      no: { says: 'the log of notifications has nothing of them' },
      yes: { says: 'yes', quirk: 'importpush' },
    },
    judge: (seen) =>
      seen.status('notifications') !== 200 ? undefined : seen.rows('notifications').length > 0 ? 'yes' : 'no',
  }),
  question({
    name: 'last message',
    asks: 'Which message is the last one?',
    step: 'read',
    forms: {
      time: { says: 'the one with the highest sentAt' },
      id: { says: 'the one that was written last', quirk: 'lastmessage=id' },
    },
    judge: (seen, own) => {
      const last = seen.row('conversation')?.['lastMessage'];
      // An action message comes after all that was imported.
      if (!isRecord(last) || last['category'] === 'action') return undefined;
      return last['muid'] === own.muid('latest') ? 'time' : 'id';
    },
  }),
  question({
    name: 'order',
    asks: 'In which order are messages of one second?',
    step: 'read',
    forms: {
      body: { says: 'as in the request' },
      key: { says: 'in that of their keys', quirk: 'roworder=key' },
    },
    judge: (seen, own) => {
      const sent = SAME_SECOND_ROWS.map(own.muid);
      const found = seen.rows('history').flatMap(({ muid }) => sent.filter((one) => one === muid));
      if (found.length < sent.length || seen.isSingle) return undefined;
      if (found.join() === sent.join()) return 'body';
      return found.join() === sent.toSorted().join() ? 'key' : undefined;
    },
  }),
];
