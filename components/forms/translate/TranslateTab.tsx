import { Languages, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { Field } from '#components/ui/Field.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { MAIN_ID } from '#components/ui/SkipLink.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { LANGUAGE_TAG } from '#lib/forms/translations.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { CustomMessages } from './CustomMessages.tsx';
import { knownLanguages } from './known-languages.ts';
import { languageName } from './language-name.ts';
import { TranslationTable } from './TranslationTable.tsx';
import { countTranslated, textsToTranslate } from './translation-progress.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  max-width: 1080px;
  margin: 0 auto;
`;

const Intro = styled.p`
  color: ${color('quiet')};
`;

const LanguageList = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
  gap: ${space(3)};
`;

const LanguageCard = styled.button`
  display: grid;
  gap: ${space(2)};
  width: 100%;
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  color: ${color('text')};
  text-align: left;

  &:hover {
    background: ${color('hover')};
  }

  &[aria-pressed='true'] {
    border-color: ${color('primary')};
    background: ${color('primaryTint')};
  }

  > span:first-child {
    display: flex;
    justify-content: space-between;
    gap: ${space(2)};
    font-weight: 500;
  }

  > small {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

const Adding = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space(2)};

  > div {
    flex: 0 1 280px;
  }

  > button {
    margin-bottom: 1px;
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};

  > h2 {
    display: inline-flex;
    align-items: center;
    gap: ${space(2)};
    font-size: 16px;
  }
`;

/** Translations of the form's texts, side by side with the originals. They are published with the next version. */
export function TranslateTab() {
  const intl = useIntl();
  const toast = useToast();
  const draft = useDraft();
  const { content, form } = draft;
  const { language, confirmation } = form.settings;
  const languages = Object.keys(content.translations).filter((tag) => tag !== language);
  const [chosen, setChosen] = useState<string | null>(languages[0] ?? null);
  const shown =
    chosen === language || (chosen !== null && languages.includes(chosen)) ? chosen : (languages[0] ?? null);
  const texts = textsToTranslate(content, confirmation);
  const nameOf = (tag: string) => languageName(intl.locale, tag);

  const add = (tag: string) => {
    if (!languages.includes(tag))
      draft.change(
        (now) => ({ ...now, translations: { ...now.translations, [tag]: {} } }),
        intl.formatMessage({ id: 'form_translate.did_add' }, { language: nameOf(tag) }),
      );
    setChosen(tag);
  };
  const remove = (tag: string) => {
    draft.change(
      (now) => {
        const { [tag]: _, ...rest } = now.translations;
        return { ...now, translations: rest };
      },
      intl.formatMessage({ id: 'form_translate.did_remove' }, { language: nameOf(tag) }),
    );
    // The button that had the focus was removed with the language.
    document.getElementById(MAIN_ID)?.focus();
    toast({
      text: intl.formatMessage({ id: 'form_translate.removed' }, { language: nameOf(tag) }),
      action: { label: <FormattedMessage id="builder.undo" />, onSelect: () => draft.undo() },
    });
  };

  return (
    <Parts>
      <Intro>
        <FormattedMessage id="form_translate.text" values={{ language: nameOf(language) }} />
      </Intro>
      <LanguageList aria-label={intl.formatMessage({ id: 'form_translate.languages' })}>
        {languages.map((tag) => {
          const done = countTranslated(texts, content.translations[tag]);
          return (
            <li key={tag}>
              <LanguageCard type="button" aria-pressed={tag === shown} onClick={() => setChosen(tag)}>
                <span>
                  {nameOf(tag)}
                  {done === texts.length && (
                    <Badge tone="success">
                      <FormattedMessage id="form_translate.whole" />
                    </Badge>
                  )}
                </span>
                <ProgressBar
                  value={texts.length === 0 ? 1 : done / texts.length}
                  label={intl.formatMessage({ id: 'form_translate.progress_of' }, { language: nameOf(tag) })}
                />
                <small>
                  <FormattedMessage id="form_translate.progress" values={{ done, all: texts.length }} />
                </small>
              </LanguageCard>
            </li>
          );
        })}
        <li>
          <LanguageCard type="button" aria-pressed={shown === language} onClick={() => setChosen(language)}>
            <span>{nameOf(language)}</span>
            <small>
              <FormattedMessage id="form_translate.own_language" />
            </small>
          </LanguageCard>
        </li>
      </LanguageList>
      <AddLanguage without={[language, ...languages]} onAdd={add} />
      {shown === null ? (
        <EmptyState
          title={<FormattedMessage id="form_translate.empty" />}
          text={<FormattedMessage id="form_translate.empty_text" />}
        />
      ) : (
        <section>
          <Head>
            <h2>
              <Languages aria-hidden size={16} strokeWidth={1.75} />
              {nameOf(shown)}
            </h2>
            {shown !== language && (
              <Button size="small" variant="quiet" icon={Trash2} onClick={() => remove(shown)}>
                <FormattedMessage id="form_translate.remove" values={{ language: nameOf(shown) }} />
              </Button>
            )}
          </Head>
          {shown !== language && <TranslationTable key={shown} tag={shown} texts={texts} />}
          <CustomMessages key={`own ${shown}`} tag={shown} language={nameOf(shown)} />
        </section>
      )}
    </Parts>
  );
}

function AddLanguage({ without, onAdd }: { without: readonly string[]; onAdd: (tag: string) => void }) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<'unknown' | 'there' | null>(null);
  const known = useMemo(() => knownLanguages(intl.locale), [intl.locale]);
  const offered = known.filter(({ tag }) => !without.includes(tag));

  const add = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    const named = known.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    const tag = named?.tag ?? text;
    if (!LANGUAGE_TAG.test(tag)) return setProblem('unknown');
    if (without.includes(tag)) return setProblem('there');
    setTyped('');
    setProblem(null);
    onAdd(tag);
  };

  return (
    <Adding noValidate onSubmit={add}>
      <Field
        label={<FormattedMessage id="form_translate.add_label" />}
        required
        error={problem && <FormattedMessage id={`form_translate.${problem}`} />}
      >
        {(own) => (
          <>
            <Input
              {...own}
              list="form-translate-languages"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(null);
              }}
            />
            <datalist id="form-translate-languages">
              {offered.map(({ tag, name }) => (
                <option key={tag} value={name}>
                  {tag}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Button size="large" icon={Plus} type="submit">
        <FormattedMessage id="form_translate.add" />
      </Button>
    </Adding>
  );
}
