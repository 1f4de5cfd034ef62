import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/builder/draft-context.ts';
import { Badge } from '#components/common/Badge.tsx';
import { Button } from '#components/common/Button.tsx';
import { Input, TextArea } from '#components/common/control.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { directionOf, languageName } from './language-name.ts';
import { missing, type Word, withWord } from './progress.ts';

/** Texts longer than this, or of several lines, get more room. */
const LONG = 60;
/** Texts that are shown at once: each is a field to type in. */
const SHOWN = 100;

const Controls = styled.div`
  margin: ${space(4)} 0 ${space(3)};

  > label {
    display: inline-flex;
    align-items: center;
    gap: ${space(2)};
    min-height: 32px;
  }

  input {
    width: 18px;
    height: 18px;
    accent-color: ${color('primaryFill')};
  }
`;

const Table = styled.ul`
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    align-items: start;
    gap: ${space(2)} ${space(5)};
    padding: ${space(3)} ${space(4)};

    ${below('md')} {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  > li + li {
    border-top: 1px solid ${color('line')};
  }

  label {
    display: grid;
    gap: 2px;
    padding-top: ${space(2)};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  label > small {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space(2)};
    color: ${color('quiet')};
    font-size: 12.5px;
  }
`;

const More = styled.div`
  display: grid;
  justify-items: center;
  margin-top: ${space(4)};
`;

type WordTableProps = { tag: string; texts: readonly Word[] };

/** Each text of the form beside what it is in another language; what is missing is marked, and said in the form's own. */
export function WordTable({ tag, texts }: WordTableProps) {
  const intl = useIntl();
  const { content } = useDraft();
  const words = content.translations[tag];
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const [most, setMost] = useState(SHOWN);
  const lacking = missing(texts, words);
  // What was missing when one asked stays on screen while it is being typed.
  const wanted = only ? texts.filter(({ key }) => only.has(key)) : texts;
  return (
    <>
      <Controls>
        <label>
          <input
            type="checkbox"
            checked={only !== null}
            onChange={({ target }) => setOnly(target.checked ? new Set(lacking.map(({ key }) => key)) : null)}
          />
          <FormattedMessage id="form_translate.only_missing" values={{ count: lacking.length }} />
        </label>
      </Controls>
      {wanted.length === 0 ? (
        <p role="status">
          <FormattedMessage id="form_translate.nothing_missing" />
        </p>
      ) : (
        <Table
          aria-label={intl.formatMessage(
            { id: 'form_translate.words_in' },
            { language: languageName(intl.locale, tag) },
          )}
        >
          {wanted.slice(0, most).map((word) => (
            <WordLine key={word.key} tag={tag} word={word} said={words?.[word.key] ?? ''} />
          ))}
        </Table>
      )}
      {wanted.length > most && (
        <More>
          <Button onClick={() => setMost(most + SHOWN)}>
            <FormattedMessage id="form_translate.more" />
          </Button>
        </More>
      )}
    </>
  );
}

function WordLine({ tag, word, said }: { tag: string; word: Word; said: string }) {
  const intl = useIntl();
  const draft = useDraft();
  const { key, text } = word;
  const id = `word-${tag}-${key}`;
  const control = {
    id,
    lang: tag,
    dir: directionOf(tag),
    value: said,
    placeholder: text.length > LONG ? undefined : text,
    onChange: ({ target }: { target: { value: string } }) =>
      draft.change(
        (now) => ({
          ...now,
          translations: {
            ...now.translations,
            [tag]: withWord(now.translations[tag], key, target.value),
          },
        }),
        intl.formatMessage({ id: 'form_translate.did_say' }, { language: languageName(intl.locale, tag) }),
        `translate ${tag} ${key}`,
      ),
  };
  const isLong = text.length > LONG || text.includes('\n');
  return (
    <li>
      <label htmlFor={id}>
        <small>
          <WordKind word={key} />
          {said.trim() === '' && (
            <Badge tone="warning" icon={false}>
              <FormattedMessage id="form_translate.missing" />
            </Badge>
          )}
        </small>
        <bdi>{text}</bdi>
      </label>
      {isLong ? <TextArea rows={3} {...control} /> : <Input {...control} />}
    </li>
  );
}

/** What a text is of: the title, a label, a choice. */
function WordKind({ word }: { word: string }) {
  const [group] = word.split('.');
  if (group === 'title' || group === 'description' || group === 'confirmation')
    return <FormattedMessage id={`form_translate.kind_${group}`} />;
  if (group === 'pages') return <FormattedMessage id="form_translate.kind_page" />;
  if (group === 'blocks') return <FormattedMessage id="form_translate.kind_block" />;
  if (word.includes('.options.')) return <FormattedMessage id="form_translate.kind_option" />;
  if (word.includes('.rules.')) return <FormattedMessage id="form_translate.kind_rule" />;
  if (word.endsWith('.help')) return <FormattedMessage id="form_translate.kind_help" />;
  if (word.endsWith('.placeholder')) return <FormattedMessage id="form_translate.kind_placeholder" />;
  return <FormattedMessage id="form_translate.kind_label" />;
}
