import type { DetailedError, Upload, UrlStorage } from 'tus-js-client';
import { clearDraft, type DraftStorage, draftKeys, readDraft, saveDraft } from '#lib/drafts.ts';
import { backOnline, patiently } from './back-online.ts';
import type { FileOutcome, SendingFile } from './file-answers.ts';

/** Tries after something that may be over soon, in milliseconds. */
const RETRIES = [0, 1000, 3000, 5000];
/** Bytes of one request: what is lost with a connection that nobody saw breaking is never more. */
const PIECE_BYTES = 8 * 1024 * 1024;

const PREFIX = 'form-upload:';

type KeptUpload = Awaited<ReturnType<UrlStorage['findAllUploads']>>[number];

const isUpload = (value: unknown): value is KeptUpload =>
  typeof value === 'object' && value !== null && 'uploadUrl' in value && typeof value.uploadUrl === 'string';

/** Remembers where uploads are, among the drafts: a page that is loaded again goes on with them. */
function uploadsIn(storage: DraftStorage): UrlStorage {
  const find = async (prefix: string) =>
    draftKeys(storage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => readDraft(storage, key))
      .filter(isUpload);
  return {
    findAllUploads: () => find(PREFIX),
    findUploadsByFingerprint: (fingerprint) => find(`${PREFIX}${fingerprint}`),
    async removeUpload(key) {
      clearDraft(storage, key);
    },
    async addUpload(fingerprint, upload) {
      const key = `${PREFIX}${fingerprint}`;
      saveDraft(storage, key, { ...upload, urlStorageKey: key });
      return key;
    },
  };
}

type Refused = Extract<FileOutcome, { kind: 'refused' }>;

/** What the server said against it; null where it could not be asked. */
function refusalOf(error: Error | DetailedError): Refused | null {
  const answer = 'originalResponse' in error ? error.originalResponse : null;
  if (!answer || answer.getStatus() >= 500 || answer.getStatus() === 0) return null;
  try {
    const body: unknown = JSON.parse(answer.getBody());
    if (typeof body !== 'object' || body === null) return null;
    const told = 'fields' in body ? body.fields : null;
    const [[first] = []] = Object.values(typeof told === 'object' && told !== null ? told : {});
    const code = 'code' in body && typeof body.code === 'string' ? body.code : '';
    if (typeof first === 'string') return { kind: 'refused', code, message: first };
    return 'message' in body && typeof body.message === 'string'
      ? { kind: 'refused', code, message: body.message }
      : null;
  } catch {
    return null;
  }
}

const idIn = (address: string | null) => address?.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? '';

export type FileWay = {
  /** Address of the form's uploads. */
  endpoint: () => string;
  headers: () => Promise<Record<string, string>>;
  storage: () => DraftStorage;
};

/**
 * Sends a file piece by piece. It waits out a lost network, and goes on with what was sent before, also before the page
 * was loaded again, when the same file is chosen.
 */
export async function sendFile(
  { headers, ...way }: FileWay,
  fieldId: string,
  file: File,
  told: SendingFile,
): Promise<FileOutcome> {
  const { onProgress, onNetwork, signal } = told;
  const tus = await patiently(() => import('tus-js-client'), told);
  if (!tus) return { kind: 'gone' };
  const own = await headers();
  const endpoint = way.endpoint();
  const storage = way.storage();
  const fingerprint = [endpoint, fieldId, file.name, file.type, file.size, file.lastModified].join('|');
  const begun: { upload: Upload | null } = { upload: null };
  const once = () =>
    new Promise<Error | DetailedError | null>((resolve) => {
      begun.upload ??= new tus.Upload(file, {
        endpoint,
        headers: own,
        chunkSize: PIECE_BYTES,
        retryDelays: RETRIES,
        metadata: { filename: file.name, field: fieldId },
        urlStorage: uploadsIn(storage),
        fingerprint: async () => fingerprint,
        removeFingerprintOnSuccess: true,
        onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 1),
      });
      const running = begun.upload;
      running.options.onSuccess = () => resolve(null);
      running.options.onError = resolve;
      signal.addEventListener('abort', () => resolve(null), { once: true });
      if (running.url) running.start();
      else
        void running.findPreviousUploads().then(([previous]) => {
          if (previous) running.resumeFromPreviousUpload(previous);
          if (!signal.aborted) running.start();
        });
    });
  for (;;) {
    const error = await once();
    const running = begun.upload;
    if (signal.aborted) {
      // Told to the server where it can be reached; else it forgets by itself.
      void running?.abort(true).catch(() => undefined);
      return { kind: 'gone' };
    }
    if (error === null)
      return { kind: 'sent', file: { id: idIn(running?.url ?? null), name: file.name, size: file.size } };
    const refusal = refusalOf(error);
    if (refusal !== null) return refusal;
    const status =
      'originalResponse' in error && error.originalResponse ? error.originalResponse.getStatus() : 0;
    if (status > 0) return { kind: 'refused', code: '', message: '' };
    onNetwork(false);
    await backOnline(signal);
    onNetwork(true);
  }
}
