import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
import { messageOf } from '#services/http.ts';
import { changeItem, fileUrl } from '#services/item.ts';
import { changeAccess, getAccess } from '#services/sharing.ts';
import { uploadFile } from '#services/upload-file.ts';

/** Gives a file the access list of a private document; where that can't be read, the file stays its uploader's. */
async function shareLike(document: Item, file: Item): Promise<void> {
  try {
    const { data: access } = await getAccess({ kind: 'item', id: document.id });
    const people = access.people.flatMap(({ person, own_role: role }) =>
      role !== null && person.id !== file.created_by?.id ? [{ user_id: person.id, role }] : [],
    );
    if (people.length > 0) await changeAccess({ kind: 'item', id: file.id }, file.revision, { people });
  } catch {
    // Whoever may not see who has access can't give it.
  }
}

/** What stands in the text for a file: the picture itself, or a link to the file's page. */
function contentOf(handle: string, file: Item) {
  if (file.kind === 'image') return { type: 'image', attrs: { src: fileUrl(file.id), alt: file.title } };
  const href = itemPath(handle, { ...file, space_slug: file.space_slug ?? '' });
  return { type: 'text', text: file.title, marks: [{ type: 'link', attrs: { href } }] };
}

/** A position that goes along with changes of the text. */
function followPosition(editor: Editor, start: number) {
  let position = start;
  const follow = ({ transaction }: { transaction: Transaction }) => {
    position = transaction.mapping.map(position);
  };
  editor.on('transaction', follow);
  return {
    now: () => Math.min(position, editor.state.doc.content.size),
    stop: () => editor.off('transaction', follow),
  };
}

/**
 * Stores files as items beside the document, with its visibility, and puts them into its text.
 * @returns the function, and how many files are on their way
 */
export function useFileInsertion(document: Item) {
  const intl = useIntl();
  const toast = useToast();
  const disclose = useDisclosure();
  const { hub } = useShell();
  const [uploading, setUploading] = useState(0);
  const { space_slug: slug, visibility } = document;

  const storeFile = async (file: File): Promise<Item> => {
    const stored = await uploadFile(file, {
      slug: slug ?? '',
      parent: document.parent_id,
      visibility: visibility === 'private' ? 'private' : 'shared',
    });
    if (visibility === 'private') await shareLike(document, stored);
    if (visibility === 'public')
      await disclose((accepted) => changeItem(stored, { visibility, ...accepted }));
    return stored;
  };

  const insertFiles = async (editor: Editor, files: readonly File[], start: number) => {
    if (!slug || !hub) {
      toast({ tone: 'error', text: intl.formatMessage({ id: 'editor.upload_no_space' }) });
      return;
    }
    const position = followPosition(editor, start);
    setUploading((before) => before + files.length);
    for (const file of files) {
      try {
        const stored = await storeFile(file);
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
  return { insertFiles, uploading };
}
