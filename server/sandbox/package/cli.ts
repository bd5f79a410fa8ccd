import { runProgram } from '../program.ts';

await runProgram(process.argv.slice(2), {
  command: 'npx subscription-payments-sandbox',
  signs: 'company',
  webhookUrl: '',
  follows: true,
});
