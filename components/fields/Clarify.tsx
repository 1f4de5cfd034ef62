'use no memo';

import type { Choice } from '#lib/fields/unclear-text.ts';
import { POSTED } from '#lib/form/posted-answer.ts';
import styles from './Clarify.module.css';
import { useIsLive } from './use-record.ts';
import { FormattedMessage } from './words.ts';

type Props = {
  /** Where the value stands among all. */
  name: string;
  choices: readonly Choice[];
  onChoose: (choice: Choice) => void;
  disabled?: boolean;
};

/** What was typed can be read in more than one way: which one is meant. Without a script the answer is posted with the rest. */
export function Clarify({ name, choices, onChoose, disabled }: Props) {
  const isLive = useIsLive();
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend>
        <FormattedMessage id="fields.which" />
      </legend>
      {choices.map((choice) =>
        isLive ? (
          <button key={choice.text} type="button" onClick={() => onChoose(choice)}>
            {choice.shown}
          </button>
        ) : (
          <label key={choice.text}>
            <input type="radio" name={`${POSTED.reading}${name}`} value={choice.text} />
            {choice.shown}
          </label>
        ),
      )}
      {!isLive && (
        <label>
          <input type="radio" name={`${POSTED.reading}${name}`} value="" defaultChecked />
          <FormattedMessage id="fields.which_other" />
        </label>
      )}
    </fieldset>
  );
}
