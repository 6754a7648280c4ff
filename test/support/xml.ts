/** An element of a document, its text with entities resolved. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

const TOKEN =
  /<\?xml [^<>]*\?>|<(?<close>\/)?(?<name>[A-Za-z][\w-]*)(?<attributes>(?:\s+[A-Za-z][\w-]*="[^"<]*")*)\s*(?<empty>\/)?>|(?<text>[^<]+)/y;
/** What XML 1.0 allows. */
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** Reads a small document as strictly as any XML parser would: what is not well-formed throws. */
export function parseXml(document: string): XmlElement {
  if (!ALLOWED.test(document)) throw new SyntaxError('a character that XML cannot hold');
  const root = { name: '', attributes: {}, children: [] as XmlElement[], text: '' };
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }[] = [
    root,
  ];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex;
    const { close, name, attributes = '', empty, text } = TOKEN.exec(document)?.groups ?? {};
    if (TOKEN.lastIndex <= at) throw new SyntaxError(`not XML at ${at}: ${document.slice(at, at + 60)}`);
    const parent = open.at(-1) as typeof root;
    if (text !== undefined) parent.text += resolved(text);
    else if (close) {
      if (open.pop()?.name !== name || open.length === 0)
        throw new SyntaxError(`</${name}> closes something else`);
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(/([A-Za-z][\w-]*)="([^"]*)"/g)];
      const names = pairs.map(([, key]) => key);
      if (new Set(names).size < names.length) throw new SyntaxError(`<${name}> has an attribute twice`);
      const element = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, resolved(value as string)])),
        children: [],
        text: '',
      };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [only] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || !only) throw new SyntaxError('not one element');
  return only;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolved(text: string): string {
  return text.replaceAll(/&([a-z]+;)?/g, (whole, name: string | undefined) => {
    const found = name && ENTITIES[name.slice(0, -1)];
    if (!found) throw new SyntaxError(`not an entity: ${whole}`);
    return found;
  });
}
