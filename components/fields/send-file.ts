import { clearDraft, type DraftStorage, readDraft, saveDraft } from '#lib/browser/drafts.ts';
import { parseFieldProblems } from '#lib/fields/problem-codes.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { FileUploadOptions, FileUploadOutcome } from './file-uploader.ts';
import { sendTusRequest, type TusResponse, tusMetadata } from './tus.ts';
import { waitUntilOnline } from './wait-until-online.ts';

/** Pauses before it is tried again after something that may be over soon, in milliseconds. */
const RETRIES = [0, 1000, 3000, 5000];
/** Bytes of one request: what is lost with a connection that nobody saw breaking is never more. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Where an upload is, kept among the drafts: a page that is loaded again goes on with it. */
const keyOf = (fingerprint: string) => `form-upload:${fingerprint}`;

function keptAddress(storage: DraftStorage, key: string): string | null {
  const kept = readDraft(storage, key);
  return isRecord(kept) && typeof kept.uploadUrl === 'string' ? kept.uploadUrl : null;
}

type Refused = Extract<FileUploadOutcome, { kind: 'refused' }>;

/** The server's refusal; without a message where it has none for people. */
function refusalOf({ status, body: text }: TusResponse): Refused {
  const silent: Refused = { kind: 'refused', code: '', message: '' };
  if (status >= 500) return silent;
  try {
    const body: unknown = JSON.parse(text);
    if (!isRecord(body)) return silent;
    const [told] = Object.values(isRecord(body.fields) ? body.fields : {});
    const first: unknown = Array.isArray(told) ? told[0] : null;
    const [problem] = parseFieldProblems(body.details);
    const code = typeof body.code === 'string' ? body.code : '';
    if (typeof first === 'string') return { kind: 'refused', code, message: first, problem };
    return typeof body.message === 'string' ? { kind: 'refused', code, message: body.message } : silent;
  } catch {
    return silent;
  }
}

/** The server is at work on the upload, has it at another byte, or has no time: the next try may go through. */
const mayPass = ({ status }: TusResponse): boolean => status === 409 || status === 423 || status >= 500;

const idIn = (address: string) => address.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? '';

/** Ends sooner when the sending is given up. */
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

/** An upload on its way: where the server has it, and how many bytes of it are there. */
type Upload = { address: string | null; offset: number };

/** What the server said against it, or null where it was not reached; and whether another try may help. */
type Hitch = { reply: TusResponse | null; isPassing: boolean };

/**
 * Sends a file piece by piece. It waits out a lost network, and goes on with what was sent before, also before the page
 * was loaded again, when the same file is chosen.
 */
export async function sendFile(
  way: FileUploadTarget,
  fieldId: string,
  file: File,
  { onProgress, onNetwork, signal }: FileUploadOptions,
): Promise<FileUploadOutcome> {
  const own = await way.headers();
  const endpoint = way.endpoint();
  const storage = way.storage();
  const key = keyOf([endpoint, fieldId, file.name, file.type, file.size, file.lastModified].join('|'));
  const upload: Upload = { address: keptAddress(storage, key), offset: 0 };
  const ask = (
    method: 'POST' | 'HEAD' | 'PATCH',
    address: string,
    more: Parameters<typeof sendTusRequest>[2],
  ) => sendTusRequest(method, address, { ...more, headers: { ...own, ...more?.headers }, signal });

  /** Asks how far it is; one that the server knows no more is begun anew. @returns what went wrong */
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

  /** Goes on from where the server has it to the end. @returns what came between, or its address */
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
    const end = await goOn();
    if (signal.aborted) {
      clearDraft(storage, key);
      // Told to the server where it can be reached; else it forgets by itself.
      if (upload.address) void sendTusRequest('DELETE', upload.address, { headers: own });
      return { kind: 'gone' };
    }
    if (typeof end === 'string') {
      clearDraft(storage, key);
      onProgress(1);
      return { kind: 'sent', file: { id: idIn(end), name: file.name, size: file.size } };
    }
    if (upload.offset > before) tries = 0;
    const { reply, isPassing } = end;
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
