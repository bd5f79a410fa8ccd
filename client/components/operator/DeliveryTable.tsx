import { createElement, type ReactNode, useId, useState } from 'react';
import { useOperatorText } from '../../text/useOperatorText.ts';
import { useServerWords } from '../../text/useServerWords.ts';
import type { DeliveryView } from '../../trpc.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Icon } from '../ui/Icon.tsx';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import classes from './Operator.module.css';
import { OutcomeBadge } from './OutcomeBadge.tsx';

export function DeliveryTable({ entries }: { entries: DeliveryView[] }) {
  const { copy } = useOperatorText();
  const texts = copy.operator;
  const titles = [texts.time, texts.provider, texts.type, texts.outcome, texts.why, texts.attempts];
  return (
    <DataTable caption={texts.caption} titles={titles}>
      {entries.map((entry) => (
        <DeliveryRow key={entry.id} entry={entry} />
      ))}
    </DataTable>
  );
}

/** A long name may break after its dots and underscores, nowhere else. */
function breakable(name: string): ReactNode {
  const wbr = createElement('wbr');
  return createElement('span', null, ...name.split(/(?<=[._])/).flatMap((part) => [part, wbr]));
}

function DeliveryRow({ entry }: { entry: DeliveryView }) {
  const { copy, format } = useOperatorText();
  const inWords = useServerWords();
  const [opened, setOpened] = useState(false);
  const detailsId = useId();
  const time = format.time(entry.receivedAt);
  const remarks = [entry.reason, entry.error, ...entry.warnings].filter((remark) => remark !== null);
  const type = entry.nativeType ?? entry.type ?? copy.operator.noType;
  return (
    <>
      <tr className={`${classes.row} ${classes.folds}`} data-opened={opened || undefined}>
        <td className={`quiet ${classes.time}`}>
          <time dateTime={entry.receivedAt}>{time}</time>
        </td>
        <td className={classes.folded}>{entry.provider}</td>
        <td className={classes.type}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={detailsId}
            aria-label={copy.operator.details(type, time)}
            onClick={() => setOpened(!opened)}
          >
            {breakable(type)}
            <Icon name="chevron" size={12} />
          </button>
        </td>
        <td>
          <OutcomeBadge outcome={entry.outcome} />
        </td>
        <td className={`${classes.why} ${classes.folded}`}>
          {remarks.map((remark) => inWords('remarks', remark)).join('; ')}
        </td>
        <td className={`${classes.attempts} ${classes.folded}`}>
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
