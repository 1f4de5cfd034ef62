import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The purpose of an encrypted text, and the record that it belongs to: decryption for another is refused. */
export type EncryptionContext = { purpose: string; belongsTo: string };

/** Encrypts what has to be readable later but not at rest; with a separate key for each purpose. */
export function encryptText(
  signingKey: Uint8Array,
  { purpose, belongsTo }: EncryptionContext,
  text: string,
): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(signingKey, purpose), iv).setAAD(Buffer.from(belongsTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/**
 * The text that was sealed.
 * @throws Error when it was sealed with another key, for something else, or was changed since.
 */
export function decryptText(
  signingKey: Uint8Array,
  { purpose, belongsTo }: EncryptionContext,
  sealed: string,
): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyFor(signingKey, purpose), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(belongsTo))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(text).toString('utf8');
}

/** By the signing key: deriving one costs more than encrypting with it. */
const keys = new WeakMap<Uint8Array, Map<string, KeyObject>>();

function keyFor(signingKey: Uint8Array, purpose: string): KeyObject {
  const known = keys.get(signingKey) ?? new Map<string, KeyObject>();
  keys.set(signingKey, known);
  const key =
    known.get(purpose) ??
    createSecretKey(createHash('sha256').update(`hubkeep ${purpose}\0`).update(signingKey).digest());
  known.set(purpose, key);
  return key;
}
