import { VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useText } from '../text/useText.tsx';
import type { DeliveryView } from '../trpc.ts';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import { Icon } from './Icon.tsx';
import classes from './Operator.module.css';
import { OutcomeBadge } from './OutcomeBadge.tsx';

export function DeliveryTable({ entries }: { entries: DeliveryView[] }) {
  const { copy } = useText();
  const texts = copy.operator;
  return (
    <div className={classes.sheet}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{texts.caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {[texts.time, texts.provider, texts.type, texts.outcome, texts.why, texts.attempts].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <DeliveryRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DeliveryRow({ entry }: { entry: DeliveryView }) {
  const { copy, format } = useText();
  const [opened, { toggle }] = useDisclosure();
  const detailsId = useId();
  const time = format.time(entry.receivedAt);
  const type = entry.nativeType ?? entry.type ?? copy.operator.noType;
  return (
    <>
      <tr data-opened={opened || undefined}>
        <td className={classes.quiet}>
          <time dateTime={entry.receivedAt}>{time}</time>
        </td>
        <td>{entry.provider}</td>
        <td>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={detailsId}
            aria-label={copy.operator.details(type, time)}
            onClick={toggle}
          >
            {type}
            <Icon name="chevron" size={12} />
          </button>
        </td>
        <td>
          <OutcomeBadge outcome={entry.outcome} />
        </td>
        <td className={classes.why}>{[entry.reason, entry.error, ...entry.warnings].filter(Boolean).join('; ')}</td>
        <td className={classes.attempts}>
          <span className={classes.count} aria-hidden="true">
            {entry.deliveries}
          </span>
          <span className={classes.countText}>{copy.operator.attemptsOf(entry.deliveries)}</span>
        </td>
      </tr>
      <tr id={detailsId} hidden={!opened} className={classes.detailsRow}>
        <td colSpan={6}>{opened && <DeliveryDetails entry={entry} />}</td>
      </tr>
    </>
  );
}
