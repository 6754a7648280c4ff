/**
 * The few ASN.1 values that a certificate is made of, in DER. Writing them takes less than what a
 * certificate library brings along; reading and checking is left to Node's own X509Certificate.
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
  // A leading bit that is set would make it negative.
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

/** A BIT STRING; `unused` is the number of bits of the last byte that do not count. */
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

/** A UTCTime; only for years before 2050, as certificates have it. */
export function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\..*$/g, '');
  return value(0x17, Buffer.from(`${digits.slice(2)}Z`));
}

/** A value of a context-specific tag; `constructed` when it holds other values. */
export function context(tag: number, content: Uint8Array, constructed: boolean): Buffer {
  return value((constructed ? 0xa0 : 0x80) | tag, content);
}
