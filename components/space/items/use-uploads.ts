import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useUnloadWarning } from '#components/ui/use-unload-warning.ts';
import type { Item } from '#lib/contract/item.ts';
import { isUploadInProgress, type Upload, type UploadTarget, uploadQueue } from '#services/upload.ts';

const NONE: readonly Upload[] = [];

/** All uploads of the queue, to any destination. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.list, () => NONE);
}

/** Calls back for each file that became an item of this space. */
export function useUploaded(slug: string, handle: string, onItem: (item: Item) => void): void {
  const listener = useRef(onItem);
  useEffect(() => {
    listener.current = onItem;
  }, [onItem]);
  useEffect(
    () =>
      uploadQueue.onDone((item, place: UploadTarget) => {
        if (place.slug === slug && place.handle === handle) listener.current(item);
      }),
    [slug, handle],
  );
}

/** The browser requests confirmation before the page is left while files are being uploaded. */
export function useLeaveWarning(uploads: readonly Upload[]): void {
  useUnloadWarning(uploads.some(isUploadInProgress));
}
