import { saveAs } from '../../saveAs.ts';
import { usePageText } from '../../text/usePageText.ts';
import { failureOf, trpc } from '../../trpc.ts';
import { problemOf } from '../../views/failureText.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import classes from './Settings.module.css';

/** Read anew on every click, and handed over as a file. */
export function DownloadData() {
  const { copy } = usePageText();
  const texts = copy.settings;
  const data = trpc.account.export.useQuery(undefined, { enabled: false, gcTime: 0 });
  const download = async () => {
    const { data: exported } = await data.refetch();
    if (exported) saveAs(texts.downloadFile, JSON.stringify(exported, null, 2), 'application/json');
  };
  return (
    <div className={classes.choice}>
      {data.isError && !data.isFetching && (
        <ProblemNotice problem={problemOf(failureOf(data.error), copy, texts.downloadFailed)} />
      )}
      {data.isSuccess && !data.isFetching && <Notice tone="positive" title={texts.downloaded} />}
      <p className={classes.label}>{texts.downloadText}</p>
      <Button variant="default" onClick={() => void download()} loading={data.isFetching}>
        {texts.download}
      </Button>
    </div>
  );
}
