import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { forgetEnded, signIn, signUp } from '../auth.ts';
import { usePageText } from '../text/usePageText.ts';
import { type AccountValues, checkAccount, type FieldErrors, refusedAccount } from '../views/formErrors.ts';
import { focusFirst } from './focusFirst.ts';

interface Problem {
  fields: FieldErrors;
  message?: string;
  requestId?: string;
}

const FIELDS = ['name', 'email', 'password'];

/** State of a sign-in or sign-up form. Once it succeeds, everything that was loaded before is loaded anew. */
export function useAccountForm(mode: 'sign-in' | 'sign-up') {
  const { copy } = usePageText();
  const queryClient = useQueryClient();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>({ fields: {} });
  const refuse = (form: HTMLFormElement, found: Problem) => {
    setProblem(found);
    focusFirst(form, FIELDS, found.fields);
  };
  const send = async (form: HTMLFormElement, values: AccountValues) => {
    const refused = await (mode === 'sign-up' ? signUp(values) : signIn(values));
    if (refused) return refuse(form, { ...refusedAccount(refused, copy), requestId: refused.requestId });
    forgetEnded();
    await queryClient.resetQueries();
  };
  return {
    busy,
    problem,
    async submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const form = event.currentTarget;
      const values = readValues(form);
      const fields = checkAccount(mode, values, copy);
      if (Object.keys(fields).length > 0) return refuse(form, { fields });
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setProblem({ fields: {} });
      await send(form, values);
      running.current = false;
      setBusy(false);
    },
  };
}

function readValues(form: HTMLFormElement): AccountValues {
  const data = new FormData(form);
  const text = (key: string) => String(data.get(key) ?? '');
  return { name: text('name').trim(), email: text('email').trim(), password: text('password') };
}
