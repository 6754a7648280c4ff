import { createHash } from 'node:crypto';
import { ServiceError } from '../../errors/service-error.ts';

/** A file in a form. */
type FormFile = {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
};

/** The parts of a form; a list has a part for each of its values, undefined is left out. */
export type Form = Readonly<Record<string, string | FormFile | readonly string[] | undefined>>;

/**
 * A form as multipart/form-data (RFC 7578). The boundary is made of the content, so the same form is the same bytes
 * each time it is sent.
 * @throws ServiceError `REQUEST.INVALID` for a part that is neither text nor bytes
 */
export function encodeForm(form: Form): { readonly contentType: string; readonly body: Uint8Array } {
  const parts = Object.entries(form).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : partOf(name, one))),
  );
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const boundary = `form-${hash.digest('hex').slice(0, 40)}`;
  const lines = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...lines, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function partOf(name: string, value: string | FormFile): Buffer {
  const content: unknown = typeof value === 'string' ? value : value?.content;
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    throw new ServiceError('REQUEST.INVALID', `${name} must be text or bytes; nothing was sent`);
  const named = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (typeof value === 'string') return Buffer.from(`${named}\r\n\r\n${value}`);
  const headers = `${named}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(headers), Buffer.from(value.content as string)]);
}

/** As browsers write names: a quote or a line break cannot end them. */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
