import { type ApiRoute, acknowledgement, type Call, type RouteAnswer, routeOf } from '../app/route.ts';
import type { Database } from '../storage/database.ts';
import { Table } from '../storage/table.ts';
import { cursored, one } from '../wire/answer-schema.ts';
import { ApiError, checkQuota } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import type { JsonSchema } from '../wire/json-schema.ts';
import { jsonMember, jsonObject, sameMembers, textMember } from '../wire/json-text.ts';
import { limitedAnswer } from '../wire/pagination.ts';
import { FieldReader, LIMITS } from '../wire/validation.ts';
import { idTaken, LIMITED, MAX_PER_APP, requiredModerationId } from './moderation-id.ts';
import { checkBounded, patternFault } from './pattern.ts';
import { markChanged, revisionOf } from './rule-store.ts';

/** The kinds of lists. Sentences need a model: they are kept and answered, and have no effect here. */
const KEYWORD_CATEGORIES = ['word', 'pattern', 'sentence-similarity'] as const;

/** Documented: a file of terms. */
const FILE_BYTES = 1024 * 1024;
/** Documented: a keyword. */
const KEYWORD = 100;
/** Sentences and the number of patterns are not documented. */
const SENTENCE = 1000;
const MAX_PATTERNS = 500;

type Category = (typeof KEYWORD_CATEGORIES)[number];

/** A part of the form with its terms. Undefined when absent. */
const part = (schema: JsonSchema): field.Field<string | readonly string[] | undefined> => ({
  schema,
  read: (reader, name) => {
    const value = reader.value(name);
    return value === undefined || value === '' ? undefined : (value as string | string[]);
  },
});

const TERMS = {
  searchTerms: part({
    type: 'string',
    description: 'words separated by commas; patterns and sentences one per line',
  }),
  disallowedSentences: part({ type: 'array', items: { type: 'string' } }),
  file: part({ type: 'string', format: 'binary', description: 'csv with terms, at most 1 MB' }),
} as const;

type Given = field.FieldValues<typeof TERMS>;

/** The terms of a list, and whether they came as a file. Undefined without any. */
type Terms = { readonly terms: readonly string[]; readonly isCsv: boolean };

/** Without quotes around a cell of a csv file. */
const unquoted = (cell: string): string =>
  /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;

/** Documented: words are separated by commas, patterns and sentences by lines. */
function split(text: string, category: Category): readonly string[] {
  const cells = text.replace(/^\ufeff/, '').split(category === 'word' ? /[,\r\n]+/ : /[\r\n]+/);
  return cells.map((cell) => unquoted(cell.trim()).trim()).filter((cell) => cell !== '');
}

/** The terms that a form gives, checked. */
function readTerms(reader: FieldReader, given: Given, category: Category): Terms | undefined {
  const { searchTerms, disallowedSentences, file } = given;
  const name =
    file !== undefined ? 'file' : disallowedSentences !== undefined ? 'disallowedSentences' : 'searchTerms';
  const value = file ?? disallowedSentences ?? searchTerms;
  if (value === undefined) return undefined;
  if (typeof value === 'string' && file !== undefined && Buffer.byteLength(value) > FILE_BYTES) {
    reader.problem(name, `The ${name} may not be greater than ${FILE_BYTES} bytes.`);
    return { terms: [], isCsv: true };
  }
  const terms = [...new Set([value].flat().flatMap((text) => split(text, category)))];
  const fault = faultOf(terms, category);
  if (fault !== undefined) reader.problem(name, `The ${name} ${fault}`);
  return { terms, isCsv: file !== undefined };
}

function faultOf(terms: readonly string[], category: Category): string | undefined {
  if (terms.length === 0) return 'field is required.';
  const max = category === 'sentence-similarity' ? SENTENCE : KEYWORD;
  const long = terms.find((term) => term.length > max && [...term].length > max);
  if (long !== undefined) return `has a term of more than ${max} characters: ${long.slice(0, 30)}…`;
  if (category !== 'pattern') return undefined;
  if (terms.length > MAX_PATTERNS) return `may not have more than ${MAX_PATTERNS} patterns.`;
  return patternFault(terms);
}

const FACTS = {
  name: field.text(LIMITS.name),
  description: field.text(LIMITS.description),
  ...TERMS,
} as const;

const NEW_KEYWORDS = {
  ...field.shape(
    { id: requiredModerationId, ...FACTS, category: { ...field.oneOf(KEYWORD_CATEGORIES), required: true } },
    (reader, { category, ...given }) => {
      reader.mustHave('category');
      if (category !== null && !readTerms(reader, given, category)) {
        reader.problem('searchTerms', 'The searchTerms field is required.');
      }
    },
  ),
  form: true,
} as const;

/** The form of PUT /moderation/keywords/{keywordId}: what is absent stays as it is. */
const KEYWORDS_CHANGE = {
  ...field.shape({ ...FACTS, category: field.oneOf(KEYWORD_CATEGORIES) }),
  form: true,
} as const;

const route = routeOf({ tag: 'Moderation' });

/** Documented: lists of a page without `limit`. */
const LIMIT = 10;

/** A list of keywords. `terms` is JSON text. */
type KeywordList = {
  readonly id: string;
  readonly revision: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly category: (typeof KEYWORD_CATEGORIES)[number];
  readonly isCsv: number;
  readonly terms: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

const KEYWORDS = new Table<KeywordList>(
  'moderation_keywords',
  `id, revision, name, description, category, isCsv, terms, createdAt, updatedAt`,
);

/** A list of keywords. Undefined if there is none. */
export const findKeywords = (db: Database, id: string): KeywordList | undefined => KEYWORDS.find(db, id);

type KeywordCall = Pick<Call, 'app' | 'apps' | 'params'>;

function listInPath({ app, params }: KeywordCall): KeywordList {
  const id = params['keywordId'] ?? '';
  const list = findKeywords(app.db, id);
  if (!list) throw new ApiError('ERR_KEYWORD_NOT_FOUND', `The keyword with id ${id} does not exist.`);
  return list;
}

const listJson = (list: KeywordList, appId: string): string =>
  jsonObject(
    ...sameMembers(list, 'id', 'name', 'description', 'category'),
    `"isCSV":${list.isCsv === 1}`,
    jsonMember('searchTerms', list.terms),
    ...sameMembers(list, 'createdAt', 'updatedAt'),
    textMember('revisionId', `${appId}_${revisionOf(list)}`),
    '"active":true',
  );

function store({ app, apps }: KeywordCall, list: KeywordList): RouteAnswer {
  app.db.run('DELETE FROM moderation_keywords WHERE id = ? AND revision < ?', list.id, list.revision);
  KEYWORDS.insert(app.db, list);
  markChanged(app.db);
  return { data: listJson(list, apps.idOf(app)) };
}

/** The calls about lists of keywords. */
export const keywordRoutes: readonly ApiRoute[] = [
  route('POST /moderation/keywords', {
    summary: 'Create a list of words, patterns or sentences, as a form; `file` is a csv file with the terms',
    body: NEW_KEYWORDS,
    answers: one('KeywordList'),
    answer: (call) => {
      const { app, body } = call;
      const { id, name, description } = body;
      const category = body.category ?? 'word';
      if (findKeywords(app.db, id)) throw idTaken('KEYWORD', id);
      checkQuota(app.db.count('moderation_keywords'), MAX_PER_APP, 'lists of keywords');
      const { terms = [], isCsv = false } = readTerms(new FieldReader(call.given), body, category) ?? {};
      if (category === 'pattern') checkBounded(app, terms, 'searchTerms');
      const now = app.now();
      return store(call, {
        id,
        revision: 1,
        name,
        description,
        category,
        isCsv: isCsv ? 1 : 0,
        terms: JSON.stringify(terms),
        createdAt: now,
        updatedAt: now,
      });
    },
  }),
  route('GET /moderation/keywords', {
    summary: 'List the lists of keywords in the order they were created',
    query: LIMITED,
    answers: cursored('KeywordList'),
    answer: ({ app, apps, query }) => {
      const limit = query.limit ?? LIMIT;
      const lists = KEYWORDS.all(app.db, 'ORDER BY created_at, seq LIMIT ?', limit);
      const items = lists.map((list) => listJson(list, apps.idOf(app)));
      return limitedAnswer(limit, items);
    },
  }),
  route('GET /moderation/keywords/{keywordId}', {
    summary: 'Get a list of keywords',
    answers: one('KeywordList'),
    answer: (call) => ({ data: listJson(listInPath(call), call.apps.idOf(call.app)) }),
  }),
  route('PUT /moderation/keywords/{keywordId}', {
    summary: 'Change a list of keywords, as a form; given terms replace all of its terms',
    body: KEYWORDS_CHANGE,
    answers: one('KeywordList'),
    answer: (call) => {
      const { app, body, given } = call;
      const before = listInPath(call);
      const category = body.category ?? before.category;
      const reader = new FieldReader(given);
      const terms = readTerms(reader, body, category);
      if (!terms && category !== before.category) {
        // Terms of one kind are not valid as another: a word may be no pattern.
        reader.problem('searchTerms', 'The searchTerms field is required.');
      }
      reader.finish();
      if (terms && category === 'pattern') checkBounded(app, terms.terms, 'searchTerms');
      return store(call, {
        ...before,
        revision: before.revision + 1,
        name: body.name ?? before.name,
        description: 'description' in given ? body.description : before.description,
        category,
        ...(terms && { terms: JSON.stringify(terms.terms), isCsv: terms.isCsv ? 1 : 0 }),
        updatedAt: app.now(),
      });
    },
  }),
  route('DELETE /moderation/keywords/{keywordId}', {
    summary: 'Delete a list of keywords; a rule that names it no longer finds its terms',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { id } = listInPath(call);
      KEYWORDS.remove(call.app.db, id);
      markChanged(call.app.db);
      return acknowledgement(`Keyword with id ${id} has been deleted successfully.`);
    },
  }),
];
