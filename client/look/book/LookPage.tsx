import { Page } from '../../components/ui/Page.tsx';
import { Controls } from './Controls.tsx';
import { Fields } from './Fields.tsx';
import { Messages } from './Messages.tsx';
import { Statements } from './Statements.tsx';
import { Tokens } from './Tokens.tsx';

/** What every page is made of, in every state. Served while developing only, in English; the footer changes the scheme. */
export function LookPage() {
  return (
    <Page title="Tokens and components" heading="Every page is made of this.">
      <Tokens />
      <Controls />
      <Fields />
      <Messages />
      <Statements />
    </Page>
  );
}
