import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { DocumentTemplate } from '#lib/contract/document-template.ts';
import { deleteTemplate, renameTemplate } from '#services/templates.ts';
import { Bar } from './template-look.ts';

type OwnTemplateProps = { handle: string; template: DocumentTemplate; onChanged: () => void };

/** Renames and deletes one of the hub's own templates. */
export function OwnTemplate({ handle, template, onChanged }: OwnTemplateProps) {
  const intl = useIntl();
  const toast = useToast();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const [title, setTitle] = useState(template.title);
  const [busy, setBusy] = useState(false);

  const act = async (send: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await send();
      setMode('shown');
      onChanged();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    setBusy(false);
  };
  const rename = (event: FormEvent) => {
    event.preventDefault();
    void act(() => renameTemplate(handle, template.id, title));
  };
  const cancel = (
    <Button size="small" onClick={() => setMode('shown')}>
      <FormattedMessage id="action.cancel" />
    </Button>
  );

  if (mode === 'renaming')
    return (
      <form onSubmit={rename}>
        <Bar>
          <Input
            value={title}
            maxLength={255}
            required
            dir="auto"
            autoFocus
            aria-label={intl.formatMessage({ id: 'templates.name' })}
            onChange={(event) => setTitle(event.target.value)}
          />
          <Button size="small" type="submit" variant="primary" busy={busy} disabled={title.trim() === ''}>
            <FormattedMessage id="templates.save_name" />
          </Button>
          {cancel}
        </Bar>
      </form>
    );
  if (mode === 'deleting')
    return (
      <Bar role="alert">
        <span>
          <FormattedMessage id="templates.delete_text" />
        </span>
        <Button
          size="small"
          variant="danger"
          busy={busy}
          onClick={() => void act(() => deleteTemplate(handle, template.id))}
        >
          <FormattedMessage id="templates.delete" />
        </Button>
        {cancel}
      </Bar>
    );
  return (
    <Bar>
      <Button size="small" onClick={() => setMode('renaming')}>
        <FormattedMessage id="templates.rename" />
      </Button>
      <Button size="small" onClick={() => setMode('deleting')}>
        <FormattedMessage id="templates.delete" />
      </Button>
    </Bar>
  );
}
