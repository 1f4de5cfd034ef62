'use no memo';

import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { POSTED_NAMES } from '#lib/browser/posted-submission.ts';
import type { Interpretation } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isList } from '#lib/fields/field-types.ts';
import styles from './AmbiguityPrompt.module.css';
import type { ControlAttributes } from './FieldFrame.tsx';
import { FormattedMessage } from './field-messages.ts';

type Props = {
  field: FieldDefinition;
  /** Attributes of the editor that the choices belong to. */
  control: ControlAttributes;
  choices: readonly Interpretation[];
  onChoose: (choice: Interpretation) => void;
  disabled?: boolean;
};

/** The path of a value: `amount`, `amounts[2]`. */
function pathOf(field: FieldDefinition, { id, name }: ControlAttributes): string {
  // All entries of a list are posted under one name; only their ids contain the index.
  return isList(field) ? `${name}${id.slice(id.lastIndexOf('['))}` : name;
}

/**
 * Lets the user choose between the possible readings of an ambiguous text. Without a script, the choice is posted with
 * the form.
 */
export function AmbiguityPrompt({ field, control, choices, onChoose, disabled }: Props) {
  const isHydrated = useIsHydrated();
  const name = pathOf(field, control);
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend>
        <FormattedMessage id="fields.which" />
      </legend>
      {choices.map((choice) =>
        isHydrated ? (
          <button key={choice.text} type="button" onClick={() => onChoose(choice)}>
            {choice.shown}
          </button>
        ) : (
          <label key={choice.text}>
            <input type="radio" name={`${POSTED_NAMES.reading}${name}`} value={choice.text} />
            {choice.shown}
          </label>
        ),
      )}
      {!isHydrated && (
        <label>
          <input type="radio" name={`${POSTED_NAMES.reading}${name}`} value="" defaultChecked />
          <FormattedMessage id="fields.which_other" />
        </label>
      )}
    </fieldset>
  );
}
