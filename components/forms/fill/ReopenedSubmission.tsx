'use no memo';

import { useEffect, useState } from 'react';
import type { EditedSubmission, OwnSubmission } from '#lib/contract/own-submission.ts';
import { replaceAt } from '#lib/fields/value-path.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import { FillForm } from './FillForm.tsx';
import { FillFrame } from './FillFrame.tsx';
import { FillMessage } from './FillMessage.tsx';
import type { FillData, Filled, Refusal } from './fill-data.ts';
import { FormattedMessage, useIntl } from './fill-messages.ts';
import { formPathInLanguage } from './form-url.ts';
import parts from './parts.module.css';
import { ReceiptButton } from './SubmittedView.tsx';
import { callApi } from './send-submission.ts';

type Loaded = { submission: OwnSubmission } | { problem: string };

type Props = { data: FillData; purpose: 'edit' | 'receipt'; token: string };

/** A submission reopened by its own link: its receipt, or the form with its values, to be changed. */
export function ReopenedSubmission({ data, purpose, token }: Props) {
  if (purpose === 'edit') return <EditSubmission data={data} token={token} />;
  return (
    <FillFrame data={data} isHeaded={false}>
      <FillMessage
        tone="success"
        title={<FormattedMessage id="fill.receipt_title" />}
        text={<FormattedMessage id="fill.receipt_text" />}
      >
        <div className={parts.acts}>
          <ReceiptButton slug={data.slug} token={token} />
        </div>
      </FillMessage>
    </FillFrame>
  );
}

function EditSubmission({ data, token }: Omit<Props, 'purpose'>) {
  const intl = useIntl();
  const { slug, signedIn, languages } = data;
  const shownIn = data.definition.language;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [isDone, setIsDone] = useState(false);
  const path = `public/forms/${slug}/answers/`;

  useEffect(() => {
    let isOn = true;
    const load = async () => {
      const response = await callApi<OwnSubmission>({ path, headers: { 'answer-token': token }, signedIn });
      if (!isOn) return;
      if (response.kind === 'done') {
        const { language } = response.data;
        const isTranslated = language !== shownIn && languages.some(({ tag }) => tag === language);
        // The page contains messages in one language: the submission's language is another page.
        if (isTranslated) window.location.replace(formPathInLanguage(data, language) + window.location.hash);
        else setLoaded({ submission: response.data });
      } else {
        const id = response.kind === 'unreachable' ? 'fill.unreachable' : 'fill.edit_gone';
        setLoaded({ problem: intl.formatMessage({ id }) });
      }
    };
    void load();
    return () => {
      isOn = false;
    };
  }, [path, token, signedIn, intl, data, languages, shownIn]);

  const save = async (submission: OwnSubmission, { values, countries }: Filled): Promise<Refusal | null> => {
    const outcome = await callApi<EditedSubmission>({
      method: 'PUT',
      path,
      body: { version: submission.version, values, meta: { countries } },
      headers: { 'answer-token': token, 'if-match': String(submission.revision) },
      signedIn,
    });
    if (outcome.kind === 'done') {
      setIsDone(true);
      return null;
    }
    if (outcome.kind === 'unreachable')
      return { errors: {}, problem: intl.formatMessage({ id: 'fill.unreachable' }) };
    if (Object.keys(outcome.fields).length > 0) {
      const { fields: errors, details } = outcome;
      return { errors, details, problem: null };
    }
    const isConflict = outcome.status === 409 && outcome.data !== undefined;
    return {
      errors: {},
      problem: isConflict ? intl.formatMessage({ id: 'fill.edit_conflict' }) : refusalMessage(outcome, intl),
    };
  };

  if (isDone)
    return (
      <FillFrame data={data} isHeaded={false}>
        <FillMessage
          tone="success"
          takesFocus
          title={<FormattedMessage id="fill.edited_title" />}
          text={<FormattedMessage id="fill.edited_text" />}
        >
          <div className={parts.acts}>
            <ReceiptButton slug={slug} token={token} />
          </div>
        </FillMessage>
      </FillFrame>
    );
  if (!loaded || 'problem' in loaded)
    return (
      <FillFrame data={data}>
        {loaded && (
          <div className={parts.note} data-tone="error" role="alert" data-apart>
            {loaded.problem}
          </div>
        )}
      </FillFrame>
    );
  const { submission } = loaded;
  const { version, title, description, language, fields, layout, countries } = submission;
  const localized = { version, title, description, language, fields, layout };
  // As it was typed, not as it is stored, because that is what the user recognizes.
  const values = Object.entries(submission.typed).reduce(
    (known, [path, text]) => replaceAt(known, path, () => text),
    submission.values,
  );
  return (
    <FillFrame data={{ ...data, definition: localized }}>
      <div className={parts.note} data-apart>
        <FormattedMessage id="fill.editing" />
      </div>
      <FillForm
        key={`${submission.id} ${submission.revision}`}
        data={data}
        beginning={{
          definition: localized,
          values,
          countries,
          defaults: false,
          page: '',
          errors: {},
          problem: null,
        }}
        sendLabel={intl.formatMessage({ id: 'fill.edit_save' })}
        picture={(id) => `${data.pictures}${encodeURIComponent(id)}/`}
        onChange={() => undefined}
        onSend={(changed) => save(submission, changed)}
      />
    </FillFrame>
  );
}
