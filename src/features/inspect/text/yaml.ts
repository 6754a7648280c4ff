/** A value in one line of YAML: texts as short as YAML reads them back, lists and objects in flow style. */
export function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, each]) => `${keyOf(key)}: ${flow(each)}`);
    return `{ ${parts.join(', ')} }`;
  }
  return typeof value === 'string' ? scalar(value) : String(value);
}

/** A key is read as a text whatever its word. */
const keyOf = (key: string): string => (/^[A-Za-z_][\w-]*$/.test(key) ? key : scalar(key));

/** Unquoted if YAML reads it as the same text, else in double quotes. */
export function scalar(text: string): string {
  const plain =
    /^[A-Za-z_$][\w./-]*(?: [\w./:-]*[\w])*$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain && !text.includes(': ') ? text : JSON.stringify(text);
}

/** A text for a comment. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
