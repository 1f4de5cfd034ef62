import { Monitor, RotateCcw, Smartphone } from 'lucide-react';
import { useContext, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { ErrorSummary } from '#components/fields/ErrorSummary.tsx';
import { fetchEditorsWhenIdle } from '#components/fields/editors-when-idle.ts';
import { FieldIdPrefixContext } from '#components/fields/field-ids.ts';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { useProblems, useRecord } from '#components/fields/use-record.ts';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { draftProblems } from '#components/forms/draft/draft-problems.ts';
import { fieldsOn } from '#components/forms/fill/form-pages.ts';
import { PageBlocks, WrittenText } from '#components/forms/fill/PageBlocks.tsx';
import { useVisiblePages } from '#components/forms/fill/use-visible-pages.ts';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { applyPageConditions, type FormLayout } from '#lib/forms/layout.ts';
import { isDarkTheme, readTheme, themeVariables } from '#lib/forms/theme.ts';
import { renderMarkdown } from '#lib/text/render-markdown.ts';
import { pictureUrl } from '#services/form.ts';
import { color, radius, space } from '#styles/tokens.ts';

fetchEditorsWhenIdle();

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  justify-content: space-between;
  margin-bottom: ${space(4)};

  > div {
    display: flex;
    gap: ${space(2)};
  }
`;

const Device = styled.div<{ $isPhone: boolean }>`
  width: 100%;
  max-width: ${({ $isPhone }) => ($isPhone ? '390px' : '736px')};
  min-height: 320px;
  margin: 0 auto;
  padding: ${({ $isPhone }) => ($isPhone ? `${space(6)} ${space(5)}` : `${space(8)} ${space(10)}`)};
  border: ${({ $isPhone }) => ($isPhone ? 8 : 1)}px solid ${color('frameLine')};
  border-radius: ${({ $isPhone }) => ($isPhone ? '36px' : radius('card'))};
  background: ${color('surface')};
  color: ${color('text')};
`;

const Title = styled.h3`
  font-size: 26px;
  font-weight: 700;
  line-height: 1.2;
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;
`;

const Lead = styled.p`
  margin-top: ${space(2)};
  color: ${color('quiet')};
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

const Page = styled.section`
  display: grid;
  gap: ${space(5)};
  margin-top: ${space(6)};

  > h4 {
    font-size: 18px;
    overflow-wrap: anywhere;
  }
`;

const Quiet = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** The form as it looks when it is filled in, on a phone and on a desktop; it can be filled, and nothing is stored. */
export function Preview({ onClose }: { onClose: () => void }) {
  const { content, saved, form } = useDraft();
  const [isPhone, setPhone] = useState(false);
  const [begun, setBegun] = useState(0);
  const theme = readTheme(form.settings.theme);
  const isWhole = draftProblems(content).length === 0;
  return (
    <Modal open onClose={onClose} width={900} title={<FormattedMessage id="builder.preview" />}>
      <Bar>
        <div>
          <Button
            size="small"
            icon={Smartphone}
            variant={isPhone ? 'primary' : 'plain'}
            aria-pressed={isPhone}
            onClick={() => setPhone(true)}
          >
            <FormattedMessage id="builder.phone" />
          </Button>
          <Button
            size="small"
            icon={Monitor}
            variant={isPhone ? 'plain' : 'primary'}
            aria-pressed={!isPhone}
            onClick={() => setPhone(false)}
          >
            <FormattedMessage id="builder.desktop" />
          </Button>
        </div>
        <Button size="small" icon={RotateCcw} onClick={() => setBegun(begun + 1)}>
          <FormattedMessage id="builder.begin_again" />
        </Button>
      </Bar>
      {!isWhole && (
        <Notice tone="warning">
          <FormattedMessage id="builder.preview_saved" />
        </Notice>
      )}
      <Device
        $isPhone={isPhone}
        style={theme ? { ...themeVariables(theme), colorScheme: isDarkTheme(theme) ? 'dark' : 'light' } : {}}
      >
        <FieldIdPrefixContext value="preview">
          <TestFill key={begun} content={isWhole ? content : saved} />
        </FieldIdPrefixContext>
      </Device>
    </Modal>
  );
}

/** The Markdown of pages and blocks as HTML, by their ids. */
const textsOf = ({ pages }: FormLayout): Record<string, string> =>
  Object.fromEntries(
    pages.flatMap((page) => [
      ...(page.text ? [[page.id, renderMarkdown(page.text)]] : []),
      ...page.blocks.flatMap((block) =>
        (block.kind === 'text' || block.kind === 'section') && block.text
          ? [[block.id, renderMarkdown(block.text)]]
          : [],
      ),
    ]),
  );

/** Fills the form page by page, with the rules of the draft. */
function TestFill({ content }: { content: DraftContent }) {
  const { form } = useDraft();
  const { layout } = content;
  const [fields] = useState(() => applyPageConditions(content.fields, layout));
  const writtenIn = useContext(InputFormatContext) ?? {};
  const country = useContext(PhoneCountryContext);
  const record = useRecord(fields, {
    formatProblem: englishProblem,
    country,
    writtenIn,
    onChange: () => paging.lookAgain(),
  });
  const paging = useVisiblePages(layout, record, layout.pages[0]?.id ?? '');
  const problems = useProblems(record);
  const [tries, setTries] = useState(0);
  const [isDone, setDone] = useState(false);
  const [html] = useState(() => textsOf(layout));
  const { pages, at } = paging;
  const page = pages[at];
  const isLast = at === pages.length - 1;

  const next = () => {
    const checked = record.check(isLast || !page ? undefined : new Set(fieldsOn(page)));
    // Problems of later pages are not shown yet.
    if (!checked.ok && checked.problems.length > 0) {
      setTries(tries + 1);
      return;
    }
    const following = pages[at + 1];
    if (isLast) setDone(true);
    else if (following) paging.open(following.id);
  };

  return (
    <>
      <Title dir="auto">{content.title}</Title>
      {content.description && <Lead dir="auto">{content.description}</Lead>}
      {isDone ? (
        <Page>
          <Notice tone="success">
            <FormattedMessage id="builder.would_be_taken" />
          </Notice>
        </Page>
      ) : (
        page && (
          <Page>
            {pages.length > 1 && (
              <Quiet>
                <FormattedMessage id="builder.page_of" values={{ page: at + 1, pages: pages.length }} />
              </Quiet>
            )}
            {page.title && <h4 dir="auto">{page.title}</h4>}
            {page.text && <WrittenText html={html[page.id]} text={page.text} />}
            {tries > 0 && <ErrorSummary problems={problems} tries={tries} />}
            <PageBlocks
              key={page.id}
              page={page}
              record={record}
              currentRecord={record}
              html={html}
              picture={(id) => pictureUrl(form.slug, id)}
            />
            <Acts>
              {at > 0 && (
                <Button size="large" onClick={() => paging.open(pages[at - 1]?.id ?? '')}>
                  <FormattedMessage id="builder.preview_back" />
                </Button>
              )}
              <Button size="large" variant="primary" onClick={next}>
                <FormattedMessage id={isLast ? 'builder.preview_send' : 'builder.preview_next'} />
              </Button>
            </Acts>
            <Quiet>
              <FormattedMessage id="builder.nothing_stored" />
            </Quiet>
          </Page>
        )
      )}
    </>
  );
}
