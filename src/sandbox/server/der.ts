/**
 * The few ASN.1 values of a certificate, in DER. Writing them takes less code than a certificate library. Node's
 * own X509Certificate reads and checks certificates.
 */

function value(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

/** A SEQUENCE of values. */
export function sequence(...items: readonly Uint8Array[]): Buffer {
  return value(0x30, Buffer.concat(items));
}

/** A SET of one value. */
export function setOf(item: Uint8Array): Buffer {
  return value(0x31, item);
}

/** A non-negative INTEGER from its big-endian bytes. */
export function integer(bytes: Uint8Array): Buffer {
  // A leading 1 bit would make the number negative.
  return value(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

/** An OBJECT IDENTIFIER such as `2.5.4.3`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return value(0x06, Buffer.from(bytes));
}

/** A BOOLEAN that is true. */
export function trueValue(): Buffer {
  return value(0x01, Buffer.of(0xff));
}

/** A BIT STRING. `unused` is the number of unused bits in the last byte. */
export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return value(0x03, Buffer.concat([Buffer.of(unused), bytes]));
}

/** An OCTET STRING. */
export function octetString(bytes: Uint8Array): Buffer {
  return value(0x04, bytes);
}

/** A UTF8String. */
export function utf8String(text: string): Buffer {
  return value(0x0c, Buffer.from(text));
}

/** A UTCTime. Certificates use it only for years before 2050. */
export function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\..*$/g, '');
  return value(0x17, Buffer.from(`${digits.slice(2)}Z`));
}

/** A value with a context-specific tag. `constructed` means that it contains other values. */
export function context(tag: number, content: Uint8Array, constructed: boolean): Buffer {
  return value((constructed ? 0xa0 : 0x80) | tag, content);
}
