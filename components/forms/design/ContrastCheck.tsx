import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { contrastProblems, type FormTheme } from '#lib/forms/theme.ts';
import { color, radius, space } from '#styles/tokens.ts';

const List = styled.ul`
  display: grid;
  gap: ${space(3)};

  > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${space(2)} ${space(4)};
    padding: ${space(3)} ${space(4)};
    border-radius: ${radius('control')};
    background: ${color('warningTint')};
    color: ${color('warning')};
  }

  p {
    flex: 1 1 220px;
    font-variant-numeric: tabular-nums;
  }
`;

const Sample = styled.span`
  display: inline-block;
  width: 14px;
  height: 14px;
  margin-right: 6px;
  border: 1px solid ${color('fieldLine')};
  border-radius: 4px;
  vertical-align: -2px;
`;

type ContrastCheckProps = { theme: FormTheme; onChange: (theme: FormTheme) => void };

/** Colours with insufficient contrast, each with the nearest sufficient one. */
export function ContrastCheck({ theme, onChange }: ContrastCheckProps) {
  const problems = contrastProblems(theme);
  return (
    <div role="status">
      {problems.length === 0 ? (
        <Badge tone="success">
          <FormattedMessage id="form_design.readable" />
        </Badge>
      ) : (
        <List>
          {problems.map(({ color: name, on, ratio, least, nearest }) => (
            <li key={`${name} ${on}`}>
              <p>
                <FormattedMessage
                  id={`form_design.low_${name}_${on}`}
                  values={{ ratio: Math.floor(ratio * 10) / 10, least }}
                />
              </p>
              {nearest ? (
                <Button size="small" onClick={() => onChange({ ...theme, [name]: nearest })}>
                  <Sample aria-hidden style={{ background: nearest }} />
                  <FormattedMessage id="form_design.take" values={{ color: nearest }} />
                </Button>
              ) : (
                <FormattedMessage id="form_design.none_near" />
              )}
            </li>
          ))}
        </List>
      )}
    </div>
  );
}
