import type { RowPlace } from '../input/rows/row.ts';
/** Words of one row of facts. */
export declare const FACT_WORDS = 16;
/** Words that the WebAssembly screen fills, by the fact in them; a fingerprint has two. */
export declare const KEY = 0;
export declare const USER = 2;
export declare const OTHER = 4;
export declare const PARENT = 6;
export declare const CONTENT = 8;
export declare const SECONDS = 9;
export declare const FLAGS = 10;
export declare const LOST = 11;
export declare const LINE = 12;
export declare const START = 13;
export declare const NEXT = 14;
export declare const BEFORE = 15;
/** Bits of the word of flags. A field that is cut or ambiguous is its index and 1. */
export declare const TO_GROUP = 1;
export declare const IS_BANNED = 2;
export declare const IS_REPLY = 4;
export declare const WAS_UPPER = 8;
export declare const HAS_CONTROL = 16;
/** The WebAssembly screen has found what a message refers to, and its sender among the members of its group. */
export declare const IS_KNOWN = 32;
/**
 * The facts that a dry run needs of a valid row, whether the screen or the row check accepted it. A view of one row of
 * words, so that no object is made per row; the WebAssembly screen writes thousands of them at once.
 */
export declare class Facts {
    #private;
    /** The rows, and the first word of the current one. Signed, as FingerprintMap wants them. */
    words: Int32Array;
    at: number;
    /** The index of the file of the rows. */
    file: number;
    /** The number that is added to the lines and offsets in the rows. */
    firstLine: number;
    firstByte: number;
    constructor();
    /** Makes an empty row the current one. */
    begin({ file, line, byte }: RowPlace): void;
    get line(): number;
    get byte(): number;
    /** The index of the first byte among those that were screened. */
    get start(): number;
    get keyLo(): number;
    get keyHi(): number;
    /** The user that a row refers to: a message's sender, a member's user, a group's owner. */
    get userLo(): number;
    get userHi(): number;
    /** A message's receiver, a member's group. */
    get otherLo(): number;
    get otherHi(): number;
    /** The message that this one replies to, if it is a reply. */
    get parentLo(): number;
    get parentHi(): number;
    get content(): number;
    set content(hash: number);
    /** Epoch seconds: when a message was sent, a member joined, a user or group was created; 0 if the row does not say. */
    get seconds(): number;
    set seconds(seconds: number);
    /** True if `other` is a group. */
    get toGroup(): boolean;
    /** True if the member is banned. */
    get isBanned(): boolean;
    get isReply(): boolean;
    /** True if an id was lower-cased. */
    get wasUpper(): boolean;
    get hasControl(): boolean;
    /** Of the first field whose time had a fraction of a second, which was cut off: its index; -1 if there is none. */
    get cutField(): number;
    /** The same of the first field whose time occurs twice in its zone. Only rows have one: no screen takes such a record. */
    get ambiguousField(): number;
    /** One bit per field, by its index in the entity's list: set if the field has a value that the API cannot carry. */
    get lost(): number;
    set lost(bits: number);
    /** Sets one of the fingerprints KEY, USER, OTHER and PARENT. */
    keep(place: number, lo: number, hi: number): void;
    /** Sets some of TO_GROUP, IS_BANNED, WAS_UPPER and HAS_CONTROL. */
    flag(bits: number): void;
    setCut(field: number): void;
    setAmbiguous(field: number): void;
}
/** Low half of the fingerprint of a pair of fingerprints, such as a group and a user; signed. */
export declare function pairLo(aLo: number, aHi: number, bLo: number, bHi: number): number;
/** High half of the same. */
export declare function pairHi(aLo: number, aHi: number, bLo: number, bHi: number): number;
/** True if the users of a one-to-one conversation stand in its fingerprint in the other order: it is the same one both ways. */
export declare const isSwapped: (userLo: number, userHi: number, otherLo: number, otherHi: number) => boolean;
/** Words of the tally of one column: cells with a value, bytes of the shortest and of the longest, cells by form of time. */
export declare const TALLY_WORDS = 16;
export declare const TALLY_TIMES = 3;
/** The forms of a cell's time, by the index of their count in a column's profile. */
export declare const TIME_FORM: {
    readonly seconds: 0;
    readonly milliseconds: 1;
    readonly microseconds: 2;
    readonly isoWithZone: 3;
    readonly isoWithoutZone: 4;
    readonly other: 5;
};
export declare const TIME_FORMS = 6;
/** The form in which a time is written, from its text alone. */
export declare function timeForm(text: string): number;
/** Words of one row of what was written. */
export declare const WRITTEN_WORDS = 16;
/** Places of those words. */
export declare const WRITTEN: {
    /** Offsets in the sink's text. */
    readonly textAt: 0;
    readonly jsonAt: 1;
    readonly jsonEnd: 2;
    readonly conversationEnd: 3;
    /** The lower half of the fingerprint of the order key. */
    readonly order: 4;
    readonly keyLo: 5;
    readonly keyHi: 6;
    /** Versions of 48 bits: the lower word first. */
    readonly contentVersion: 7;
    readonly fixedVersion: 9;
    readonly hasEscapes: 11;
    /** The record in the ledger. */
    readonly logAt: 12;
    readonly logEnd: 13;
    /** Line ends in the record and after it, and the address at which it ends, without its line end. */
    readonly linesIn: 14;
    readonly recordEnd: 15;
};
/** The room for the next records: offsets, and bytes that are left. */
export type WriteRoom = {
    readonly rows: number;
    readonly textAt: number;
    readonly textBytes: number;
    readonly logAt: number;
    readonly logBytes: number;
    readonly recordBytes: number;
};
/** The output for some records; valid until more are written. */
export type Written = {
    readonly rows: number;
    readonly text: Uint8Array;
    readonly log: Uint8Array;
    /** The bytes of the records, and the address of the first. */
    readonly records: Uint8Array;
    readonly recordsAt: number;
    /** WRITTEN_WORDS for each row, from a word on. */
    readonly words: Uint32Array;
    readonly firstWord: number;
};
/** Takes what is written of proved records. */
export interface WriteSink {
    /** Makes room for the next records. */
    room(): WriteRoom;
    wrote(written: Written): void;
}
