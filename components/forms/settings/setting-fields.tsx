import dynamic from 'next/dynamic';
import { type ReactNode, useId } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Confirm } from '#components/ui/Confirm.tsx';
import { Input } from '#components/ui/control.ts';
import { Field, TextAreaField, TextField } from '#components/ui/Field.tsx';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import { color, space } from '#styles/tokens.ts';
import { toLocal, toMoment } from './local-time.ts';
import { SettingStateNote } from './SettingStateNote.tsx';
import { useSetting } from './use-setting.tsx';
import { useResettable, useTyped } from './use-typed-setting.tsx';

type NamesOf<Value> = {
  [Name in keyof FormSettings]: FormSettings[Name] extends Value ? Name : never;
}[keyof FormSettings];

// The list of countries includes the data about their phone numbers.
const CountrySelect = dynamic(() =>
  import('#components/ui/CountrySelect.tsx').then((loaded) => loaded.CountrySelect),
);

type Labels = { label: ReactNode; help?: ReactNode };

/** A moment, typed in the user's own time zone and stored in UTC. */
export function MomentSetting({ name, label, help }: Labels & { name: 'opens_at' | 'closes_at' }) {
  const typed = useTyped(useSetting(name), { show: toLocal, read: toMoment });
  return <TextField {...typed} label={label} help={help} type="datetime-local" />;
}

const NUMBER = {
  show: (value: number | null) => (value === null ? '' : String(value)),
  // An invalid number is refused by the schema, with its own message.
  read: (text: string) => (text.trim() === '' ? null : Number(text)),
};

/** A whole number, or nothing. */
export function NumberSetting({ name, label, help }: Labels & { name: 'max_submissions' }) {
  const typed = useTyped(useSetting(name), NUMBER);
  return <TextField {...typed} label={label} help={help} inputMode="numeric" autoComplete="off" />;
}

/** The number of days for which submissions are retained; requires confirmation before existing ones are deleted. */
export function RetentionSetting({ label, help }: Labels) {
  const setting = useSetting('retention_days');
  const { reset, ...typed } = useResettable(setting, NUMBER);
  const { deletion } = setting;
  return (
    <>
      <TextField {...typed} label={label} help={help} inputMode="numeric" autoComplete="off" />
      {deletion && (
        <Confirm
          danger
          title={
            <FormattedMessage
              id="form_settings.retention_title"
              values={{ count: deletion.submissionCount }}
            />
          }
          text={<FormattedMessage id="form_settings.retention_text" values={{ days: Number(typed.value) }} />}
          submit={
            <FormattedMessage
              id="form_settings.retention_submit"
              values={{ count: deletion.submissionCount }}
            />
          }
          onConfirm={async () => {
            if ((await deletion.accept()) === 'saved') reset();
          }}
          onClose={() => {
            deletion.cancel();
            reset();
          }}
        />
      )}
    </>
  );
}

/** A longer text. */
export function TextSetting({ name, label, help }: Labels & { name: NamesOf<string> & 'confirmation' }) {
  const typed = useTyped(useSetting(name), { show: (value) => value, read: (text) => text });
  return <TextAreaField {...typed} label={label} help={help} dir="auto" rows={4} />;
}

/** Several texts, one per line. */
export function LinesSetting({
  name,
  label,
  help,
  placeholder,
}: Labels & { name: 'notify' | 'embed_origins'; placeholder?: string }) {
  const typed = useTyped(useSetting(name), {
    show: (value) => value.join('\n'),
    read: (text) => [...new Set(text.split(/[\s,;]+/u).filter(Boolean))],
  });
  return (
    <TextAreaField
      {...typed}
      label={label}
      help={help}
      placeholder={placeholder}
      dir="ltr"
      rows={3}
      spellCheck={false}
      autoCapitalize="none"
    />
  );
}

const Line = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: start;
  gap: 2px ${space(3)};

  > input {
    width: 20px;
    height: 20px;
    min-height: 0;
    margin: 2px 0 0;
    accent-color: ${color('primaryFill')};
  }

  > label {
    font-weight: 500;
  }

  > p {
    grid-column: 2 / -1;
    color: ${color('quiet')};
    font-size: 13px;
  }

  > p[data-error] {
    color: ${color('error')};
  }
`;

/** A switch. */
export function FlagSetting({ name, label, help }: Labels & { name: NamesOf<boolean> }) {
  const id = useId();
  const { pendingValue, save, state, error } = useSetting(name);
  return (
    <Line>
      <input
        id={id}
        type="checkbox"
        checked={pendingValue}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => void save(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <SettingStateNote state={state} />
      {help && <p id={`${id}-help`}>{help}</p>}
      {error && (
        <p data-error role="alert">
          {error}
        </p>
      )}
    </Line>
  );
}

/** A language by its tag; common ones are suggested in a list. */
export function LanguageSetting({
  label,
  help,
  known,
}: Labels & { known: readonly { tag: string; name: string }[] }) {
  const id = useId();
  const typed = useTyped(useSetting('language'), { show: (value) => value, read: (text) => text.trim() });
  const { error, aside, ...control } = typed;
  return (
    <Field label={label} help={help} error={error} aside={aside} required>
      {(own) => (
        <>
          <Input {...own} {...control} list={`${id}-languages`} autoComplete="off" spellCheck={false} />
          <datalist id={`${id}-languages`}>
            {known.map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** A time zone by its name; the hub's by default. */
export function TimeZoneSetting({ label, help }: Labels) {
  const id = useId();
  const typed = useTyped(useSetting('time_zone'), {
    show: (value) => value ?? '',
    read: (text) => text.trim() || null,
  });
  return (
    <>
      <TextField
        {...typed}
        label={label}
        help={help}
        list={`${id}-zones`}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

/** The default country of phone numbers; the language's or the hub's if not set. */
export function CountrySetting({ label, help }: Labels) {
  const { pendingValue, save, state, error } = useSetting('country');
  return (
    <Field label={label} help={help} error={error} aside={<SettingStateNote state={state} />}>
      {({ id, ...control }) => (
        <CountrySelect
          id={id}
          aria-describedby={control['aria-describedby']}
          value={pendingValue}
          onChange={(country) => void save(country)}
        />
      )}
    </Field>
  );
}
