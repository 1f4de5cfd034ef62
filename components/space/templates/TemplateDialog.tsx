import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DocumentHtml } from '#components/space/item/DocumentHtml.tsx';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { SideList, Sides } from '#components/ui/side-list.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import { createItem } from '#services/item.ts';
import { getTemplate, listTemplates } from '#services/templates.ts';
import { OwnTemplate } from './OwnTemplate.tsx';
import { Preview } from './template-look.ts';

type TemplateDialogProps = {
  handle: string;
  slug: string;
  parent: string | null;
  place: string;
  onClose: () => void;
};

/** The templates for a document, each with a preview; the chosen one becomes a document that is open to be written. */
export const TemplateDialog = withQueries(function TemplateDialog(props: TemplateDialogProps) {
  const { handle, slug, parent, place, onClose } = props;
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const list = useQuery({
    queryKey: ['templates', handle],
    queryFn: async ({ signal }) => (await listTemplates(handle, signal)).data,
  });
  const templates = list.data ?? [];
  const current = templates.find(({ id }) => id === chosen) ?? templates[0];
  const text = useQuery({
    queryKey: ['template', handle, current?.id],
    queryFn: async ({ signal }) => (await getTemplate(handle, current?.id ?? '', signal)).data,
    enabled: current !== undefined,
  });
  const slow = useIsSlow(list.isPending || text.isPending);
  const failed = list.error ? list : text.error ? text : null;

  const use = async () => {
    if (!text.data) return;
    setBusy(true);
    try {
      const { title, content } = text.data;
      const { data } = await createItem(slug, { kind: 'document', parent, title, content });
      await router.push(`${itemPath(handle, data)}?edit=1`);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      onClose={onClose}
      width={960}
      title={<FormattedMessage id="templates.title" values={{ place: <bdi>{place}</bdi> }} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" busy={busy} disabled={!text.data} onClick={() => void use()}>
            <FormattedMessage id="templates.use" />
          </Button>
        </>
      }
    >
      {failed && <ErrorState message={failureText(failed.error)} onRetry={() => void failed.refetch()} />}
      {slow && list.isPending && <SkeletonList rows={4} />}
      {current && (
        <Sides>
          <SideList aria-label={intl.formatMessage({ id: 'templates.list' })}>
            {templates.map(({ id, title, description, created_by }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === current.id || undefined}
                  onClick={() => setChosen(id)}
                >
                  <bdi>{title}</bdi>
                  <small>
                    {description ||
                      (created_by && (
                        <FormattedMessage id="templates.by" values={{ name: <bdi>{created_by.name}</bdi> }} />
                      ))}
                  </small>
                </button>
              </li>
            ))}
          </SideList>
          <Preview aria-label={intl.formatMessage({ id: 'templates.preview' })} tabIndex={0}>
            <h3>
              <bdi>{current.title}</bdi>
            </h3>
            {current.allowed.length > 0 && (
              <OwnTemplate
                key={current.id}
                handle={handle}
                template={current}
                onChanged={() => void list.refetch()}
              />
            )}
            {text.data?.html && <DocumentHtml html={text.data.html} />}
            {text.data?.html === null && <pre>{text.data.content}</pre>}
          </Preview>
        </Sides>
      )}
    </Modal>
  );
});
