import { deleteAccount } from '../auth.ts';
import { addressAt } from '../router/site.ts';
import { usePageText } from '../text/usePageText.ts';
import type { User } from '../trpc.ts';
import { checkDeletion, type DeletionErrors, refusedDeletion } from '../views/settingsErrors.ts';
import { focusFirst } from './focusFirst.ts';
import { useSetting } from './useSetting.ts';

const FIELDS = ['email', 'password'];

/** Deletes the account and loads the site anew, so that nothing of it stays in memory. */
export function useDeletion(user: User) {
  const { copy } = usePageText();
  const { send, refuse, busy, done, problem } = useSetting<DeletionErrors>({ leaves: true });
  return {
    busy: busy || done,
    problem,
    async submit(form: HTMLFormElement) {
      const data = new FormData(form);
      const typed = { email: String(data.get('email') ?? ''), password: String(data.get('password') ?? '') };
      const errors = checkDeletion(typed, user.email, copy);
      if (Object.keys(errors).length > 0) {
        refuse(errors);
        return focusFirst(form, FIELDS, errors);
      }
      const deleted = await send(
        () => deleteAccount(typed.password),
        (refusal) => {
          const refused = refusedDeletion(refusal, copy);
          focusFirst(form, FIELDS, refused);
          return refused;
        },
      );
      if (deleted) window.location.assign(addressAt('/account-deleted'));
    },
  };
}
