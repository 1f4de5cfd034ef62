import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

/**
 * What goes over the socket of a document, in both directions (`/ws/documents`). Messages are binary: a kind, and
 * what it carries, as lib0 encodes it.
 */
export type DocumentMessage =
  /** What the sender has, as a state vector of Yjs; the other side answers with what is missing. */
  | { kind: 'have'; vector: Uint8Array }
  /** The answer to `have`, an update of Yjs; the receiver is as far as the sender was. */
  | { kind: 'missing'; update: Uint8Array }
  /** What was written; `id` is the sender's own, and 0 from the server. */
  | { kind: 'update'; id: number; update: Uint8Array }
  /** The update of this id is in the database. */
  | { kind: 'stored'; id: number }
  /** Cursors, by connection; null where one left. */
  | { kind: 'presence'; connection: number; state: string | null }
  /** Whether the receiver may write. */
  | { kind: 'access'; canWrite: boolean };

const KINDS = ['have', 'missing', 'update', 'stored', 'presence', 'access'] as const;

/** Bytes of one message at most. */
export const MESSAGE_MAX = 8 * 1024 ** 2;
/** Characters of the state of a cursor. */
export const PRESENCE_MAX = 2_000;
/** Colours that cursors have, each a number; as many as the faces of people have. */
export const WRITER_COLORS = 6;

/** Why the server ended a document's socket (RFC 6455 §7.4.2: 4000 to 4999 are an application's own). */
export const DOCUMENT_CLOSE_CODES = {
  unreadable: 4400,
  signedOut: 4401,
  readOnly: 4403,
  gone: 4404,
  tooLarge: 4413,
  tooOften: 4425,
  outdated: 4426,
  tooMany: 4429,
} as const;

export function encodeMessage(message: DocumentMessage): Uint8Array<ArrayBuffer> {
  const out = encoding.createEncoder();
  encoding.writeVarUint(out, KINDS.indexOf(message.kind));
  switch (message.kind) {
    case 'have':
      encoding.writeVarUint8Array(out, message.vector);
      break;
    case 'missing':
      encoding.writeVarUint8Array(out, message.update);
      break;
    case 'update':
      encoding.writeVarUint(out, message.id);
      encoding.writeVarUint8Array(out, message.update);
      break;
    case 'stored':
      encoding.writeVarUint(out, message.id);
      break;
    case 'presence':
      encoding.writeVarUint(out, message.connection);
      encoding.writeVarString(out, message.state ?? '');
      break;
    case 'access':
      encoding.writeVarUint(out, message.canWrite ? 1 : 0);
      break;
  }
  return encoding.toUint8Array(out);
}

/** Whether the bytes are a message about cursors, as far as their kind says. */
export const isPresence = (bytes: Uint8Array): boolean => bytes[0] === KINDS.indexOf('presence');

/** @throws where the bytes are no message */
export function decodeMessage(bytes: Uint8Array): DocumentMessage {
  const from = decoding.createDecoder(bytes);
  const kind = KINDS[decoding.readVarUint(from)];
  switch (kind) {
    case 'have':
      return { kind, vector: decoding.readVarUint8Array(from) };
    case 'missing':
      return { kind, update: decoding.readVarUint8Array(from) };
    case 'update':
      return { kind, id: decoding.readVarUint(from), update: decoding.readVarUint8Array(from) };
    case 'stored':
      return { kind, id: decoding.readVarUint(from) };
    case 'presence':
      return { kind, connection: decoding.readVarUint(from), state: decoding.readVarString(from) || null };
    case 'access':
      return { kind, canWrite: decoding.readVarUint(from) === 1 };
    default:
      throw new Error('not a message of a document');
  }
}
