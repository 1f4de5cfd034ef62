import { useState } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { ContactColumns } from '#lib/contacts/contact-columns.ts';
import type { ContactDuplicate } from '#lib/contract/contacts.ts';
import type { Row } from '#lib/contract/table.ts';
import { displayPhone } from '#lib/fields/phone-data.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { contactEntry } from './ContactRow.tsx';
import { levelOf } from './duplicate-level.ts';

const Card = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(4)};

  ${below('sm')} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Side = styled.div`
  display: flex;
  gap: ${space(3)};
  min-width: 0;

  > div {
    min-width: 0;
    font-size: 13px;
    overflow-wrap: anywhere;
  }

  strong {
    display: block;
    font-size: 14px;
    font-weight: 500;
  }

  p {
    color: ${color('quiet')};
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  > span:first-child {
    display: flex;
    flex: 1 1 240px;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space(2)};
    font-size: 13px;
  }
`;

type DuplicatePairProps = {
  itemId: string;
  pair: ContactDuplicate;
  columns: ContactColumns;
  country: string | null;
  onMerge: () => Promise<void>;
  onCompare: () => void;
  onDistinct: () => Promise<void>;
};

/** Two entries side by side, how likely they are one person and why, and what can be done. */
export function DuplicatePair(props: DuplicatePairProps) {
  const { itemId, pair, columns, country, onMerge, onCompare, onDistinct } = props;
  const intl = useIntl();
  const [busy, setBusy] = useState(false);
  const { rows, score, reasons } = pair;
  const nameless = intl.formatMessage({ id: 'contacts.nameless' });
  const [one = nameless, other = nameless] = rows.map(
    (row) => contactEntry({ item: { id: itemId }, row, columns }).name || nameless,
  );
  const whileBusy = (act: () => Promise<void>) => () => {
    setBusy(true);
    void act().finally(() => setBusy(false));
  };
  return (
    <Card>
      <Sides>
        {rows.map((row) => (
          <Person key={row.id} itemId={itemId} row={row} columns={columns} country={country} />
        ))}
      </Sides>
      <Foot>
        <span>
          <strong>
            <FormattedMessage id={`contacts.score_${levelOf(score)}`} />{' '}
            <FormattedNumber value={score} style="percent" />
          </strong>
          {reasons.map((reason) => {
            const isAgainst = reason.startsWith('different');
            return (
              <Badge key={reason} tone={isAgainst ? 'warning' : 'success'}>
                <VisuallyHidden>
                  <FormattedMessage id={isAgainst ? 'contacts.reason_against' : 'contacts.reason_for'} />{' '}
                </VisuallyHidden>
                <FormattedMessage id={`contacts.reason_${reason}`} />
              </Badge>
            );
          })}
        </span>
        <Button
          size="small"
          variant="quiet"
          disabled={busy}
          aria-label={intl.formatMessage({ id: 'contacts.distinct_label' }, { one, other })}
          onClick={whileBusy(onDistinct)}
        >
          <FormattedMessage id="contacts.distinct" />
        </Button>
        <Button
          size="small"
          aria-label={intl.formatMessage({ id: 'contacts.compare_label' }, { one, other })}
          onClick={onCompare}
        >
          <FormattedMessage id="contacts.compare" />
        </Button>
        <Button
          size="small"
          variant="primary"
          busy={busy}
          aria-label={intl.formatMessage({ id: 'contacts.merge_label' }, { one, other })}
          onClick={whileBusy(onMerge)}
        >
          <FormattedMessage id="contacts.merge" />
        </Button>
      </Foot>
    </Card>
  );
}

type PersonProps = { itemId: string; row: Row; columns: ContactColumns; country: string | null };

function Person({ itemId, row, columns, country }: PersonProps) {
  const { name, email, phone, work, photo } = contactEntry({ item: { id: itemId }, row, columns });
  return (
    <Side>
      <Avatar name={name} seed={row.id} src={photo} size={36} />
      <div>
        <strong>
          <bdi>{name || <FormattedMessage id="contacts.nameless" />}</bdi>
        </strong>
        {work && <p dir="auto">{work}</p>}
        {email !== name && <p>{email}</p>}
        {phone && <p dir="ltr">{displayPhone(phone, country)}</p>}
      </div>
    </Side>
  );
}
