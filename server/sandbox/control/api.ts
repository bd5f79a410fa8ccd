import express, { type NextFunction, type Request, type Response, Router } from 'express';
import type { Company } from '../core/company.ts';
import { Refusal } from '../core/refusal.ts';
import type { Sender } from '../webhooks/sender.ts';
import type { ApiCalls } from './calls.ts';
import { noteFacts } from './facts.ts';
import { localOnly, needsHeader } from './guard.ts';
import { Input } from './input.ts';
import { type ControlCall, controlCalls } from './table.ts';

/** A body is JSON, whatever its content type says: curl's `-d` says that it is a form. */
const json = (limit: string) => express.json({ limit, type: () => true });

/**
 * The sandbox's control API: the calls of `table.ts`, and POST `facts` (a `Fact` or a list of them, which writes tens
 * of thousands of records into the books in one call, without webhooks). For this machine only, unless `controlHosts`
 * names more. Changes need the header `x-sandbox: 1`. Refused calls answer `{ "error": text }` with 400, 404 or 409.
 *
 * Switches keep their value until they are changed. `seed`: a new one restarts its draws. Rates from 0 to 1 of the
 * events: `repeat` (sent again although answered 2xx), `reorder` (held back by up to 1.5 s while others pass),
 * `delay: { rate, ms }`, `drop` (never sent, recorded as dropped), `falsify` (the first attempt has a wrong signature).
 * `api: { mode: ok | slow | hang | hold | refuse | error500 | error429 | cut, ms? }` for the company's API (`hold`
 * answers when the switches are next set), or `api: { mode: answer, status, body }`; the text `only` limits it to
 * calls whose path and query contain that text, and `after` lets that many of them pass first. `also` is a list of
 * further ones: a call meets the first that hits it.
 * `limit: { calls, seconds }` answers 429 with the company's headers to more calls than that (calls 0: no limit).
 * `oneSubscription: true` refuses a buyer's second subscription, where the company has such a setting.
 * `still: true` runs due actions only when the clock is moved. `account` is the id of the key's account, where the
 * company reports it. `payload: thin | snapshot` sets the format of webhooks, where the company offers a choice.
 * `reset: true` first resets all but the seed. The seed and an event's ordinal alone decide which faults it meets.
 */
export function controlApi(company: Company, sender: Sender, calls: ApiCalls): Router {
  const router = Router();
  router.use(localOnly(company), needsHeader);
  router.post('/facts', json('100mb'), (request, response) => {
    response.json(noteFacts(company, request.body));
  });
  router.use(json('1mb'));
  const methods = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;
  for (const call of controlCalls)
    router[methods[call.method]](`/${call.path}`, (request, response) =>
      answer(call, { company, sender, calls }, { request, response }),
    );
  router.use((_request, response) => response.status(404).json({ error: 'No such call' }));
  router.use(showRefusal);
  return router;
}

type Around = Omit<Parameters<ControlCall['run']>[0], 'params' | 'query'>;

async function answer(
  { keys, run }: ControlCall,
  around: Around,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const { params, query } = request;
  const of = { id: String(params.id ?? ''), action: String(params.action ?? '') };
  const made = await run({ ...around, params: of, query }, new Input(request.body).only(keys));
  if (typeof made === 'string') response.type('application/x-ndjson').send(made);
  else response.json(made);
}

const statuses = { not_found: 404, invalid: 400, conflict: 409, card_declined: 402, already_active: 409 } as const;

// biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
function showRefusal(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (error instanceof Refusal) return void response.status(statuses[error.kind]).json({ error: error.message });
  if (error instanceof SyntaxError) return void response.status(400).json({ error: 'The body is not JSON' });
  next(error);
}
