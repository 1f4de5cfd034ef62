import { SaxesParser } from 'saxes';

export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** Reads XML event by event. Entities of a document type are never expanded; prefixes stay in names. */
export class XmlReader {
  readonly #parser: SaxesParser<{ xmlns: false }>;
  #error: Error | null = null;

  constructor(handlers: XmlHandlers) {
    this.#parser = new SaxesParser({ xmlns: false, position: true });
    this.#parser.on('opentag', (tag) => handlers.open?.(tag.name, tag.attributes));
    this.#parser.on('closetag', (tag) => handlers.close?.(tag.name));
    this.#parser.on('text', (text) => handlers.text?.(text));
    this.#parser.on('cdata', (text) => handlers.text?.(text));
    this.#parser.on('error', (error) => {
      // An entity that the document itself declares is left unchanged.
      if (!/undefined entity|entity name|disallowed character in entity/i.test(error.message))
        this.#error ??= error;
    });
  }

  /** The first place where the text is not well-formed, as `line:column: reason`. */
  get error(): Error | null {
    return this.#error;
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): void {
    this.#parser.close();
  }
}

/** Reads a whole XML text; throws where it is not well-formed. */
export function readXmlText(text: string, handlers: XmlHandlers): void {
  const reader = new XmlReader(handlers);
  reader.write(text);
  reader.end();
  if (reader.error) throw reader.error;
}
