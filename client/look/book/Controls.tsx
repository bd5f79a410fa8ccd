import { useState } from 'react';
import { AccountMenu } from '../../components/account/AccountMenu.tsx';
import { IntervalChoice } from '../../components/plans/IntervalChoice.tsx';
import { Button, ButtonAway, ButtonLink, type ButtonVariant } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Icon, type IconName, iconNames } from '../../components/ui/Icon.tsx';
import { Spinner } from '../../components/ui/Spinner.tsx';
import type { Interval } from '../../trpc.ts';
import classes from './LookPage.module.css';
import { Part, Row } from './Part.tsx';
import { person, plans } from './sample.ts';

const variants: Record<ButtonVariant, string> = {
  filled: 'Change plan',
  default: 'Try again',
  quiet: 'Send the email again',
  caution: 'Delete account',
  danger: 'Cancel now',
  plain: 'Manage billing',
};

export function Controls() {
  const [interval, setInterval] = useState<Interval>('month');
  return (
    <>
      <Part title="Buttons" rule="One filled a state. A button that moves money names the amount.">
        {Object.entries(variants).map(([variant, words]) => (
          <Row key={variant}>
            <Button variant={variant as ButtonVariant}>{words}</Button>
            <Button variant={variant as ButtonVariant} loading>
              {words}
            </Button>
            <Button variant={variant as ButtonVariant} disabled>
              {words}
            </Button>
            <code>{variant}</code>
          </Row>
        ))}
        <Row>
          <ButtonLink variant="default" to="/look">
            Leads to a page
          </ButtonLink>
          <ButtonAway variant="filled" href="https://example.com/">
            Leads away
          </ButtonAway>
        </Row>
        <Button fullWidth>A wide one: $9.90 a month, from the first of next month on</Button>
      </Part>
      <Part title="Choice" rule="Few things, of which one holds.">
        <IntervalChoice plans={plans} value={interval} onChange={setInterval} />
      </Part>
      <Part title="Menu" rule="Escape closes it, and the focus returns.">
        <Row>
          <AccountMenu user={person} />
        </Row>
      </Part>
      <Part title="Dialogs" rule="The consequences stand before the button.">
        <Row>
          <Dialog title="Change it?" />
          <Dialog title="Delete it?" destructive />
        </Row>
      </Part>
      <Part title="Icons" rule="Beside words, never the only sign of anything.">
        <ul className={classes.icons}>
          {iconNames.map((name: IconName) => (
            <li key={name}>
              <Icon name={name} /> {name}
            </li>
          ))}
          <li>
            <Spinner size={16} /> waits
          </li>
        </ul>
      </Part>
    </>
  );
}

function Dialog({ title, destructive }: { title: string; destructive?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <ConfirmDialog
          title={title}
          confirm="Do it"
          dismiss="Keep it"
          busy={false}
          destructive={destructive}
          onConfirm={() => setOpen(false)}
          onClose={() => setOpen(false)}
        >
          <p>What happens then, in a sentence.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
