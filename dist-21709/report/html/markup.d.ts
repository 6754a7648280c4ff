/** Text that is already markup. Only `html` makes it, so that nothing in a user's file becomes markup. */
export declare class Markup {
    #private;
    constructor(text: string);
    toString(): string;
}
export type Content = Markup | string | number | false | undefined | readonly Content[];
/** A template of markup. Inserted values are escaped unless they are `Markup`. */
export declare function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup;
/** One part of the page, with its entry in the contents. */
export type Section = {
    readonly id: string;
    readonly title: string;
    /** Shown next to the title in the contents. */
    readonly count?: string | undefined;
    readonly body: Markup;
};
/** Numbers are aligned right; a chart is hidden on a narrow page, where its number stays. A name alone is a column of texts. */
export type Column = string | {
    readonly name: string;
    readonly kind: 'numbers' | 'chart';
};
/** A column of bars; the column next to it has the same values as numbers. */
export declare const chartColumn: Column;
/** Columns of numbers. */
export declare const numberColumns: (...names: readonly string[]) => Column[];
/** A table whose first column names its rows. If it is wider than the page, it scrolls, also with the keyboard. */
export declare function table(caption: string, columns: readonly Column[], rows: readonly (readonly Content[])[]): Markup;
/** The numbers of a chart, folded at first. */
export declare const numbersOf: (what: string, content: Markup) => Markup;
