import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { UploadKind } from '#lib/text/upload-types.ts';
import type { UploadTarget } from '#services/upload.ts';
import { DropOverlay } from './DropOverlay.tsx';
import type { DroppedFile } from './dropped-files.ts';
import { uploadDroppedFiles } from './upload-dropped-files.ts';

export type Drop = {
  /** Where files go, by name. */
  name: string;
  kind: UploadKind | null;
  maxBytes: number | null;
};

type DropTargetProps = { drop: Drop; place: UploadTarget; onFolder: (folder: Item) => void };

/** The whole page as a place to drop files and folders. */
export function DropTarget({ drop, place, onFolder }: DropTargetProps) {
  const toast = useToast();
  const { name, kind, maxBytes } = drop;
  const take = async (dropped: DroppedFile[]) => {
    try {
      await uploadDroppedFiles(dropped, place, { kind, maxBytes }, onFolder);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  return <DropOverlay place={name} onFiles={(dropped) => void take(dropped)} />;
}
