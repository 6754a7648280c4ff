import { isRecord } from '../../../service/transport/transport.ts';
import { type ProbeQuestion, question } from '../question.ts';
import type { Seen } from '../seen.ts';

const hasNext = (seen: Seen, call: string): boolean => {
  const body = seen.answers.get(call)?.body;
  return isRecord(body) && isRecord(body['meta']) && isRecord(body['meta']['next']);
};

/** Rows of the page for which no limit is given, where the app has more. */
const FEW = 10;

/** Open points that lists and refusals show, whoever wrote the rows. */
export const readQuestions: readonly ProbeQuestion[] = [
  question({
    name: 'unknown key',
    asks: 'Which status has an unknown key?',
    step: 'read',
    forms: {
      404: { says: '404' },
      401: { says: '401', quirk: 'keystatus=401' },
      403: { says: '403', quirk: 'keystatus=403' },
    },
    judge: (seen) => {
      const status = seen.status('unknown key');
      return status === 404 ? '404' : status === 401 ? '401' : status === 403 ? '403' : undefined;
    },
  }),
  question({
    name: 'totals',
    asks: 'Do pages give the number of rows?',
    step: 'read',
    forms: { counted: { says: 'yes' }, zero: { says: 'they say 0', quirk: 'total0' } },
    judge: (seen) => {
      const body = seen.answers.get('some users')?.body;
      const meta = isRecord(body) && isRecord(body['meta']) ? body['meta'] : {};
      const total = isRecord(meta['pagination']) ? meta['pagination']['total'] : undefined;
      if (total === undefined || seen.rows('some users').length === 0) return undefined;
      return Number(total) === 0 ? 'zero' : 'counted';
    },
  }),
  question({
    name: 'message ids',
    asks: 'Are ids of messages texts?',
    step: 'read',
    forms: { text: { says: 'yes' }, number: { says: 'no, numbers', quirk: 'numberids' } },
    judge: (seen) => {
      const type = typeof seen.rows('some messages')[0]?.['id'];
      return type === 'string' ? 'text' : type === 'number' ? 'number' : undefined;
    },
  }),
  question({
    name: 'conversation ids',
    asks: 'Which id has a conversation of two users?',
    step: 'read',
    forms: {
      long: { says: 'user_<a>_user_<b>' },
      short: { says: '<a>_user_<b>', quirk: 'conversationids=short' },
    },
    judge: (seen) => {
      const id = seen.rows('direct messages')[0]?.['conversationId'];
      if (typeof id !== 'string') return undefined;
      return /^user_.+_user_/.test(id) ? 'long' : /_user_/.test(id) ? 'short' : undefined;
    },
  }),
  question({
    name: 'boundary row',
    asks: 'Do cursors repeat their boundary row?',
    step: 'read',
    forms: { no: { says: 'no' }, yes: { says: 'yes', quirk: 'inclusive' } },
    judge: (seen) => {
      const boundary = seen.rows('some messages').at(-1)?.['id'];
      if (boundary === undefined || seen.status('beyond') !== 200) return undefined;
      return seen.rows('beyond').some(({ id }) => String(id) === String(boundary)) ? 'yes' : 'no';
    },
  }),
  question({
    name: 'last page',
    asks: 'Does the last page have meta.next?',
    step: 'read',
    forms: { no: { says: 'no' }, yes: { says: 'yes', quirk: 'nextatend' } },
    judge: (seen) => {
      const rows = seen.rows('last page').length;
      return rows === 0 ? undefined : hasNext(seen, 'last page') ? 'yes' : 'no';
    },
  }),
  question({
    name: 'page of messages',
    asks: 'How many messages has a page by default?',
    step: 'read',
    forms: { more: { says: `more than ${FEW}` }, ten: { says: `${FEW}`, quirk: `limit=${FEW}` } },
    judge: (seen) => {
      const rows = seen.rows('default page').length;
      if (rows > FEW) return 'more';
      return rows === FEW && hasNext(seen, 'default page') ? 'ten' : undefined;
    },
  }),
];

/** Open points that the removal of the rows shows. */
export const removalQuestions: readonly ProbeQuestion[] = [
  question({
    name: 'messages of deleted users',
    asks: 'What becomes of the messages of a permanently deleted user?',
    step: 'removal',
    forms: {
      kept: { says: 'they stay' },
      removed: { says: 'they are removed', quirk: 'usermessages=remove' },
    },
    judge: (seen, own) => {
      if (!seen.message(own.muid('plain')) || seen.status('without dan') !== 200) return undefined;
      const isThere = seen.rows('without dan').some(({ muid }) => muid === own.muid('plain'));
      return isThere ? 'kept' : 'removed';
    },
  }),
  question({
    name: 'trace of a delete',
    asks: 'What does a permanent delete of a message leave?',
    step: 'removal',
    forms: { nothing: { says: 'nothing' }, action: { says: 'its action message', quirk: 'deletednotes' } },
    judge: (seen) => {
      if (seen.status('without messages') !== 200) return undefined;
      const isNote = (data: unknown): boolean => isRecord(data) && data['action'] === 'deleted';
      return seen.rows('without messages').some(({ data }) => isNote(data)) ? 'action' : 'nothing';
    },
  }),
];
