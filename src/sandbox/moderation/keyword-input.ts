import * as field from '../wire/field.ts';
import { type FieldReader, LIMITS } from '../wire/validation.ts';
import { requiredModerationId } from './moderation-id.ts';
import { patternFault } from './pattern.ts';

/** The kinds of lists. Sentences need a model: they are kept and answered, and have no effect here. */
export const KEYWORD_CATEGORIES = ['word', 'pattern', 'sentence-similarity'] as const;

/** Documented: a file of terms. */
const FILE_BYTES = 1024 * 1024;
/** Documented: a keyword. */
const KEYWORD = 100;
/** Sentences and the number of patterns are not documented. */
const SENTENCE = 1000;
const MAX_PATTERNS = 500;

type Category = (typeof KEYWORD_CATEGORIES)[number];

/** A part of the form with its terms. Undefined when absent. */
const part = (schema: field.JsonSchema): field.Field<string | readonly string[] | undefined> => ({
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
export type Terms = { readonly terms: readonly string[]; readonly isCsv: boolean };

/** Without quotes around a cell of a csv file. */
const unquoted = (cell: string): string =>
  /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;

/** Documented: words are separated by commas, patterns and sentences by lines. */
function split(text: string, category: Category): readonly string[] {
  const cells = text.replace(/^\ufeff/, '').split(category === 'word' ? /[,\r\n]+/ : /[\r\n]+/);
  return cells.map((cell) => unquoted(cell.trim()).trim()).filter((cell) => cell !== '');
}

/** The terms that a form gives, checked. */
export function readTerms(reader: FieldReader, given: Given, category: Category): Terms | undefined {
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

/** The form of POST /moderation/keywords. */
export const NEW_KEYWORDS = {
  ...field.shape(
    { id: requiredModerationId, ...FACTS, category: { ...field.oneOf(KEYWORD_CATEGORIES), required: true } },
    (reader, { category, ...given }) => {
      reader.require('category');
      if (category !== null && !readTerms(reader, given, category)) {
        reader.problem('searchTerms', 'The searchTerms field is required.');
      }
    },
  ),
  form: true,
} as const;

/** The form of PUT /moderation/keywords/{keywordId}: what is absent stays as it is. */
export const KEYWORDS_CHANGE = {
  ...field.shape({ ...FACTS, category: field.oneOf(KEYWORD_CATEGORIES) }),
  form: true,
} as const;
