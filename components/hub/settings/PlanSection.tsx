import { FormattedMessage, FormattedNumber } from 'react-intl';
import styled from 'styled-components';
import { ByteSize } from '#components/ui/ByteSize.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { Section } from '#components/ui/Section.tsx';
import type { Subscription } from '#lib/contract/core.ts';
import { color, space } from '#styles/tokens.ts';

const MEASURES = ['members', 'spaces', 'items', 'bytes'] as const;
type Measure = (typeof MEASURES)[number];

const Numbers = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(130px, 1fr));
  gap: ${space(4)};

  dt {
    color: ${color('quiet')};
    font-size: 13px;
  }

  dd {
    font-size: 20px;
    font-variant-numeric: tabular-nums;
    font-weight: 600;

    > small {
      color: ${color('quiet')};
      font-size: 13px;
      font-weight: 400;
    }
  }
`;

function Amount({ measure, value }: { measure: Measure; value: number }) {
  return measure === 'bytes' ? <ByteSize bytes={value} /> : <FormattedNumber value={value} />;
}

/** The hub's plan and its usage; null when that couldn't be loaded. */
export function PlanSection({ subscription }: { subscription: Subscription | null }) {
  return (
    <Section
      title={<FormattedMessage id="hub_settings.plan" />}
      text={subscription?.plan === 'self-hosted' && <FormattedMessage id="hub_settings.plan_self_hosted" />}
    >
      {subscription ? (
        <Numbers>
          {MEASURES.map((measure) => {
            const limit = subscription.limits[measure] ?? null;
            return (
              <div key={measure}>
                <dt>
                  <FormattedMessage id={`hub_settings.usage_${measure}`} />
                </dt>
                <dd>
                  <Amount measure={measure} value={subscription.usage[measure] ?? 0} />{' '}
                  <small>
                    {limit === null ? (
                      <FormattedMessage id="hub_settings.unlimited" />
                    ) : (
                      <FormattedMessage
                        id="hub_settings.usage_of"
                        values={{ limit: <Amount measure={measure} value={limit} /> }}
                      />
                    )}
                  </small>
                </dd>
              </div>
            );
          })}
        </Numbers>
      ) : (
        <Notice tone="error">
          <FormattedMessage id="hub_settings.plan_failed" />
        </Notice>
      )}
    </Section>
  );
}
