import { type Markup } from './markup.ts';
/**
 * Charts contain no text, so they stretch to any width and look the same with any font. Labels stand next to them, and
 * every chart has its numbers in a table.
 */
/** The meaning of a part of a bar; the stylesheet gives each one a colour. */
export type Kind = 'good' | 'bad' | 'blocked' | 'skipped' | 'notice' | 'plain';
export type BarPart = {
    readonly kind: Kind;
    readonly value: number;
    readonly title: string;
};
/**
 * A horizontal bar of parts side by side.
 * @param whole the value that the full width stands for
 */
export declare function bar(label: string, parts: readonly BarPart[], whole: number): Markup;
export type Pillar = {
    readonly title: string;
    readonly parts: readonly {
        readonly kind: Kind;
        readonly value: number;
    }[];
};
/** A labelled place on the horizontal axis; `at` is its share of the width. */
export type Tick = {
    readonly at: number;
    readonly name: string;
};
/** Stacked vertical bars at equal distances, with labelled ticks on both axes. */
export declare function pillars(label: string, list: readonly Pillar[], ticks: readonly Tick[]): Markup;
/** Of the numbers of `count` bars, at most five: the first, the last and some between. */
export declare function tickPlaces(count: number): readonly number[];
/** Explains the colours of a chart. */
export declare function legend(entries: readonly {
    readonly kind: Kind;
    readonly name: string;
}[]): Markup;
