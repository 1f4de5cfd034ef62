import { ImagePlus } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type ReactNode, useContext, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { isPicture, PictureUpload, pictureMarkdown } from './picture-upload.ts';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif';

/**
 * Pictures of a text: chosen by a button, pasted or dropped.
 * @param onPicture gets the Markdown of each, once it is stored
 */
export function usePicturePaste(
  onPicture: (markdown: string) => void,
  onFailure: (error: unknown) => void,
): {
  handlers: { onPaste?: (event: ClipboardEvent) => void; onDrop?: (event: DragEvent) => void };
  isSending: boolean;
  button: ReactNode;
} {
  const intl = useIntl();
  const send = useContext(PictureUpload);
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(0);
  if (!send) return { handlers: {}, isSending: false, button: null };

  const add = async (files: readonly File[]) => {
    for (const file of files) {
      setSending((before) => before + 1);
      try {
        onPicture(pictureMarkdown(file.name, await send(file)));
      } catch (error) {
        onFailure(error);
      }
      setSending((before) => before - 1);
    }
  };
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const pictures = [...data.files].filter(isPicture);
    if (pictures.length === 0) return;
    event.preventDefault();
    void add(pictures);
  };
  return {
    handlers: {
      onPaste: (event) => take(event, event.clipboardData),
      onDrop: (event) => take(event, event.dataTransfer),
    },
    isSending: sending > 0,
    button: (
      <>
        <IconButton
          icon={ImagePlus}
          size="small"
          aria-busy={sending > 0 || undefined}
          label={intl.formatMessage({ id: 'comments.add_picture' })}
          onClick={() => input.current?.click()}
        />
        <VisuallyHidden>
          <input
            ref={input}
            type="file"
            accept={ACCEPTED}
            multiple
            tabIndex={-1}
            aria-label={intl.formatMessage({ id: 'comments.add_picture' })}
            onChange={({ target }) => {
              void add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </VisuallyHidden>
      </>
    ),
  };
}
