import express, { type NextFunction, type Request, type Response, Router } from 'express';
import type { Company } from '../core/company.ts';
import { deleteCustomer } from '../core/customers.ts';
import { Refusal } from '../core/refusal.ts';
import { snapshotOf } from '../core/truth.ts';
import { keepMail, mailsTo } from '../mailbox/mailbox.ts';
import type { Sender } from '../webhooks/sender.ts';
import {
  actOnSubscription,
  changeCard,
  changePrice,
  enable,
  moveClock,
  pay,
  resendDelivery,
  settle,
  story,
} from './actions.ts';
import type { ApiCalls } from './calls.ts';
import { forget, noteFacts } from './facts.ts';
import { loopbackOnly, needsHeader } from './guard.ts';
import { Input } from './input.ts';
import { actOnInvoice, decide, dispute, refund } from './payments.ts';
import { deliveriesOf, stateOf } from './state.ts';
import { setSwitches } from './switches.ts';

const SETTLE = { default: 30_000, min: 0, max: 600_000 };
const DELIVERIES = { default: 1_000, max: 100_000 };

/**
 * The sandbox's control API, for requests from this machine only. Changes need the header `x-sandbox: 1`; bodies are
 * JSON. Refused calls answer `{ "error": text }` with 400, 404 or 409.
 *
 * | call under `/_sandbox/`          | body                                          | does                                              |
 * |----------------------------------|-----------------------------------------------|---------------------------------------------------|
 * | GET `state`                      |                                               | clock, counts, deliveries by status, switches     |
 * | GET `truth`                      |                                               | the company's complete state (core/truth.ts)      |
 * | GET `deliveries?status=&limit=`  |                                               | newest first, with attempts and body              |
 * | POST `deliveries/:id/resend`     |                                               | sends that event again, exempt from faults        |
 * | POST `endpoint/enable`           |                                               | enables the endpoint that the company disabled   |
 * | POST `clock`                     | `{ seconds?, days?, months? }`                | moves forward; runs everything due in between     |
 * | POST `checkouts/:id/pay`         | `{ number?, email?, code?, taxId? }`          | pays an open checkout without its page; number `none`: a trial without a card, `bank_debit`: paid once its invoice is collected (alpha) |
 * | POST `card`                      | `{ customerId, number }`                      | replaces the card; collects open invoices         |
 * | POST `subscriptions/:id/<action>`| `{ times? }` for `fail_next`, `{ amount? }` for `bill` | `cancel_now renew pause resume fail_next mark_unpaid`, `bill` (an invoice besides the plan) |
 * | POST `facts`                     | a `Fact` (facts.ts), or a list of them        | writes its records into the books without webhooks: tens of thousands in one call |
 * | POST `forget`                    | `{ customers?, subscriptions? }`, lists of ids | removes them from the books without webhooks     |
 * | GET `calls`                      |                                               | calls to the company's API, oldest first: `at`, `method`, `path`, `status`, `endedAt` |
 * | DELETE `calls`                   |                                               | deletes that list                                 |
 * | POST `prices/:id`              | `{ amount, perSeat?, taxBehavior? }`          | changes the price from now on (minor units, per seat or not, tax `exclusive` or `inclusive`) |
 * | POST `refund`                    | `{ invoiceId, amount? }`                      | refunds (minor units; default: all that remains)  |
 * | POST `story`                     | `{ customers?, days?, seed? }`                | simulates a shop (core/story.ts), by default 200 customers in a year |
 * | GET `journal`                    |                                               | the state as a file, for `--load`                 |
 * | POST `disputes`                  | `{ invoiceId, reason? }`                      | opens a dispute, which withdraws the payment      |
 * | POST `disputes/:id/win`, `/lose` |                                               | decides the dispute                               |
 * | POST `invoices/:id/<action>`     |                                               | `confirm` (as the cardholder), `collect`, `void`, `write_off` |
 * | DELETE `customers/:id`           |                                               | ends the subscriptions, deletes the customer      |
 * | POST `switches`                  | see below                                     | sets faults; answers with all of them             |
 * | POST `mails`                     | `{ to, subject, text, html }`                 | puts a mail of the shop into the mailbox          |
 * | GET `mails?to=`                  |                                               | newest first; the page is `/_sandbox/mailbox`     |
 * | POST `settle`                    | `{ timeoutMs? }`                              | waits until nothing is left to send: `{ settled, pending }` |
 *
 * Switches keep their value until they are changed. `seed`: a new one restarts its draws. Rates from 0 to 1 of the
 * events: `repeat` (sent again although answered 2xx), `reorder` (held back by up to 1.5 s while others pass),
 * `delay: { rate, ms }`, `drop` (never sent, recorded as dropped), `falsify` (the first attempt has a wrong signature).
 * `api: { mode: ok | slow | hang | hold | refuse | error500 | error429 | cut, ms? }` for the company's API (`hold`
 * answers when the switches are next set), or `api: { mode: answer, status, body }`; the text `only` limits it to
 * calls whose path and query contain that text, and `after` lets that many of them pass first.
 * `limit: { calls, seconds }` answers 429 with the company's headers to more calls than that (calls 0: no limit).
 * `oneSubscription: true` refuses a buyer's second subscription, where the company has such a setting.
 * `still: true` runs due actions only when the clock is moved. `account` is the id of the key's account, where the
 * company reports it. `payload: thin | snapshot` sets the format of webhooks, where the company offers a choice.
 * `reset: true` first resets all but the seed. The seed and an event's ordinal alone decide which faults it meets.
 */
export function controlApi(company: Company, sender: Sender, calls: ApiCalls): Router {
  const router = Router();
  router.use(loopbackOnly, needsHeader);
  router.post('/facts', express.json({ limit: '100mb' }), (request, response) => {
    response.json(noteFacts(company, request.body));
  });
  router.use(express.json({ limit: '1mb' }));
  router.get('/state', (_request, response) => response.json(stateOf(company, sender)));
  router.get('/truth', (_request, response) => response.json(snapshotOf(company)));
  router.get('/deliveries', (request, response) => {
    const limit = Math.min(Number(request.query.limit) || DELIVERIES.default, DELIVERIES.max);
    response.json({ deliveries: deliveriesOf(company, { status: String(request.query.status ?? ''), limit }) });
  });
  const change = (path: string, run: (input: Input, request: Request) => object | Promise<object>) =>
    router.post(path, async (request, response) => response.json(await run(new Input(request.body), request)));
  change('/deliveries/:id/resend', (_input, { params }) => resendDelivery(company, sender, String(params.id)));
  change('/endpoint/enable', () => enable(company));
  change('/clock', (input) => moveClock(company, input));
  change('/checkouts/:id/pay', (input, { params }) => pay(company, String(params.id), input));
  change('/mails', (input) => keepMail(company, input));
  router.get('/mails', (request, response) => {
    response.json({ mails: mailsTo(company, String(request.query.to ?? '')) });
  });
  change('/card', (input) => changeCard(company, input));
  change('/subscriptions/:id/:action', (input, { params }) =>
    actOnSubscription(company, { id: String(params.id), action: String(params.action) }, input),
  );
  change('/forget', (input) => forget(company, input));
  router.get('/calls', (_request, response) => response.json({ calls: calls.all() }));
  router.delete('/calls', (_request, response) => {
    calls.forget();
    response.json({ calls: [] });
  });
  change('/prices/:id', (input, { params }) => changePrice(company, String(params.id), input));
  change('/refund', (input) => refund(company, input));
  change('/story', (input) => story(company, input));
  router.get('/journal', (_request, response) => response.type('application/x-ndjson').send(company.store.saved()));
  change('/disputes', (input) => dispute(company, input));
  change('/disputes/:id/win', (_input, { params }) => decide(company, String(params.id), 'won'));
  change('/disputes/:id/lose', (_input, { params }) => decide(company, String(params.id), 'lost'));
  change('/invoices/:id/:action', (_input, { params }) =>
    actOnInvoice(company, { id: String(params.id), action: String(params.action) }),
  );
  change('/switches', (input) => setSwitches(company, input));
  change('/settle', (input) =>
    settle(sender, input.optional('timeoutMs', (name) => input.number(name, SETTLE)) ?? SETTLE.default),
  );
  router.delete('/customers/:id', (request, response) =>
    response.json({ id: deleteCustomer(company, request.params.id).id }),
  );
  router.use((_request, response) => response.status(404).json({ error: 'No such call' }));
  router.use(showRefusal);
  return router;
}

const statuses = { not_found: 404, invalid: 400, conflict: 409, card_declined: 402, already_active: 409 } as const;

// biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
function showRefusal(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (error instanceof Refusal) return void response.status(statuses[error.kind]).json({ error: error.message });
  if (error instanceof SyntaxError) return void response.status(400).json({ error: 'The body is not JSON' });
  next(error);
}
