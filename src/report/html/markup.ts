import { printable } from '../../terminal/printable.ts';

/** Text that is already markup. Only `html` makes it, so that nothing in a user's file becomes markup. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Content = Markup | string | number | false | undefined | readonly Content[];

/** A template of markup. Inserted values are escaped unless they are `Markup`. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + written(values[index])).join(''));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function written(value: Content): string {
  if (value instanceof Markup) return value.toString();
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(written).join('');
  return printable(String(value))
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (char) => ENTITIES[char] as string);
}
