import { isUtf8 } from 'node:buffer';
import { invalid } from './api-error.ts';
import type { Fields } from './validation.ts';

/** The most parts of a form; not documented. */
const MAX_PARTS = 1000;

const BREAK = Buffer.from('\r\n\r\n');

const refuse = (why: string) => invalid({ body: [why] });

/**
 * Reads a form (multipart/form-data, RFC 7578) as an object: each part by its name, a repeated name or one that ends
 * in `[]` as a list. A file counts as its text. Throws ERR_BAD_REQUEST for another type, a form that is cut off, and
 * bytes that are not UTF-8.
 */
export function readForm(contentType: string | string[] | undefined, body: Buffer): Fields {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(String(contentType)) ??
    [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw refuse('The body must be multipart/form-data with a boundary.');
  const values = new Map<string, string[]>();
  for (const part of partsOf(body, boundary)) {
    const [name, value] = readPart(part);
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  const fields = [...values].map(([name, given]) => {
    const isList = name.endsWith('[]');
    return [isList ? name.slice(0, -2) : name, isList || given.length > 1 ? given : given[0]] as const;
  });
  // Without a prototype, so that no name of a part means anything else.
  return Object.assign(Object.create(null) as Fields, Object.fromEntries(fields));
}

/** The parts between the boundaries, each with its own headers. */
function partsOf(body: Buffer, boundary: string): readonly Buffer[] {
  const line = Buffer.from(`--${boundary}`);
  const parts: Buffer[] = [];
  let start = body.indexOf(line);
  while (start !== -1) {
    const from = start + line.length;
    if (body.subarray(from, from + 2).toString('latin1') === '--') return parts;
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), line]), from);
    if (next === -1) break;
    parts.push(body.subarray(from + 2, next));
    if (parts.length > MAX_PARTS) throw refuse(`The form may not have more than ${MAX_PARTS} parts.`);
    start = next + 2;
  }
  throw refuse('The form is cut off.');
}

function readPart(part: Buffer): readonly [name: string, value: string] {
  const end = part.indexOf(BREAK);
  const headers = end === -1 ? '' : part.subarray(0, end).toString('utf8');
  const [, name] = /^content-disposition:\s*form-data\s*;.*?\bname="([^"\r\n]*)"/im.exec(headers) ?? [];
  if (name === undefined) throw refuse('A part of the form has no name.');
  const value = part.subarray(end + BREAK.length);
  if (!isUtf8(value)) throw refuse(`The part ${name} is not valid UTF-8.`);
  return [name, value.toString('utf8')];
}
