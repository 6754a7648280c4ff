import { ApiError, invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, FLAG, listOf, TEXT } from '../wire/json-schema.ts';
import { FieldReader, type Fields, isObject, LIMITS } from '../wire/validation.ts';

/** The kinds of a plain message. */
export const MESSAGE_TYPES = ['text', 'image', 'file', 'audio', 'video'] as const;

const GOALS = ['anyOf', 'allOf', 'oneOf', 'none'];

/** True if a value says which elements of an interactive message are to be used. */
function isGoal(value: unknown): boolean {
  if (!isObject(value) || !GOALS.some((goal) => goal === value['type'])) return false;
  const { elementIds = [] } = value;
  return Array.isArray(elementIds) && elementIds.every((id) => typeof id === 'string');
}

type MemberShape = readonly [name: string, isValid: (value: unknown) => boolean, problem: string];

/** The members of `data` whose wrong type has a code of its own where a message is sent or edited. */
const CODED: readonly (readonly [...MemberShape, code: string])[] = [
  ['text', (value) => typeof value === 'string', 'must be a string.', 'ERR_INVALID_MESSAGE_TEXT'],
  ['metadata', isObject, 'must be an object.', 'ERR_INVALID_METADATA'],
  ['customData', isObject, 'must be an object.', 'ERR_INVALID_CUSTOM_DATA'],
];

/** Members of `data` that must have one shape, because readers of answers rely on it. */
const SHAPES: readonly MemberShape[] = [
  ['interactiveData', isObject, 'must be an object.'],
  ['interactionGoal', isGoal, 'must have a type of anyOf, allOf, oneOf or none, and elementIds.'],
  ['allowSenderInteraction', (value) => typeof value === 'boolean', 'must be true or false.'],
];

const json = field.object(LIMITS.dataBytes);

/** The data of a message as JSON text, without `entities`, which the service writes itself. `more` are checked besides. */
const dataField = (more: readonly MemberShape[]): field.Field<string> => ({
  schema: {
    type: 'object',
    description:
      'text, attachments, customData, interactiveData, metadata and members of your own; at most 10 KB',
    properties: {
      text: TEXT,
      metadata: ANY_OBJECT,
      customData: ANY_OBJECT,
      interactiveData: ANY_OBJECT,
      interactionGoal: ANY_OBJECT,
      allowSenderInteraction: FLAG,
      attachments: listOf(ANY_OBJECT),
    },
  },
  read: (reader, name) => {
    const data = reader.value(name);
    if (!isObject(data)) return json.read(reader, name) ?? '{}';
    checkData(reader, data, [...more, ...SHAPES]);
    if (data['entities'] === undefined) return json.read(reader, name) ?? '{}';
    const { entities: _, ...rest } = data;
    const bare = new FieldReader({ [name]: rest });
    const text = json.read(bare, name) ?? '{}';
    bare.finish();
    return text;
  },
});

/** The data of a message that is imported, or only judged: each problem is one of the row. */
export const messageData = dataField(CODED.map(([name, isValid, problem]) => [name, isValid, problem]));

/** The data of a message that is sent or edited; `checkTypes` refuses wrong types of members with their own codes. */
export const sentData = dataField([]);

/** Documented: text, metadata and custom data of a wrong type are refused with a code each. */
export function checkTypes(data: unknown): void {
  if (!isObject(data)) return;
  for (const [member, isValid, problem, code] of CODED) {
    const value = data[member];
    if (isAbsent(value) || isValid(value)) continue;
    throw invalid({ [`data.${member}`]: [`The data.${member} ${problem}`] }, code);
  }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function checkData(reader: FieldReader, data: Fields, shapes: readonly MemberShape[]): void {
  for (const [member, isValid, problem] of shapes) {
    const value = data[member];
    if (!isAbsent(value) && !isValid(value))
      reader.problem(`data.${member}`, `The data.${member} ${problem}`);
  }
  checkAttachments(reader, data['attachments']);
}

function checkAttachments(reader: FieldReader, attachments: unknown): void {
  if (isAbsent(attachments)) return;
  if (!Array.isArray(attachments) || !attachments.every(isObject)) {
    reader.problem('data.attachments', 'The data.attachments must be an array of objects.');
    return;
  }
  for (const [index, attachment] of attachments.entries()) {
    for (const member of ['url', 'name', 'mimeType', 'extension']) {
      const value = attachment[member];
      const name = `data.attachments.${index}.${member}`;
      if (typeof value !== 'string' || value === '') reader.problem(name, `The ${name} field is required.`);
      else if (member === 'url' && !URL.canParse(value)) {
        reader.problem(name, `The ${name} format is invalid.`);
      }
    }
  }
}

type Kind = { readonly category: string | null; readonly type: string };

/** Refuses a text message without a text. `data` is the data as received. */
export function checkText({ category, type }: Kind, data: unknown): void {
  if (category === 'custom' || category === 'interactive' || type !== 'text') return;
  const text = isObject(data) ? data['text'] : undefined;
  if (typeof text === 'string' && text.trim() !== '') return;
  throw new ApiError('ERR_EMPTY_MESSAGE_TEXT', 'Message text should be non-empty string.');
}

/** Refuses members of `data` that are null, and sizes that are no numbers. Assumed: only their types are documented. */
function checkMembers(data: Fields): void {
  for (const member of ['metadata', 'customData'])
    if (data[member] === null)
      throw invalid({ [`data.${member}`]: [`The data.${member} must be an object.`] });
  const { attachments } = data;
  if (!Array.isArray(attachments)) return;
  for (const [index, attachment] of attachments.entries()) {
    const { size } = isObject(attachment) ? attachment : {};
    const name = `data.attachments.${index}.size`;
    if (!isSize(size)) throw invalid({ [name]: [`The ${name} must be a number.`] });
  }
}

const isSize = (size: unknown): boolean =>
  size === undefined ||
  (typeof size === 'number' && size >= 0) ||
  (typeof size === 'string' && /^\d{1,15}$/.test(size));

/** Refuses a message without the content of its kind: a text, a file, or custom data. */
export function checkContent(kind: Kind, given: unknown): void {
  const data: Fields = isObject(given) ? given : {};
  checkMembers(data);
  checkText(kind, data);
  if (kind.category === 'custom') {
    const custom = data['customData'];
    if (isObject(custom) && Object.keys(custom).length > 0) return;
    throw new ApiError('ERR_EMPTY_CUSTOM_DATA', 'The customData of a custom message should not be empty.');
  }
  if (kind.category === 'interactive') {
    if (isObject(data['interactiveData'])) return;
    throw new ApiError('ERR_INVALID_MESSAGE_DATA', 'An interactive message needs interactiveData.');
  }
  if (kind.type !== 'text') checkFile(data);
}

/** A file has `attachments` or, as in answers to uploads, `url`. */
function checkFile({ attachments, url }: Fields): void {
  if (Array.isArray(attachments) && attachments.length > 0) return;
  if (isAbsent(url)) {
    throw new ApiError('ERR_EMPTY_MESSAGE_FILE', 'A media message needs attachments or a url.');
  }
  if (typeof url === 'string' && URL.canParse(url)) return;
  throw new ApiError('ERR_INVALID_MEDIA_MESSAGE', 'The url of a media message should be a valid URL.');
}
