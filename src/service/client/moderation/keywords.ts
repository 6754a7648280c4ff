import { ServiceError } from '../../../errors/service-error.ts';
import type { Form } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { isRecord } from '../../transport/transport.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import { type ApiPromise, prepared } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { epoch, fields, flag, id, maybe, type ShapeOf, string, texts } from '../field.ts';
import type { Listing } from '../listing.ts';
import { type ModerationQuery, moderationList } from './review-list.ts';

const shape = fields({
  id,
  name: maybe(string),
  description: maybe(string),
  category: maybe(string),
  isCSV: maybe(flag),
  searchTerms: maybe(texts),
  revisionId: maybe(string),
  active: maybe(flag),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
});

/**
 * A list of words, patterns or sentences, to which conditions of rules refer.
 * @useDeclaredType
 */
export type KeywordList = Readonly<ShapeOf<typeof shape>>;

export type KeywordListChanges = {
  readonly name?: string;
  readonly description?: string;
  readonly category?: 'word' | 'pattern' | 'sentence-similarity';
  /** Words or patterns of at most 100 characters. A word contains no comma, a pattern no line break. */
  readonly searchTerms?: readonly string[];
  readonly disallowedSentences?: readonly string[];
  /** The content of a CSV file with the terms, at most 1 MB. It replaces `searchTerms` and `disallowedSentences`. */
  readonly file?: string | Uint8Array;
};

export type NewKeywordList = KeywordListChanges & {
  readonly id: string;
  readonly name: string;
  readonly category: 'word' | 'pattern' | 'sentence-similarity';
};

/**
 * The service takes words separated by commas, and everything else a line each.
 * @throws ServiceError `REQUEST.INVALID`
 */
function formOf(list: KeywordListChanges & { id?: string }): Form {
  if (!isRecord(list)) throw invalid('a list of keywords must be an object');
  const { searchTerms, file, ...rest } = list as KeywordListChanges & { id?: string };
  if (searchTerms !== undefined && !Array.isArray(searchTerms)) throw invalid('searchTerms must be a list');
  if (searchTerms !== undefined && rest.category === undefined)
    throw invalid('searchTerms need the category of the list');
  const isWords = rest.category === 'word';
  return {
    ...rest,
    searchTerms: searchTerms?.join(isWords ? ',' : '\n'),
    file: file === undefined ? undefined : { name: 'terms.csv', type: 'text/csv', content: file },
  };
}

const invalid = (message: string): ServiceError => new ServiceError('REQUEST.INVALID', message);

/** Lists of keywords; at most 25 besides the service's own. */
export const keywords = (call: Caller) => ({
  create: (list: NewKeywordList, options?: AsApp): ApiPromise<KeywordList> =>
    prepared(() => call.data(endpoints.createKeywords, shape, { form: formOf(list) }, options)),

  list: (query: ModerationQuery = {}, options?: AsApp): Listing<KeywordList> =>
    moderationList(call, endpoints.listKeywords, { shape, idOf: (row) => row.id, query, options }),

  get: (keywordId: string, options?: AsApp): ApiPromise<KeywordList> =>
    call.data(endpoints.getKeywords, shape, { params: { keywordId } }, options),

  /** Changes a list. `searchTerms` replaces all its terms and requires `category`. Never retried automatically. */
  update: (keywordId: string, changes: KeywordListChanges, options?: AsApp): ApiPromise<KeywordList> =>
    prepared(() => {
      const input = { params: { keywordId }, form: formOf(changes) };
      return call.data(endpoints.updateKeywords, shape, input, options);
    }),

  delete: (keywordId: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteKeywords, { params: { keywordId } }, options),
});
