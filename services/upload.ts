import type { Item, UploadResult } from '#lib/contract/item.ts';
import { type UploadProblem, uploadKind, uploadProblem } from '#lib/text/upload-check.ts';
import type { UploadKind } from '#lib/text/upload-types.ts';
import { postMultipart } from './api.ts';
import { appendFile } from './file-part.ts';
import { failureOf, messageOf } from './http.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { refusalDataOf } from './refusal.ts';

/** Files that are sent at the same time. */
const CONCURRENT_UPLOADS = 3;
/** Temporary conflicts: an earlier attempt is still running, or the same content is just being deleted. */
const PASSING_CONFLICTS = new Set(['still_running', 'try_again']);

/**
 * Whether the same file may be accepted later: no server was reached, it was too busy, or had an error of its
 * own.
 */
function isPassing(failure: ReturnType<typeof failureOf>): boolean {
  if (!failure) return true;
  const { status, code = '' } = failure;
  return status === 429 || status >= 500 || (status === 409 && PASSING_CONFLICTS.has(code));
}

/** The destination of files: a space of a hub, and a folder in it (null is its top level). */
export type UploadTarget = { handle: string; slug: string; parent: string | null };

export type UploadState =
  | { step: 'waiting' }
  /** `share` of the sent bytes, 0 to 1; at 1 the server is still processing them. */
  | { step: 'sending'; share: number }
  | { step: 'done'; item: Item }
  /** Will never be accepted as it is: found here, or refused by the server. */
  | { step: 'refused'; problem: UploadProblem }
  | { step: 'refused'; message: string }
  /** Was not delivered; may be retried. Without a message no server was reached. */
  | { step: 'failed'; message: string | null };

export type Upload = {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  kind: UploadKind | null;
  place: UploadTarget;
  state: UploadState;
};

/** Sends one file. @throws the client's error */
export type SendFile = (
  file: File,
  upload: Pick<Upload, 'kind' | 'place'>,
  options: {
    signal: AbortSignal;
    onProgress: (share: number) => void;
    /**
     * The same for every attempt of this file: where the server accepted it although the response was lost,
     * it is not accepted twice.
     */
    key: string;
  },
) => Promise<UploadResult>;

const sendFile: SendFile = async (file, { kind, place }, { signal, onProgress, key }) => {
  const body = new FormData();
  // Fields first, so that the server has them before the bytes arrive.
  if (kind) body.append('kind', kind);
  if (place.parent) body.append('parent', place.parent);
  appendFile(body, 'files', file);
  const response = await postMultipart(`spaces/${encodeURIComponent(place.slug)}/upload/`, body, {
    signal,
    onProgress,
    // The user may be in another hub when this one is sent.
    headers: { 'Org-Handle': place.handle, 'Idempotency-Key': key },
  });
  return response.data;
};

type Entry = { upload: Upload; file: File; key: string; abort: AbortController | null };

/** Sends files, three at a time, and reports the progress of each. It outlives the screen that filled it. */
export function createUploadQueue(send: SendFile = sendFile) {
  const entries = new Map<number, Entry>();
  const listeners = new Set<() => void>();
  const finished = new Set<(item: Item, place: UploadTarget) => void>();
  let snapshot: readonly Upload[] = [];
  let last = 0;

  const publish = () => {
    snapshot = [...entries.values()].map(({ upload }) => upload);
    for (const listener of listeners) listener();
  };

  const set = (id: number, state: UploadState) => {
    const entry = entries.get(id);
    if (!entry) return;
    entries.set(id, { ...entry, upload: { ...entry.upload, state } });
    publish();
  };

  const isSending = ({ upload }: Entry) => upload.state.step === 'sending';

  const pump = () => {
    let free = CONCURRENT_UPLOADS - [...entries.values()].filter(isSending).length;
    for (const [id, { upload }] of entries) {
      if (free <= 0) break;
      if (upload.state.step !== 'waiting') continue;
      free -= 1;
      void run(id);
    }
  };

  const run = async (id: number) => {
    const entry = entries.get(id);
    if (!entry) return;
    const abort = new AbortController();
    entries.set(id, { ...entry, abort });
    set(id, { step: 'sending', share: 0 });
    const { file, upload, key } = entry;
    try {
      const { items, refused } = await send(file, upload, {
        signal: abort.signal,
        key,
        onProgress: (share) => {
          if (!abort.signal.aborted) set(id, { step: 'sending', share });
        },
      });
      const [item] = items;
      if (item) {
        set(id, { step: 'done', item });
        for (const listener of finished) listener(item, upload.place);
      } else set(id, { step: 'refused', message: refused[0]?.message ?? '' });
    } catch (error) {
      if (!abort.signal.aborted) set(id, stateOfFailure(error));
    }
    pump();
  };

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The same list until something changes. */
    list: (): readonly Upload[] => snapshot,
    /** Calls the listener for every file that became an item. */
    onDone(listener: (item: Item, place: UploadTarget) => void): () => void {
      finished.add(listener);
      return () => finished.delete(listener);
    },
    add(
      files: readonly File[],
      place: UploadTarget,
      options: { kind?: UploadKind | null; maxBytes?: number | null } = {},
    ): void {
      for (const file of files) {
        const { kind: wanted = null, maxBytes = null } = options;
        const problem = uploadProblem(file, wanted, maxBytes);
        last += 1;
        const state: UploadState = problem ? { step: 'refused', problem } : { step: 'waiting' };
        const { name, size } = file;
        const upload = { id: last, name, size, kind: uploadKind(name, wanted), place, state };
        entries.set(last, { file, upload, key: newIdempotencyKey(), abort: null });
      }
      publish();
      pump();
    },
    /** Aborts the upload and removes it from the list. */
    cancel(id: number): void {
      entries.get(id)?.abort?.abort();
      entries.delete(id);
      publish();
      pump();
    },
    retry(id: number): void {
      if (entries.get(id)?.upload.state.step !== 'failed') return;
      set(id, { step: 'waiting' });
      pump();
    },
    /** Removes finished uploads: done and refused. */
    dismiss(ids: readonly number[]): void {
      for (const id of ids) {
        const step = entries.get(id)?.upload.state.step;
        if (step !== 'waiting' && step !== 'sending') entries.delete(id);
      }
      publish();
    },
  };
}

/** The error of a failed request is either final for the file, or allows a retry. */
function stateOfFailure(error: unknown): UploadState {
  const failure = failureOf(error);
  if (isPassing(failure)) return { step: 'failed', message: failure ? messageOf(error) : null };
  // When every file was refused the response is an error whose `data` still lists them.
  const first = refusalDataOf<'POST', `spaces/${string}/upload/`>(error)?.refused[0];
  return { step: 'refused', message: first?.message ?? messageOf(error) };
}

export const isUploadInProgress = ({ state }: Upload) => state.step === 'waiting' || state.step === 'sending';

/** The browser's one queue. */
export const uploadQueue = createUploadQueue();
