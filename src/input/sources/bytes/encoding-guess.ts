/**
 * The likely encoding of bytes that are not UTF-8. It is only suggested: a wrong guess would silently corrupt names.
 */
export type EncodingGuess = {
  /** The name for pipeline files. */
  readonly encoding: string;
  /** Why, as the end of a sentence. */
  readonly evidence: string;
};

/** The number of bytes to examine. */
const SAMPLE_BYTES = 65_536;
/**
 * The least share of zero bytes: tables in UTF-16 have delimiters, digits and line ends, whose every second byte is 0.
 */
const ZERO_SHARE_MIN = 0.03;
/**
 * The largest share of pairs of printable ASCII: in UTF-16, such a pair is rarely one character; in UTF-8 text with
 * NULs, nearly all pairs are.
 */
const ASCII_SHARE_MAX = 0.2;

const isPrintable = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x20 && byte < 0x7f;

/**
 * Finds out whether bytes look like UTF-16 without a byte order mark. Latin text in UTF-16 is valid UTF-8 with many
 * NUL characters, so no later check would notice it.
 */
export function unmarkedUtf16(bytes: Buffer): EncodingGuess | undefined {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  // Nearly every file ends here: this is found a hundred times as fast as all below.
  if (!bytes.subarray(0, length).includes(0)) return undefined;
  const zeros = [0, 0];
  let asciiPairs = 0;
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] as number) + 1;
    if (at & 1 && isPrintable(bytes[at]) && isPrintable(bytes[at - 1])) asciiPairs += 1;
  }
  const [even, odd] = zeros as [number, number];
  const [most, least] = even > odd ? [even, odd] : [odd, even];
  const begins = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  const clear = begins === 'x0x0' || begins === '0x0x';
  const often =
    most >= Math.max(4, (length / 2) * ZERO_SHARE_MIN) &&
    least * 20 <= most &&
    asciiPairs < length * ASCII_SHARE_MAX;
  if (length < 4 || !(clear || often)) return undefined;
  const evidence = `${most} of ${length / 2} ${even > odd ? 'first' : 'second'} bytes of a pair are 00`;
  return { encoding: even > odd ? 'utf-16be' : 'utf-16le', evidence };
}

type Candidate = {
  readonly encoding: string;
  /** The characters that the encoding is used for. */
  readonly script: RegExp;
  /** The least share of the characters beyond ASCII that must be of the script. */
  readonly shareMin: number;
  /**
   * True if these characters come in sequences, as the words of a non-Latin script; false if alone among ASCII
   * letters.
   */
  readonly runs: boolean;
};

/** In the order of preference: strict encodings first. Those that accept every byte come after all of these. */
const CANDIDATES: readonly Candidate[] = [
  { encoding: 'euc-jp', script: /[\u3040-\u30fa]/gu, shareMin: 0.3, runs: true },
  { encoding: 'shift_jis', script: /[\u3040-\u30fa]/gu, shareMin: 0.3, runs: true },
  { encoding: 'euc-kr', script: /[\uac00-\ud7a3]/gu, shareMin: 0.8, runs: true },
  {
    encoding: 'shift_jis',
    script: /[\u3040-\u30fa\u4e00-\u9fff、。（）！？ー]/gu,
    shareMin: 0.98,
    runs: true,
  },
  { encoding: 'windows-1251', script: /[а-яё]/gu, shareMin: 0.7, runs: true },
  { encoding: 'koi8-r', script: /[а-яё]/gu, shareMin: 0.7, runs: true },
  { encoding: 'gb18030', script: /[\u4e00-\u9fff，。！？、：；（）]/gu, shareMin: 0.95, runs: true },
];

/**
 * Letters of words, and symbols where they are no part of a word: `³` after `m` is one, in the midst of a name it is a
 * letter of another encoding.
 */
const IN_LATIN =
  /(?!\p{ASCII})(?:\p{Ll}|(?<!\p{Ll})\p{Lu}(?=\p{L})|[€‘’“”„‚–—…•™«»°§´·©®‰†\u00a0]|(?<!\p{L})[¹²³¼½¾±¶£¥¢×÷](?!\p{L})|(?<=(?<!\p{L})[kcdm]?m)[²³]|(?<=[\dnN])[ªº]|(?<!\p{L})[¿¡])/gu;
/** In the order of preference where two read a file equally well. */
const LATIN: readonly Candidate[] = ['windows-1252', 'windows-1250', 'iso-8859-2'].map((encoding) => ({
  encoding,
  script: IN_LATIN,
  shareMin: 0.9,
  runs: false,
}));
/** Share of the characters that an encoding must read better than another one that is preferred. */
const CLEARLY = 0.02;

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** The likely encoding of bytes that are not UTF-8; undefined if none fits well. */
export function guessEncoding(bytes: Buffer): EncodingGuess | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const utf16 = unmarkedUtf16(sample);
  if (utf16) return utf16;
  for (const candidate of CANDIDATES) {
    const found = evidenceFor(sample, candidate);
    if (found) return guessOf(found);
  }
  const [best, ...rivals] = LATIN.flatMap((candidate) => evidenceFor(sample, candidate) ?? []).sort((a, b) =>
    Math.abs(a.share - b.share) > CLEARLY ? b.share - a.share : 0,
  );
  const rival = rivals.find(
    ({ share, text }) => share >= (best?.share ?? 0) - CLEARLY && text !== best?.text,
  );
  return best && guessOf(best, rival);
}

/** True if a guess may be wrong: some characters make no sense, or make as much in another encoding. */
export function isDoubtfulGuess({ evidence }: Pick<EncodingGuess, 'evidence'>): boolean {
  const [, fitting, all] = /^(\d+) of (\d+) characters/.exec(evidence) ?? [];
  return fitting !== all || evidence.includes(RIVAL);
}

const RIVAL = '; in another way as ';

type Evidence = {
  readonly encoding: string;
  readonly text: string;
  /** The characters beyond ASCII that make sense, the number of all, and the share of the former. */
  readonly fitting: readonly string[];
  readonly all: number;
  readonly share: number;
};

function guessOf({ encoding, fitting, all }: Evidence, rival?: Evidence): EncodingGuess {
  const shown = [...new Set(fitting)].slice(0, 5).join(' ');
  const other = rival ? `${RIVAL}${rival.encoding}` : '';
  return {
    encoding,
    evidence: `${fitting.length} of ${all} characters beyond ASCII make sense (${shown})${other}`,
  };
}

function evidenceFor(sample: Buffer, { encoding, script, shareMin, runs }: Candidate): Evidence | undefined {
  const text = decoded(sample, encoding);
  const beyond = text.match(/[^\p{ASCII}]/gu) ?? [];
  // The end of the sample may have split a character.
  const broken = beyond.filter((char) => char === '\ufffd').length;
  if (beyond.length === 0 || broken > (beyond.length > 20 ? 1 : 0)) return undefined;
  // Every question that begins with one ends with another one.
  const areQuestions = text.split('¿').length <= text.split('?').length;
  const fitting = (text.match(script) ?? []).filter((char) => char !== '¿' || areQuestions);
  const share = fitting.length / beyond.length;
  if (share < shareMin) return undefined;
  const neighbours = (text.match(/(?<=[^\p{ASCII}])[^\p{ASCII}]/gu) ?? []).length;
  const inRuns = neighbours > beyond.length * (runs ? 0.4 : 0.5);
  return inRuns === runs ? { encoding, text, fitting, all: beyond.length, share } : undefined;
}

function decoded(sample: Buffer, encoding: string): string {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding);
  decoders.set(encoding, decoder);
  return decoder.decode(sample);
}
