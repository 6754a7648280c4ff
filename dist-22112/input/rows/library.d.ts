/** A library that is loaded when it is first asked for: most pipelines need none of these, and loading one takes time. */
export declare function libraryOf<T>(name: string): () => T;
