import { useOperatorText } from '../../text/useOperatorText.ts';
import { trpc } from '../../trpc.ts';
import { DataTable } from '../ui/DataTable.tsx';
import classes from './Operator.module.css';

/** The programs of the company that may ask for its people, and when each last did. */
export function Keys() {
  const { copy, format } = useOperatorText();
  const keys = trpc.operator.keys.useQuery();
  const texts = copy.keys;
  if (!keys.data || keys.data.length === 0) return null;
  return (
    <>
      <h2>{texts.title}</h2>
      <DataTable caption={texts.caption} titles={[texts.key, texts.scopes, texts.lastUsed]}>
        {keys.data.map(({ name, id, scopes, lastUsedAt }) => (
          <tr key={id} className={classes.row}>
            <td>
              {name} <span className="code">{id}</span>
            </td>
            <td>{scopes.join(', ')}</td>
            <td className={`${classes.value} ${classes.time}`} data-label={texts.lastUsed}>
              {lastUsedAt ? format.time(lastUsedAt) : copy.operator.never}
            </td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
