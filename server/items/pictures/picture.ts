import type { ExtractCode, PictureResult } from '#server/platform/extraction/extract.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isStorageFull } from '#server/platform/http/storage-full.ts';
import {
  type Counter,
  consumeLimits,
  type Limit,
  limitCounter,
  refuseIfLimited,
} from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { acquireCallerSlot, PICTURE_WAIT_MS } from './caller-slots.ts';
import { failedName, pageName, thumbnailName } from './derived.ts';
import { hasFailedLately, isCostly, recordFailure } from './picture-failures.ts';

/** A thumbnail of an item's file, or with `page` (from 1) a page of it; `width` is in pixels. */
export type PictureRequest = {
  itemId: string;
  sha256: string;
  extension: string;
  width: number;
  page?: number;
};

/** For whom a picture is rendered: an account or an address, or a job, which has limits of its own. */
export type PictureCaller = string | { signal: AbortSignal };

type Needed = Pick<Services, 'config' | 'database' | 'extraction' | 'log' | 'storage'>;

/** Limits pictures that used all of the time or memory: nobody has many files of that kind. */
const COSTLY_FAILURES: Limit = { name: 'picture-failed', most: 20, seconds: 600 };

/** Not caused by the content, or known without reading it. */
const UNREMEMBERED: ReadonlySet<ExtractCode> = new Set(['aborted', 'unsupported', 'empty']);

/** What is being rendered now, by the storage that it is stored in. */
const drawing = new WeakMap<Services['storage'], Map<string, Promise<Buffer | null>>>();

/** The name of a picture among the files derived from a file. */
export function pictureName({
  itemId,
  page,
  width,
}: Pick<PictureRequest, 'itemId' | 'page' | 'width'>): string {
  return page === undefined ? thumbnailName(itemId, width) : pageName(itemId, page, width);
}

/** The same for every width, since where one fails the others fail too. */
function failureName({ itemId, extension, page }: PictureRequest): string {
  return failedName(itemId, page === undefined ? 'thumbnail' : `page-${page}`, extension);
}

/**
 * A small picture (WebP) of a stored file, which is rendered once and stored with it; null where there is
 * none. A picture is never rendered twice at the same time, and a failed one is not retried for a while.
 * @throws ApiError 429 where the caller waits for too many or caused too many failures, SchedulerTimeout
 * where there was no slot in time.
 */
export async function renderPicture(
  services: Needed,
  request: PictureRequest,
  caller: PictureCaller,
): Promise<Buffer | null> {
  const known = await cachedPicture(services, request);
  if (known !== undefined) return known;
  if (typeof caller !== 'string') return drawDeduplicated(services, request, caller);
  const failures = [limitCounter(COSTLY_FAILURES, caller)];
  const leave = await acquireCallerSlot(caller);
  try {
    const meanwhile = await cachedPicture(services, request);
    if (meanwhile !== undefined) return meanwhile;
    await refuseIfLimited(services, failures);
    return await drawDeduplicated(services, request, { failures });
  } finally {
    leave();
  }
}

/** The existing picture, null where it failed recently, undefined where neither is known. */
export async function cachedPicture(
  { storage }: Pick<Needed, 'storage'>,
  request: PictureRequest,
): Promise<Buffer | null | undefined> {
  const made = await storage.readDerived(request.sha256, pictureName(request));
  if (made) return made;
  return (await hasFailedLately(storage, request.sha256, failureName(request))) ? null : undefined;
}

type DrawOptions = { signal?: AbortSignal; failures?: readonly Counter[] };

/** Renders a picture, or waits for the same one that is being rendered already. */
async function drawDeduplicated(
  services: Needed,
  request: PictureRequest,
  options: DrawOptions,
): Promise<Buffer | null> {
  const { storage } = services;
  const own = drawing.get(storage) ?? new Map<string, Promise<Buffer | null>>();
  drawing.set(storage, own);
  // One at a time per file, whatever the width: if the first fails, the others do.
  const key = `${request.sha256} ${failureName(request)}`;
  for (let other = own.get(key); other; other = own.get(key)) {
    await other.catch(() => null);
    const known = await cachedPicture(services, request);
    if (known !== undefined) return known;
  }
  const drawn = draw(services, request, options).finally(() => own.delete(key));
  own.set(key, drawn);
  return drawn;
}

async function draw(
  services: Needed,
  request: PictureRequest,
  { signal, failures }: DrawOptions,
): Promise<Buffer | null> {
  const { storage, extraction } = services;
  const { sha256, extension, width, page } = request;
  const hooks = signal ? { signal } : { waitTimeoutMs: PICTURE_WAIT_MS };
  const picture = await storage.look(
    sha256,
    (source): Promise<PictureResult> =>
      page === undefined
        ? extraction.thumbnail({ source, extension, width }, hooks)
        : extraction.renderPage({ source, extension, width, page }, hooks),
  );
  if (picture.ok) {
    await writeUnlessFull(services, () => storage.writeDerived(sha256, pictureName(request), picture.image));
    return picture.image;
  }
  const { code } = picture;
  // A missing page is refused as fast as it is looked up.
  if (isCostly(code) || (page === undefined && !UNREMEMBERED.has(code))) {
    await writeUnlessFull(services, () =>
      recordFailure(storage, sha256, { name: failureName(request), code }),
    );
  }
  if (failures && isCostly(code)) await countFailure(services, failures);
  return null;
}

/** The limit applies to the next picture; this one is returned as it is. */
async function countFailure(services: Needed, failures: readonly Counter[]): Promise<void> {
  await consumeLimits(services, failures).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** A picture that there is no space to store is shown all the same. */
async function writeUnlessFull({ log }: Needed, write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
    log.error({ err: error }, 'no room for a picture');
  });
}
