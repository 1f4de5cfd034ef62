import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { UploadKind } from '#lib/text/upload-types.ts';
import type { UploadTarget } from '#services/upload.ts';
import { DropOverlay } from './DropOverlay.tsx';
import { DEEPEST, type Dropped, MOST_FILES } from './dropped-files.ts';
import { uploadDroppedFiles } from './upload-dropped-files.ts';

export type Drop = {
  /** The name of the destination. */
  name: string;
  kind: UploadKind | null;
  maxBytes: number | null;
};

type DropTargetProps = { drop: Drop; place: UploadTarget; onFolder: (folder: Item) => void };

/** The whole page as a drop target for files and folders. */
export function DropTarget({ drop, place, onFolder }: DropTargetProps) {
  const toast = useToast();
  const { name, kind, maxBytes } = drop;
  const take = async ({ files, isTooMany, isTooDeep }: Dropped) => {
    if (isTooMany) {
      const text = <FormattedMessage id="upload.dropped_too_many" values={{ most: MOST_FILES }} />;
      toast({ tone: 'error', text });
    }
    if (isTooDeep) {
      const text = <FormattedMessage id="upload.dropped_too_deep" values={{ deepest: DEEPEST }} />;
      toast({ tone: 'error', text });
    }
    try {
      await uploadDroppedFiles(files, place, { kind, maxBytes }, onFolder);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  return <DropOverlay place={name} onFiles={(dropped) => void take(dropped)} />;
}
