/** A set of whole numbers from 0. Its memory grows with the largest number: one bit for each number up to it. */
export declare class Bitmap {
    #private;
    size: number;
    has(number: number): boolean;
    add(number: number): void;
    delete(number: number): void;
}
