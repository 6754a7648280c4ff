import { apiError } from '../../../service/transport/transport.ts';
import { byRow, type ProbeQuestion, question } from '../question.ts';
import type { Seen } from '../seen.ts';

const INVALID = /^ERR_IMPORT_INVALID_/;

/** Requests that are left in the minute after a call. */
const left = (seen: Seen, call: string): number | undefined => seen.header(call, 'x-rate-limit-remaining');

/** Open points of an import request as a whole. */
export const requestQuestions: readonly ProbeQuestion[] = [
  question({
    name: 'bad row',
    asks: 'What does one bad row do to a request?',
    step: 'empty',
    forms: {
      alone: { says: 'it fails alone' },
      batch500: {
        says: 'a blank or old message makes the answer 500; the good rows are imported',
        quirk: 'poison=batch500',
      },
      batch400: { says: 'the whole request is refused', quirk: 'poison=batch400' },
    },
    judge: (seen) => {
      const status = seen.status('bad user');
      if (status === undefined) return undefined;
      if (status >= 400 && status < 500) return 'batch400';
      return (seen.status('doubtful messages') ?? 0) >= 500 ? 'batch500' : 'alone';
    },
  }),
  question({
    name: 'row code',
    asks: 'Which code has a row with a wrong field?',
    step: 'empty',
    forms: {
      format: { says: 'ERR_IMPORT_INVALID_…_FORMAT' },
      request: { says: 'ERR_BAD_REQUEST', quirk: 'rowcode=request' },
    },
    judge: (seen) => {
      const code = seen.code('bad user');
      if (code === undefined) return undefined;
      return INVALID.test(code) ? 'format' : code === 'ERR_BAD_REQUEST' ? 'request' : undefined;
    },
  }),
  question({
    name: 'row limit',
    asks: 'How are 51 rows refused?',
    step: 'empty',
    forms: {
      400: { says: 'with 400' },
      413: { says: 'with 413', quirk: 'rowlimit=413' },
      taken: { says: 'they are not refused' },
    },
    judge: (seen) => {
      const { status, body } = seen.answers.get('51 users') ?? {};
      if (status === 200) return 'taken';
      return status === 413 ? '413' : status === 400 && apiError(body) ? '400' : undefined;
    },
  }),
  question({
    name: 'body',
    asks: 'May a body have 50 rows of 10 KB?',
    step: 'empty',
    forms: {
      large: { says: 'yes' },
      small: { says: 'no, it is answered 413', quirk: 'body=262144' },
    },
    judge: (seen) => {
      const status = seen.status('large body');
      return status === undefined ? undefined : status === 413 ? 'small' : status < 500 ? 'large' : undefined;
    },
  }),
  question({
    name: 'budget',
    asks: 'Do the four imports share one budget?',
    step: 'empty',
    forms: {
      shared: { says: 'yes' },
      each: { says: 'no, each has its own', quirk: 'importbudget=each' },
    },
    judge: (seen) => {
      const [users, messages, next] = ['bad user', 'no messages', '51 users'].map((call) => left(seen, call));
      if (users === undefined || messages === undefined || next === undefined) return undefined;
      if (next === messages - 1) return 'shared';
      return next === users - 1 ? 'each' : undefined;
    },
  }),
  question({
    name: 'rate headers',
    asks: 'Which headers state a rate limit?',
    step: 'empty',
    forms: {
      older: { says: 'X-Rate-Limit' },
      newer: { says: 'X-RateLimit-Limit' },
      none: { says: 'none, as long as nothing is refused', quirk: 'rateheaders=none' },
    },
    judge: (seen) => {
      if (!seen.answers.has('bad user')) return undefined;
      if (seen.header('bad user', 'x-rate-limit') !== undefined) return 'older';
      return seen.header('bad user', 'x-ratelimit-limit') === undefined ? 'none' : 'newer';
    },
  }),
  question({
    name: 'fields beside rows',
    asks: 'Does an import of messages need guid, name and type beside the rows?',
    step: 'canaries',
    forms: {
      none: { says: 'no' },
      needed: { says: 'yes', quirk: 'importbody=fields' },
    },
    judge: ({ needsFields }) => (needsFields === undefined ? undefined : needsFields ? 'needed' : 'none'),
  }),
  question({
    name: 'answer of a row',
    asks: 'Where is the answer of a row?',
    step: 'canaries',
    forms: {
      flat: { says: 'in data.<key>.data' },
      nested: { says: 'in data.<key>.data.data', quirk: 'nested' },
    },
    judge: (seen) => {
      const fate = seen.fates.get('ann');
      return fate?.taken ? (fate.isNested ? 'nested' : 'flat') : undefined;
    },
  }),
  question({
    name: 'row keys',
    asks: 'Must the key of a row be its id?',
    step: 'canaries',
    forms: {
      folded: { says: 'yes, in upper or lower case' },
      exact: { says: 'yes, in lower case', quirk: 'rowkeys=exact' },
      any: { says: 'no', quirk: 'rowkeys=any' },
    },
    judge: (seen) => (seen.taken('odd') ? 'any' : byRow('upper', 'folded', 'exact')(seen)),
  }),
];
