import { FormattedMessage } from 'react-intl';
import { Confirm } from '#components/ui/Confirm.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { emptyTrash } from '#services/trash.ts';

type EmptyTrashDialogProps = {
  /** The slug of the space; null for the whole hub. */
  space: string | null;
  onDone: () => Promise<unknown>;
  onClose: () => void;
};

/** Deletes everything in the trash that the user may delete, part by part. */
export function EmptyTrashDialog({ space, onDone, onClose }: EmptyTrashDialogProps) {
  const toast = useToast();
  return (
    <Confirm
      title={<FormattedMessage id="trash.empty_confirm" />}
      text={<FormattedMessage id="trash.empty_confirm_text" />}
      submit={<FormattedMessage id="trash.empty" />}
      danger
      onClose={onClose}
      onConfirm={async () => {
        let count = 0;
        for (let more = true; more; ) {
          const { data } = await emptyTrash(space ?? undefined);
          count += data.deleted;
          more = data.more;
        }
        onClose();
        toast({ text: <FormattedMessage id="trash.emptied" values={{ count }} /> });
        await onDone();
      }}
    />
  );
}
