import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Input, TextArea } from '#components/ui/control.ts';
import { customMessageKey, placeholderMismatch } from '#lib/forms/custom-messages.ts';
import { directionOf } from '#lib/text/language-direction.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { languageName } from './language-name.ts';
import { missingTexts, setTranslation, type TranslatableText } from './translation-progress.ts';

/** Longer texts, and those with several lines, get a larger field. */
const LONG = 60;
/** Number of texts that are shown initially: each has an input field. */
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

const Wrong = styled.p`
  margin-top: ${space(1)};
  color: ${color('error')};
  font-size: 13px;
`;

type TranslationTableProps = {
  tag: string;
  texts: readonly TranslatableText[];
  /** A missing text has a good default. */
  isOptional?: boolean;
};

/** Each text of the form beside its translation; missing ones are marked, and fall back to the original. */
export function TranslationTable({ tag, texts, isOptional = false }: TranslationTableProps) {
  const intl = useIntl();
  const { content } = useDraft();
  const translations = content.translations[tag];
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const [most, setMost] = useState(SHOWN);
  const lacking = missingTexts(texts, translations);
  // A text that was missing when the filter was set stays visible while it is typed.
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
            { id: 'form_translate.texts_in' },
            { language: languageName(intl.locale, tag) },
          )}
        >
          {wanted.slice(0, most).map((word) => (
            <TextRow
              key={word.key}
              tag={tag}
              text={word}
              translation={translations?.[word.key] ?? ''}
              isOptional={isOptional}
            />
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

type TextRowProps = { tag: string; text: TranslatableText; translation: string; isOptional: boolean };

function TextRow({ tag, text: word, translation, isOptional }: TextRowProps) {
  const intl = useIntl();
  const draft = useDraft();
  const { key, text } = word;
  const id = `word-${tag}-${key}`;
  const isOwn = key.startsWith(customMessageKey(''));
  const wrong = isOwn && translation.trim() !== '' ? placeholderMismatch(translation, text) : [];
  const isWrong = wrong === null || wrong.length > 0;
  const control = {
    id,
    lang: tag,
    dir: directionOf(tag),
    value: translation,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': isWrong ? `${id}-wrong` : undefined,
    placeholder: text.length > LONG ? undefined : text,
    onChange: ({ target }: { target: { value: string } }) =>
      draft.change(
        (now) => ({
          ...now,
          translations: {
            ...now.translations,
            [tag]: setTranslation(now.translations[tag], key, target.value),
          },
        }),
        intl.formatMessage(
          { id: 'form_translate.change_label' },
          { language: languageName(intl.locale, tag) },
        ),
        `translate ${tag} ${key}`,
      ),
  };
  const isLong = text.length > LONG || text.includes('\n');
  return (
    <li>
      <label htmlFor={id}>
        <small>
          <TextKind word={key} />
          {translation.trim() === '' && !isOptional && (
            <Badge tone="warning" icon={false}>
              <FormattedMessage id="form_translate.missing" />
            </Badge>
          )}
        </small>
        <bdi>{text}</bdi>
      </label>
      <div>
        {isLong ? <TextArea rows={3} {...control} /> : <Input {...control} />}
        {isWrong && (
          <Wrong id={`${id}-wrong`} role="status">
            {wrong === null ? (
              <FormattedMessage id="form_translate.wrong_braces" />
            ) : (
              <FormattedMessage id="form_translate.wrong_places" values={{ places: wrong.join(', ') }} />
            )}
          </Wrong>
        )}
      </div>
    </li>
  );
}

/** The kind of a text: the title, a label, a choice. */
function TextKind({ word }: { word: string }) {
  const [group] = word.split('.');
  if (group === 'own') return <FormattedMessage id="form_translate.kind_own" />;
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
