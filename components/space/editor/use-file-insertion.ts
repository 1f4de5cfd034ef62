import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
import { messageOf } from '#services/http.ts';
import { fileUrl } from '#services/item.ts';
import { uploadFile } from '#services/upload-file.ts';
import { followPosition } from './follow-position.ts';
import { showUpload } from './upload-places.ts';

/** What stands in the text for a file: the picture itself, or a link to the file's page. */
function contentOf(handle: string, file: Item) {
  // The name of a file says nothing of what it shows: the picture’s tools ask for a text.
  if (file.kind === 'image') return { type: 'image', attrs: { src: fileUrl(file.id) } };
  const href = itemPath(handle, { ...file, space_slug: file.space_slug ?? '' });
  return { type: 'text', text: file.title, marks: [{ type: 'link', attrs: { href } }] };
}

/**
 * Stores files as items beside the document, and puts them into its text.
 * @returns the function, and how many files are on their way
 */
export function useFileInsertion(document: Item) {
  const intl = useIntl();
  const toast = useToast();
  const { hub } = useShell();
  const [uploading, setUploading] = useState(0);
  const { space_slug: slug, visibility } = document;

  // Whoever reads the document may read its files, also when its rights change later.
  const storeFile = (file: File): Promise<Item> =>
    uploadFile(file, {
      slug: slug ?? '',
      parent: document.parent_id,
      document: document.id,
      visibility: visibility === 'private' ? 'private' : 'shared',
    });

  const insertFiles = async (editor: Editor, files: readonly File[], start: number) => {
    if (!slug || !hub) {
      toast({ tone: 'error', text: intl.formatMessage({ id: 'editor.upload_no_space' }) });
      return;
    }
    const position = followPosition(editor, start);
    setUploading((before) => before + files.length);
    const places = files.map((file) =>
      showUpload(
        editor,
        file,
        start,
        intl.formatMessage({ id: 'editor.uploading_file' }, { name: file.name }),
      ),
    );
    for (const [index, file] of files.entries()) {
      try {
        const stored = await storeFile(file).finally(() => places[index]?.());
        if (!editor.isDestroyed)
          editor.commands.insertContentAt(position.now(), contentOf(hub.domain_handle, stored));
      } catch (error) {
        const reason = messageOf(error);
        toast({
          tone: 'error',
          text: intl.formatMessage({ id: 'editor.upload_failed' }, { name: file.name, reason }),
        });
      }
      setUploading((before) => before - 1);
    }
    position.stop();
  };
  return { insertFiles, storeFile, uploading };
}
