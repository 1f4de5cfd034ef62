import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import { messageOf } from '#services/http.ts';
import { followPosition } from './follow-position.ts';
import { showUpload } from './upload-places.ts';

// Most documents are written without a file.
const loadStoredFiles = () => import('./stored-files.ts');

/**
 * Stores files as items beside the document, and puts them into its text.
 * @returns the function, and how many files are on their way
 */
export function useFileInsertion(document: Item) {
  const intl = useIntl();
  const toast = useToast();
  const { hub } = useShell();
  const [uploading, setUploading] = useState(0);
  const storeFile = async (file: File): Promise<Item> =>
    (await loadStoredFiles()).storeBeside(document, file);

  const insertFiles = async (editor: Editor, files: readonly File[], start: number) => {
    if (!document.space_slug || !hub) {
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
        const { contentOf } = await loadStoredFiles();
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
