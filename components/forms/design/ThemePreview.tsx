import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { FieldIdPrefixContext } from '#components/fields/field-ids.ts';
import { useRecord } from '#components/fields/use-record.ts';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { PageBlocks } from '#components/forms/fill/PageBlocks.tsx';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { applyPageConditions } from '#lib/forms/layout.ts';
import { type FormTheme, isDarkTheme, themeVariables } from '#lib/forms/theme.ts';
import { pictureUrl } from '#services/form.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Frame = styled.section`
  overflow: auto;
  max-height: calc(100vh - 200px);
  border: 1px solid ${color('frameLine')};
  border-radius: ${radius('card')};
  background: ${color('page')};
  color: ${color('text')};
  font-size: var(--form-font-size, 16px);
`;

const Cover = styled.img`
  display: block;
  width: 100%;
  max-height: 160px;
  object-fit: cover;
`;

const Card = styled.div`
  margin: ${space(5)};
  padding: ${space(6)};
  border: 1px solid ${color('line')};
  border-radius: calc(var(--form-radius, 10px) + 4px);
  background: ${color('surface')};

  > h3 {
    margin-bottom: ${space(2)};
    font-size: 24px;
    overflow-wrap: anywhere;
  }

  > p {
    margin-bottom: ${space(5)};
    color: ${color('quiet')};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;

const Logo = styled.img`
  display: block;
  max-height: 48px;
  margin-bottom: ${space(4)};
`;

/* Looks like a button, but does nothing. */
const Send = styled.span`
  display: inline-grid;
  place-items: center;
  height: 44px;
  margin-top: ${space(6)};
  padding: 0 ${space(5)};
  border-radius: var(--form-radius, 10px);
  background: ${color('primaryFill')};
  color: ${color('onFill')};
  font-weight: 500;
`;

/** A preview of the form's first page in the theme. */
export function ThemePreview({ theme }: { theme: FormTheme | null }) {
  const intl = useIntl();
  const { content, saved, form, save } = useDraft();
  // An invalid draft can't be rendered, either.
  const shown = save === 'paused' ? saved : content;
  return (
    <Frame
      aria-label={intl.formatMessage({ id: 'form_design.preview' })}
      // A scrollable element must be reachable by keyboard.
      tabIndex={0}
      style={theme ? { ...themeVariables(theme), colorScheme: isDarkTheme(theme) ? 'dark' : 'light' } : {}}
    >
      {theme?.cover && <Cover src={pictureUrl(form.slug, theme.cover)} alt="" />}
      <Card>
        {theme?.logo && <Logo src={pictureUrl(form.slug, theme.logo)} alt="" />}
        <h3 dir="auto">{shown.title}</h3>
        {shown.description && <p dir="auto">{shown.description}</p>}
        <FieldIdPrefixContext value="theme-preview">
          <FirstPage content={shown} slug={form.slug} />
        </FieldIdPrefixContext>
        <Send aria-hidden>
          <FormattedMessage id="form_design.button" />
        </Send>
      </Card>
    </Frame>
  );
}

function FirstPage({ content, slug }: { content: DraftContent; slug: string }) {
  const [fields] = useState(() => applyPageConditions(content.fields, content.layout));
  const record = useRecord(fields, { formatProblem: englishProblem });
  const [page] = content.layout.pages;
  if (!page) return null;
  return (
    <PageBlocks
      page={page}
      record={record}
      currentRecord={record}
      html={{}}
      picture={(id) => pictureUrl(slug, id)}
    />
  );
}
