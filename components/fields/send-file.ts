import { clearDraft, type DraftStorage, readDraft, saveDraft } from '#lib/browser/drafts.ts';
import { parseFieldProblems } from '#lib/fields/problem-codes.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { FileUploadOptions, FileUploadOutcome } from './file-uploader.ts';
import { sendTusRequest, type TusResponse, tusMetadata } from './tus.ts';
import { waitUntilOnline } from './wait-until-online.ts';

/** Delays before retries after a temporary failure, in milliseconds. */
const RETRIES = [0, 1000, 3000, 5000];
/** Bytes per request: the most that an unnoticed loss of the connection can cost. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Key of an upload's address among the drafts, so that a reloaded page can resume it. */
const keyOf = (fingerprint: string) => `form-upload:${fingerprint}`;

function storedAddress(storage: DraftStorage, key: string): string | null {
  const stored = readDraft(storage, key);
  return isRecord(stored) && typeof stored.uploadUrl === 'string' ? stored.uploadUrl : null;
}

type Refused = Extract<FileUploadOutcome, { kind: 'refused' }>;

/** The server's refusal; without a message where it has none for users. */
function refusalOf({ status, body: text }: TusResponse): Refused {
  const silent: Refused = { kind: 'refused', code: '', message: '' };
  if (status >= 500) return silent;
  try {
    const body: unknown = JSON.parse(text);
    if (!isRecord(body)) return silent;
    const [reported] = Object.values(isRecord(body.fields) ? body.fields : {});
    const first: unknown = Array.isArray(reported) ? reported[0] : null;
    const [problem] = parseFieldProblems(body.details);
    const code = typeof body.code === 'string' ? body.code : '';
    if (typeof first === 'string') return { kind: 'refused', code, message: first, problem };
    return typeof body.message === 'string' ? { kind: 'refused', code, message: body.message } : silent;
  } catch {
    return silent;
  }
}

/** The server is still processing the upload, has another offset, or is busy: a retry may succeed. */
const mayPass = ({ status }: TusResponse): boolean => status === 409 || status === 423 || status >= 500;

const idIn = (address: string) => address.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? '';

/** Resolves earlier when the upload is cancelled. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((passed) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      passed();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });

export type FileUploadTarget = {
  /** Address of the form's uploads. */
  endpoint: () => string;
  headers: () => Promise<Record<string, string>>;
  storage: () => DraftStorage;
};

/** An upload in progress: its address on the server, and the number of bytes there. */
type Upload = { address: string | null; offset: number };

/** A failed request: the server's response, or null where it was not reached; and whether a retry may help. */
type Hitch = { reply: TusResponse | null; isPassing: boolean };

/**
 * Sends a file in pieces. It waits while the network is lost, and resumes an earlier upload of the same file, also one
 * from before the page was reloaded.
 */
export async function sendFile(
  target: FileUploadTarget,
  fieldId: string,
  file: File,
  { onProgress, onNetwork, signal }: FileUploadOptions,
): Promise<FileUploadOutcome> {
  const own = await target.headers();
  const endpoint = target.endpoint();
  const storage = target.storage();
  const key = keyOf([endpoint, fieldId, file.name, file.type, file.size, file.lastModified].join('|'));
  const upload: Upload = { address: storedAddress(storage, key), offset: 0 };
  const ask = (
    method: 'POST' | 'HEAD' | 'PATCH',
    address: string,
    more: Parameters<typeof sendTusRequest>[2],
  ) => sendTusRequest(method, address, { ...more, headers: { ...own, ...more?.headers }, signal });

  /**
   * Requests the current offset; an upload that no longer exists on the server is started over.
   * @returns the failure
   */
  const look = async (address: string): Promise<Hitch | null> => {
    const reply = await ask('HEAD', address, {});
    const offset = reply && reply.status < 300 ? Number(reply.header('Upload-Offset')) : Number.NaN;
    if (reply === null || mayPass(reply)) return { reply, isPassing: true };
    upload.address = Number.isInteger(offset) ? address : null;
    upload.offset = Number.isInteger(offset) ? offset : 0;
    return null;
  };

  const begin = async (): Promise<Hitch | null> => {
    const metadata = tusMetadata({ filename: file.name, field: fieldId });
    const headers = { 'Upload-Length': String(file.size), 'Upload-Metadata': metadata };
    const reply = await ask('POST', endpoint, { headers });
    const location = reply?.status === 201 ? reply.header('Location') : null;
    if (!location) return { reply, isPassing: reply === null || reply.status >= 500 };
    upload.address = new URL(location, new URL(endpoint, window.location.href)).href;
    upload.offset = 0;
    saveDraft(storage, key, { uploadUrl: upload.address });
    return null;
  };

  const sendPiece = async (address: string): Promise<Hitch | null> => {
    const from = upload.offset;
    const reply = await ask('PATCH', address, {
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(from) },
      body: file.slice(from, from + PIECE_BYTES),
      onProgress: (bytes) => onProgress(Math.min(1, (from + bytes) / file.size)),
    });
    const reached = Number(reply?.header('Upload-Offset') ?? Number.NaN);
    if (reply?.status !== 204 || !(reached > from))
      return { reply, isPassing: reply === null || mayPass(reply) };
    upload.offset = reached;
    return null;
  };

  /** Resumes at the server's offset and sends the rest. @returns a failure, or the address of the upload */
  const goOn = async (): Promise<Hitch | string> => {
    const wrong = (upload.address && (await look(upload.address))) || (!upload.address && (await begin()));
    if (wrong) return wrong;
    const address = upload.address ?? '';
    while (upload.offset < file.size) {
      const stopped = await sendPiece(address);
      if (stopped) return stopped;
    }
    return address;
  };

  let tries = 0;
  for (;;) {
    const before = upload.offset;
    const outcome = await goOn();
    if (signal.aborted) {
      clearDraft(storage, key);
      // Deletes the upload if the server can be reached; otherwise it expires there.
      if (upload.address) void sendTusRequest('DELETE', upload.address, { headers: own });
      return { kind: 'gone' };
    }
    if (typeof outcome === 'string') {
      clearDraft(storage, key);
      onProgress(1);
      return { kind: 'sent', file: { id: idIn(outcome), name: file.name, size: file.size } };
    }
    if (upload.offset > before) tries = 0;
    const { reply, isPassing } = outcome;
    const wait = RETRIES[tries];
    if (reply !== null && (!isPassing || wait === undefined)) return refusalOf(reply);
    if (wait !== undefined && (reply !== null || navigator.onLine)) {
      tries += 1;
      await pause(wait, signal);
      continue;
    }
    onNetwork(false);
    await waitUntilOnline(signal);
    onNetwork(true);
    tries = 0;
  }
}
