import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { FormLink, useFormLink } from '#components/forms/share/FormLink.tsx';
import { QrCode } from '#components/forms/share/QrCode.tsx';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { VISIBILITIES, type Visibility } from '#lib/access/roles.ts';
import type { FormChanges } from '#lib/contract/form-changes.ts';
import { changeForm, currentFormOf, getForm, getFormChanges, publishForm } from '#services/form.ts';
import { space } from '#styles/tokens.ts';
import { ChangeList } from './ChangeList.tsx';
import { VersionList } from './VersionList.tsx';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

/** The draft could not be saved, so that an older one would be published. */
class NotSaved extends Error {}

/** Publishes the draft, after showing what that changes; then shows the link. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const draft = useDraft();
  const { id, slug, visibility } = draft.form;
  const isFirst = draft.form.published_version === null;
  const [audience, setAudience] = useState<Visibility>(visibility);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [done, setDone] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [seesVersions, setSeesVersions] = useState(false);

  const load = async (): Promise<{ data: FormChanges | null }> =>
    (await draft.flush()) ? getFormChanges(id) : { data: null };

  const publish = async () => {
    setBusy(true);
    setProblem(null);
    try {
      if (!(await draft.flush())) throw new NotSaved();
      // The latest state from the server, so that a change by somebody else is seen before it is published.
      const { data: now } = await getForm(id);
      const isOpened = isFirst && audience !== now.visibility;
      const { data: opened } = isOpened ? await changeForm(now, { visibility: audience }) : { data: now };
      const { data } = await publishForm(opened);
      draft.accept((await getForm(id)).data);
      setDone(data.version);
    } catch (error) {
      if (error instanceof NotSaved) setProblem(<FormattedMessage id="form_publish.not_saved" />);
      else if (currentFormOf(error)) {
        setProblem(<FormattedMessage id="form_publish.conflict" />);
        setAttempt((tries) => tries + 1);
      } else setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  if (seesVersions) {
    return (
      <Modal
        open
        onClose={onClose}
        width={680}
        title={<FormattedMessage id="form_publish.versions" />}
        footer={
          <Button onClick={() => setSeesVersions(false)}>
            <FormattedMessage id="form_publish.back" />
          </Button>
        }
      >
        <VersionList id={id} />
      </Modal>
    );
  }
  if (done !== null)
    return <PublishedDialog slug={slug} visibility={visibility} version={done} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      width={680}
      title={<FormattedMessage id={isFirst ? 'form_publish.title_first' : 'form_publish.title'} />}
      footer={
        <>
          {!isFirst && (
            <Button variant="quiet" onClick={() => setSeesVersions(true)}>
              <FormattedMessage id="form_publish.versions" />
            </Button>
          )}
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void publish()}>
            <FormattedMessage id="form_publish.submit" />
          </Button>
        </>
      }
    >
      <Parts>
        {problem && <Notice tone="error">{problem}</Notice>}
        <AsyncContent of={`${id} ${attempt}`} load={load} rows={3}>
          {(changes) => <WhatChanges changes={changes} />}
        </AsyncContent>
        {isFirst && <Audience value={audience} onChange={setAudience} />}
      </Parts>
    </Modal>
  );
}

/** Sets the visibility of a form that is published for the first time: a link that opens for nobody is of no use. */
function Audience({ value, onChange }: { value: Visibility; onChange: (visibility: Visibility) => void }) {
  return (
    <ChoiceGroup
      legend={<FormattedMessage id="form_publish.audience" />}
      name="visibility"
      options={VISIBILITIES.map((visibility) => ({
        value: visibility,
        label: <FormattedMessage id={`form_publish.audience_${visibility}`} />,
        help: <FormattedMessage id={`form_publish.audience_${visibility}_help`} />,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

function WhatChanges({ changes }: { changes: FormChanges | null }) {
  if (!changes) {
    return (
      <Notice tone="error">
        <FormattedMessage id="form_publish.not_saved" />
      </Notice>
    );
  }
  const { version, answers: submissionCount, safe, narrows, removes } = changes;
  if (version === null) {
    return (
      <p>
        <FormattedMessage id="form_publish.first_text" />
      </p>
    );
  }
  if (safe.length + narrows.length + removes.length === 0) {
    return (
      <Notice>
        <FormattedMessage id="form_publish.nothing" values={{ version }} />
      </Notice>
    );
  }
  return (
    <>
      <p>
        {submissionCount ? (
          <FormattedMessage
            id="form_publish.submissions_stay"
            values={{ count: submissionCount, version: version + 1 }}
          />
        ) : (
          <FormattedMessage id="form_publish.becomes" values={{ version: version + 1 }} />
        )}
      </p>
      <ChangeList effect="removes" changes={removes} />
      <ChangeList effect="narrows" changes={narrows} />
      <ChangeList effect="safe" changes={safe} />
    </>
  );
}

type PublishedDialogProps = { slug: string; visibility: Visibility; version: number; onClose: () => void };

/** Shows the link of a published form. */
function PublishedDialog({ slug, visibility, version, onClose }: PublishedDialogProps) {
  const link = useFormLink(slug);
  return (
    <Modal
      open
      onClose={onClose}
      width={680}
      title={<FormattedMessage id="form_publish.done" values={{ version }} />}
      footer={
        <>
          <LinkButton href={`/f/${slug}`} target="_blank" prefetch={false}>
            <FormattedMessage id="form_publish.open" />
          </LinkButton>
          <Button variant="primary" onClick={onClose} data-autofocus>
            <FormattedMessage id="form_publish.close" />
          </Button>
        </>
      }
    >
      <Parts>
        <p>
          <FormattedMessage id={`form_share.link_${visibility}`} />
        </p>
        <FormLink slug={slug} />
        <QrCode link={link} name={`form-${slug}`} />
      </Parts>
    </Modal>
  );
}
