const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The first days that dates count from. */
const [FROM_1900, FROM_1] = [Date.UTC(1900, 0, 1), Date.parse('0001-01-01T00:00:00Z')];
const TICKS_PER_SECOND = 300;

/**
 * A time that SQL Server writes as the bytes that it keeps: `CAST(0x0000A2E500C5C100 AS DateTime)`.
 * @returns a time as SQL writes it; undefined if the type has no such bytes
 */
export function timeOfBytes(bytes: Buffer, type: string): string | undefined {
  const ms = millisecondsOf(bytes, type);
  // Only SQL Server itself knows what is beyond the years that it has.
  if (ms === undefined || ms < FROM_1 || ms >= Date.UTC(9999, 11, 32)) return undefined;
  const plain = new Date(ms).toISOString().replace('T', ' ').slice(0, -1);
  return type === 'datetimeoffset' ? `${plain}+00:00` : plain;
}

function millisecondsOf(bytes: Buffer, type: string): number | undefined {
  const { length } = bytes;
  if (type === 'datetime' && length === 8)
    return (
      FROM_1900 +
      bytes.readInt32BE(0) * DAY_MS +
      Math.round((bytes.readInt32BE(4) * 1_000) / TICKS_PER_SECOND)
    );
  if (type === 'smalldatetime' && length === 4)
    return FROM_1900 + bytes.readUInt16BE(0) * DAY_MS + bytes.readUInt16BE(2) * MINUTE_MS;
  if (type === 'date' && (length === 3 || (length === 4 && bytes[3] === 0))) return dayAt(bytes, 0);
  const zoneBytes = type === 'datetimeoffset' ? 2 : 0;
  const [digits = 0] = bytes;
  const timeBytes = digits < 3 ? 3 : digits < 5 ? 4 : 5;
  if (!/^datetime(?:2|offset)$/.test(type) || digits > 7 || length !== 1 + timeBytes + 3 + zoneBytes)
    return undefined;
  return dayAt(bytes, 1 + timeBytes) + Math.floor(bytes.readUIntLE(1, timeBytes) / 10 ** (digits - 3));
}

const dayAt = (bytes: Buffer, at: number): number => FROM_1 + bytes.readUIntLE(at, 3) * DAY_MS;
