import { type Html, html } from '../../pages/html.ts';
import { currentSwitches } from '../../webhooks/outbox.ts';
import { modes } from '../switches.ts';
import { formOf, type Overview } from './form.ts';

const rates = [
  ['repeat', 'Repeat'],
  ['reorder', 'Reorder'],
  ['drop', 'Drop'],
  ['falsify', 'Falsify the signature'],
] as const;

/** The rates of the webhook faults, from 0 to 1. */
export function switchesForm(view: Overview): Html {
  const { delay, api, seed, ...switches } = currentSwitches(view.company.store);
  const options = modes.map(
    (mode) => html`<option value="${mode}" ${mode === api.mode && html`selected`}>${mode}</option>`,
  );
  const fields = html`<div class="grid">
${rates.map(([name, label]) => rateField(name, label, switches[name]))}
${rateField('delayRate', 'Delay', delay.rate)}
${numberField({ name: 'delayMs', label: 'Delay by (ms)', value: delay.ms, max: 600_000, step: '1' })}
${numberField({ name: 'seed', label: 'Seed', value: seed, max: 2 ** 53, step: '1' })}
<div class="field"><label for="mode">The API answers</label><select id="mode" name="mode">${options}</select></div>
</div><button class="primary">Set faults</button>`;
  return html`<section class="card" aria-labelledby="faults"><h2 id="faults">Faults</h2>
<p class="small">Shares of the webhooks, from 0 (none) to 1 (each). Which ones are struck depends on the seed alone.</p>
${formOf(view, 'switches', fields)}</section>`;
}

function rateField(name: string, label: string, value: number): Html {
  return numberField({ name, label, value, max: 1, step: 'any' });
}

interface NumberField {
  name: string;
  label: string;
  value: number;
  max: number;
  step: string;
}

function numberField({ name, label, value, max, step }: NumberField): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="number" min="0" max="${max}" step="${step}" value="${value}" required></div>`;
}
