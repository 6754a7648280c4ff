/**
 * Reads a JSON text as JSON.parse does, but makes the object under its member `name` a Map in the order of the
 * text. JSON.parse moves keys such as `7` to the front, but messages of one second must keep their order. It also
 * makes a hidden class for every new key, which takes as long as reading the rows. Throws a SyntaxError where
 * JSON.parse does.
 */
export declare function parseKeyed(text: string, name: string): unknown;
