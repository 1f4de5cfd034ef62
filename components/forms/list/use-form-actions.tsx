import { useRouter } from 'next/router';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formPath } from '#components/forms/builder/page/form-page.ts';
import { copyText } from '#components/ui/copy-text.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { FormEntry } from '#lib/contract/form.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import { currentFormOf } from '#services/form.ts';
import { deleteTrashedForm, duplicateForm, restoreForm, trashForm } from '#services/form-list.ts';
import type { FormsControl } from './use-forms.ts';

// They load the contract's schemas, which a list doesn't need until a dialog is opened.
const RenameFormDialog = lazyDialog(() =>
  import('./RenameFormDialog.tsx').then((file) => file.RenameFormDialog),
);
const Confirm = lazyDialog(() => import('#components/ui/Confirm.tsx').then((file) => file.Confirm));

export type FormActions = {
  rename: (form: FormEntry) => void;
  duplicate: (form: FormEntry) => void;
  copyLink: (form: FormEntry) => void;
  trash: (form: FormEntry) => void;
  restore: (form: FormEntry) => void;
  /** Deletes permanently, after a confirmation. */
  deletePermanently: (form: FormEntry) => void;
};

type Options = {
  handle: string;
  slug: string;
  list: Pick<FormsControl, 'replace' | 'settle' | 'drop'>;
};

/** Copies the address of a form, or shows it where it can't be copied. */
function useCopyFormLink() {
  const toast = useToast();
  const { publicUrl } = useShell().config;
  return async ({ slug: address }: FormEntry) => {
    const link = `${publicUrl}/f/${address}`;
    const isCopied = await copyText(link);
    toast({
      tone: isCopied ? 'success' : 'info',
      text: (
        <FormattedMessage id={isCopied ? 'forms.link_copied' : 'forms.link_not_copied'} values={{ link }} />
      ),
    });
  };
}

/** The actions on the forms of a list; `dialog` must be rendered on the page. */
export function useFormActions({ handle, slug, list }: Options): { acts: FormActions; dialog: ReactNode } {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [renamed, setRenamed] = useState<FormEntry | null>(null);
  const [ending, setEnding] = useState<FormEntry | null>(null);

  const quoted = (
    id: 'forms.trashed' | 'forms.restored' | 'forms.duplicated' | 'forms.conflict' | 'forms.ended',
    { title }: FormEntry,
  ) => <FormattedMessage id={id} values={{ title: <bdi>{title}</bdi> }} />;

  /** Shows the current form, and why the action failed. */
  const refuse = (form: FormEntry, error: unknown) => {
    const current = currentFormOf(error);
    if (current) list.replace(current);
    toast({ tone: 'error', text: current ? quoted('forms.conflict', form) : failureText(error) });
  };

  const restore = async (form: FormEntry) => {
    try {
      const { data } = await restoreForm(form.id);
      list.settle(data, { trashed: false });
      toast({ tone: 'success', text: quoted('forms.restored', form) });
    } catch (error) {
      refuse(form, error);
    }
  };

  const trash = async (form: FormEntry) => {
    list.drop(form.id);
    try {
      await trashForm(form);
      list.settle(form, { trashed: true });
      toast({
        text: quoted('forms.trashed', form),
        action: {
          label: <FormattedMessage id="forms.undo" />,
          onSelect: () => void restore(form),
        },
      });
    } catch (error) {
      list.settle(form, { trashed: false });
      refuse(form, error);
    }
  };

  const duplicate = async (form: FormEntry) => {
    const title = intl.formatMessage({ id: 'forms.copy_of' }, { title: form.title });
    try {
      const made = await duplicateForm(slug, form.id, [...title].slice(0, TITLE_MAX).join(''));
      list.settle(made, { trashed: false });
      toast({
        tone: 'success',
        text: quoted('forms.duplicated', made),
        action: {
          label: <FormattedMessage id="forms.open" />,
          onSelect: () => void router.push(formPath(handle, made)),
        },
      });
    } catch (error) {
      refuse(form, error);
    }
  };

  const copyLink = useCopyFormLink();

  return {
    acts: {
      rename: setRenamed,
      duplicate: (form) => void duplicate(form),
      copyLink: (form) => void copyLink(form),
      trash: (form) => void trash(form),
      restore: (form) => void restore(form),
      deletePermanently: setEnding,
    },
    dialog: (
      <>
        {renamed && (
          <RenameFormDialog
            form={renamed}
            onClose={() => setRenamed(null)}
            onRenamed={(form) => {
              list.replace(form);
              setRenamed(null);
            }}
            onConflict={(error) => {
              setRenamed(null);
              refuse(renamed, error);
            }}
          />
        )}
        {ending && (
          <Confirm
            title={<FormattedMessage id="forms.delete_title" values={{ title: <bdi>{ending.title}</bdi> }} />}
            text={<FormattedMessage id="forms.delete_text" />}
            submit={<FormattedMessage id="forms.delete_permanently" />}
            danger
            onClose={() => setEnding(null)}
            onConfirm={async () => {
              await deleteTrashedForm(ending.id);
              list.drop(ending.id);
              setEnding(null);
              toast({ text: quoted('forms.ended', ending) });
            }}
          />
        )}
      </>
    ),
  };
}
