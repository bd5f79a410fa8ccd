import type { MailTexts } from '../message.ts';
import { endsEn } from './ends.en.ts';

/** The texts contain no free text that a stranger typed (such as a name): it could be abused for any message. */
export const mailEn: MailTexts = {
  linkHint: 'If the button does not work, open this address:',
  unknownPlan: '“Unknown plan”',
  plusTax: (price) => `${price} plus tax`,
  per: { month: (price) => `${price} per month`, year: (price) => `${price} per year` },
  kinds: {
    ...endsEn,
    verify: {
      subject: 'Confirm your email address',
      body: () => [
        'Please confirm that this email address is yours. The link works for 24 hours, in the browser in which you are signed in.',
      ],
      action: 'Confirm email address',
      note: 'If you did not create an account, ignore this email: nobody can use your address without it.',
    },
    verify_buyer: {
      subject: 'Is this your email address?',
      body: (address) => [
        `What you buy belongs to the account with the email address ${address}. Please confirm that it is yours, so that you can always get back to it. The link works for 24 hours, in the browser in which you are signed in.`,
      ],
      action: 'Confirm email address',
      note: 'If you bought nothing, ignore this email: somebody may have mistyped their address.',
    },
    account_exists: {
      subject: 'You already have an account',
      body: () => [
        'Somebody just tried to use this email address for another account. You already have one: sign in with it.',
        'If you forgot the password, choose “Forgot your password?” there.',
      ],
      action: 'Sign in',
      note: 'If it was not you, ignore this email: nothing was changed.',
    },
    reset: {
      subject: 'Choose a new password',
      body: () => ['Use this link to choose a new password. It works once, for one hour.'],
      action: 'Choose a new password',
      note: 'If you did not ask for it, ignore this email: your password stays as it is.',
    },
    approve_change: {
      subject: 'Do you want to change your email address?',
      body: (address) => [
        `The email address of your account is to become ${address}. Please confirm it here, and with the email that we sent there. The link works for 24 hours.`,
      ],
      action: 'Confirm the change',
      note: 'If it was not you, do not confirm it, and change your password: somebody is signed in to your account.',
    },
    confirm_change: {
      subject: 'Confirm your new email address',
      body: () => [
        'Please confirm that this is the new email address of your account. The link works for 24 hours, in the browser in which you are signed in.',
      ],
      action: 'Confirm email address',
      note: 'If you do not know of it, ignore this email.',
    },
    address_changed: {
      subject: 'Your email address was changed',
      body: (address) => [`The email address of your account is now ${address}. You sign in with it from now on.`],
      note: 'If it was not you, please contact support at once.',
    },
    new_device: {
      subject: 'New sign-in to your account',
      body: (device) => [`Somebody signed in to your account from a device that we had not seen before: ${device}.`],
      action: 'See where you are signed in',
      note: 'If it was not you, change your password and sign out the other sessions.',
    },
    two_subscriptions: {
      subject: 'You have two subscriptions',
      body: (plans) => [
        `You have ${plans}. Both are charged. Choose which one you keep: the other one ends with the time that is paid for.`,
      ],
      action: 'Choose',
      note: 'To keep both, you don’t need to do anything.',
    },
    duplicate_ended: {
      subject: 'Your second subscription was ended',
      body: (plan) => [
        `You bought ${plan} on a page that your next choice had replaced. We ended that subscription. What was paid for it goes back the way you paid, and it is not charged again.`,
        'Your other subscription goes on as you chose it.',
      ],
      action: 'See your plan',
      note: 'If something looks wrong, please contact support.',
    },
  },
};
