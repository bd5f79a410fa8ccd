import { useState } from 'react';
import { PasswordField } from '../../components/ui/PasswordField.tsx';
import { SelectField } from '../../components/ui/SelectField.tsx';
import { Stepper } from '../../components/ui/Stepper.tsx';
import { TextField } from '../../components/ui/TextField.tsx';
import { Part, Row } from './Part.tsx';

const choices = [
  { value: 'a', label: 'When the paid time ends' },
  { value: 'b', label: 'On a day of my choice' },
];

export function Fields() {
  const [seats, setSeats] = useState(5);
  return (
    <Part title="Fields" rule="What is wrong stands below the field, with what to do.">
      <TextField label="At rest" name="rest" defaultValue="Ada Lovelace" />
      <TextField label="With a hint" name="hint" description="The plan’s name is enough." />
      <TextField label="Wrong" name="wrong" defaultValue="ada@" error="Enter an email address like name@example.com." />
      <TextField
        label="Wrong, with a hint"
        name="both"
        description="At least 8 characters"
        error="Use at least 8 characters."
      />
      <TextField label="Resting" name="resting" defaultValue="Set by your organization" disabled />
      <PasswordField label="Password" name="password" autoComplete="new-password" />
      <Row>
        <TextField grows label="Grows" name="grows" />
        <TextField label="Stays" name="stays" />
      </Row>
      <SelectField label="Choice" options={choices} />
      <SelectField plain label="Plain" options={choices} />
      <Stepper
        label="Seats"
        fewer="One seat fewer"
        more="One seat more"
        bounds="Choose a whole number from 1 to 9."
        value={seats}
        min={1}
        max={9}
        onChange={setSeats}
      />
    </Part>
  );
}
