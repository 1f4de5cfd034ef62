import { FileInput, FilePlus2 } from 'lucide-react';
import { useRouter } from 'next/router';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { formPath } from '#components/forms/builder/page/form-page.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { CreateFormRequest } from '#lib/contract/form.ts';
import type { Space } from '#lib/contract/space.ts';
import { TEMPLATE_NAMES, TEMPLATES } from '#lib/templates/index.ts';
import { createForm } from '#services/form-list.ts';
import { color, space as gap } from '#styles/tokens.ts';
import { FormChoice, MarkedIcon } from './FormChoice.tsx';

const ImportFormDialog = lazyDialog(() =>
  import('./ImportFormDialog.tsx').then((file) => file.ImportFormDialog),
);

const Intro = styled.p`
  margin-bottom: ${gap(5)};
  color: ${color('quiet')};
`;

const Choices = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
  gap: ${gap(3)};
`;

const Part = styled.section`
  & + & {
    margin-top: ${gap(8)};
  }

  > h2 {
    margin-bottom: ${gap(3)};
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }
`;

type NewFormScreenProps = { handle: string; space: Space };

/** The start of a new form: empty, from a template, or by import. Then it opens in the builder. */
export function NewFormScreen({ handle, space }: NewFormScreenProps) {
  const intl = useIntl();
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [importing, setImporting] = useState(false);
  const base = `/${handle}/${space.slug}`;

  /** A form that is created here has spam protection, whatever it begins with. @throws the client's error */
  const create = async (request: CreateFormRequest) => {
    const settings = { spam: 'honeypot_and_rate' as const, ...request.settings };
    const { data } = await createForm(space.slug, { ...request, settings });
    await router.push(formPath(handle, data));
  };
  const choose = async (name: string, request: CreateFormRequest) => {
    if (busy) return;
    setBusy(name);
    setProblem(null);
    try {
      await create(request);
    } catch (error) {
      setProblem(failureText(error));
      setBusy(null);
    }
  };

  return (
    <Screen
      title={intl.formatMessage({ id: 'form_new.title' })}
      crumbs={[
        { href: base, label: <bdi>{space.name}</bdi> },
        { href: `${base}/forms`, label: <FormattedMessage id="forms.tab" /> },
      ]}
    >
      {!space.allowed.includes('space.create_item') ? (
        <EmptyState
          title={<FormattedMessage id="form_new.not_yours" />}
          text={<FormattedMessage id="form_new.not_yours_text" />}
        />
      ) : (
        <>
          <Intro>
            <FormattedMessage id="form_new.text" />
          </Intro>
          {problem && <Notice tone="error">{problem}</Notice>}
          <Part>
            <Choices>
              <FormChoice
                mark={<MarkedIcon icon={FilePlus2} />}
                name={<FormattedMessage id="form_new.blank" />}
                text={<FormattedMessage id="form_new.blank_text" />}
                isDisabled={busy !== null}
                onChoose={() =>
                  void choose('blank', { title: intl.formatMessage({ id: 'form_new.blank_title' }) })
                }
              />
              <FormChoice
                mark={<MarkedIcon icon={FileInput} />}
                name={<FormattedMessage id="form_new.import" />}
                text={<FormattedMessage id="form_new.import_text" />}
                isDisabled={busy !== null}
                onChoose={() => busy === null && setImporting(true)}
              />
            </Choices>
          </Part>
          <Part>
            <h2>
              <FormattedMessage id="form_new.templates" />
            </h2>
            <Choices>
              {TEMPLATE_NAMES.map((name) => (
                <FormChoice
                  key={name}
                  mark={<KindIcon kind="form" />}
                  name={<FormattedMessage id={`form_new.${name}`} />}
                  text={<FormattedMessage id={`form_new.${name}_text`} />}
                  extent={
                    <FormattedMessage
                      id="form_new.extent"
                      values={{
                        pages: TEMPLATES[name].layout.pages.length,
                        fields: TEMPLATES[name].fields.length,
                      }}
                    />
                  }
                  isDisabled={busy !== null}
                  isBusy={busy === name}
                  onChoose={() => void choose(name, { ...TEMPLATES[name] })}
                />
              ))}
            </Choices>
          </Part>
          {importing && <ImportFormDialog onCreate={create} onClose={() => setImporting(false)} />}
        </>
      )}
    </Screen>
  );
}
