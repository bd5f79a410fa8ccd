import { timingSafeEqual } from 'node:crypto';
import express, { type Request, Router } from 'express';
import type { Company } from '../../core/company.ts';
import { randomText } from '../../core/random.ts';
import { Refusal } from '../../core/refusal.ts';
import { textOf } from '../../pages/cardForm.ts';
import { sendPage } from '../../pages/layout.ts';
import type { Sender } from '../../webhooks/sender.ts';
import { actOnSubscription, moveClock, resendDelivery } from '../actions.ts';
import { localOnly } from '../guard.ts';
import { Input } from '../input.ts';
import { actOnInvoice } from '../payments.ts';
import { setSwitches } from '../switches.ts';
import { overviewPage } from './overview.ts';

/** The overview at `/` and the actions of its forms; a CSRF token protects each form. */
export function overviewRoutes(company: Company, sender: Sender): Router {
  const router = Router();
  const token = randomText(32);
  router.get('/', localOnly(company), (_request, response) => {
    sendPage(response, overviewPage({ company, sender, token }));
  });
  const form = express.urlencoded({ extended: false, limit: '20kb' });
  const route = (path: string, run: (request: Request) => void) =>
    router.post(`/_sandbox/forms/${path}`, localOnly(company), form, (request, response) => {
      if (!sameText(textOf(request, 'token'), token))
        throw new Refusal('conflict', 'This form is too old: reload the page.');
      run(request);
      response.redirect(303, '/');
    });
  route('clock', (request) => moveClock(company, numbersOf(request, ['days', 'months'])));
  route('subscriptions/:id', (request) => {
    const target = { id: String(request.params.id), action: textOf(request, 'action') };
    actOnSubscription(company, target, new Input({}));
  });
  route('payments/:id', (request) => {
    const amount = Number(textOf(request, 'amount'));
    const target = { id: String(request.params.id), action: textOf(request, 'action') };
    actOnInvoice(company, target, amount > 0 ? amount : undefined);
  });
  route('deliveries/:id', (request) => resendDelivery(company, sender, String(request.params.id)));
  route('switches', (request) => setSwitches(company, readSwitches(request, company)));
  return router;
}

function readSwitches(request: Request, company: Company): Input {
  const number = (name: string) => Number(textOf(request, name));
  const rates = Object.fromEntries(['repeat', 'reorder', 'drop', 'falsify'].map((name) => [name, number(name)]));
  const seed = company.store.get('switches', 'switches')?.seed === number('seed') ? {} : { seed: number('seed') };
  const delay = { rate: number('delayRate'), ms: number('delayMs') };
  return new Input({ ...rates, ...seed, delay, api: { mode: textOf(request, 'mode') } });
}

function numbersOf(request: Request, names: string[]): Input {
  const given = names.filter((name) => textOf(request, name) !== '');
  return new Input(Object.fromEntries(given.map((name) => [name, Number(textOf(request, name))])));
}

function sameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
