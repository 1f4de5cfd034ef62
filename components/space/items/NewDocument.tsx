import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { TextAreaField, TextField } from '#components/ui/Field.tsx';
import { FormDialog } from '#components/ui/FormDialog.tsx';
import { fieldProblems } from '#components/ui/field-problems.ts';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useDraftLocation, useDraftStorage } from '#context/browser-storage.ts';
import { clearDraft, type DraftStorage, readDraft, saveDraft } from '#lib/browser/drafts.ts';
import { createItemRequest, type Item } from '#lib/contract/item.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { createItem } from '#services/item.ts';

type Draft = { title: string; content: string };

const EMPTY: Draft = { title: '', content: '' };

function storedDraft(storage: DraftStorage, key: string): Draft {
  const draft = readDraft(storage, key);
  if (!isRecord(draft)) return EMPTY;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { title: text(draft.title), content: text(draft.content) };
}

type NewDocumentProps = {
  slug: string;
  parent: string | null;
  /** The path under which this dialog opens again. */
  path: string;
  onClose: () => void;
  onCreated: (document: Item) => void;
};

/** A new document's title and text, in Markdown; the draft is stored until it is sent. */
export function NewDocument({ slug, parent, path, onClose, onCreated }: NewDocumentProps) {
  const intl = useIntl();
  const storage = useDraftStorage();
  const { hub } = useDraftLocation();
  const key = `document:${slug}:${parent ?? ''}`;
  const [initial] = useState(() => storedDraft(storage, key));
  const hadDraft = initial.title !== '' || initial.content !== '';
  const form = useForm({
    initial,
    check: (values) => fieldProblems(createItemRequest, { kind: 'document', ...values }),
    send: async (values) => {
      const { data } = await createItem(slug, { kind: 'document', parent, ...values });
      clearDraft(storage, key);
      onCreated(data);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  const { title, content } = form.values;
  useEffect(() => {
    if (!title && !content) return clearDraft(storage, key);
    saveDraft(storage, key, { title, content }, { kind: 'new_document', title, hub, path });
  }, [storage, key, title, content, hub, path]);

  return (
    <FormDialog
      form={form}
      width={640}
      title={<FormattedMessage id="space.document_title" />}
      submit={<FormattedMessage id="space.document_create" />}
      onClose={onClose}
    >
      {hadDraft && (
        <Notice>
          <FormattedMessage id="space.document_draft" />
        </Notice>
      )}
      <TextField
        {...form.bind('title')}
        label={<FormattedMessage id="space.document_name" />}
        required
        dir="auto"
        autoFocus
        autoComplete="off"
      />
      <TextAreaField
        {...form.bind('content')}
        label={<FormattedMessage id="space.document_text" />}
        help={<FormattedMessage id="space.document_text_help" />}
        dir="auto"
        rows={10}
      />
    </FormDialog>
  );
}
