import { runProgram } from './program.ts';

/** `npm run sandbox`: beside a service of this repository, whose headers it keeps. */
await runProgram(process.argv.slice(2), {
  command: 'npm run sandbox --',
  signs: 'dialect',
  webhookUrl: 'http://127.0.0.1:3000/api/webhooks/payments',
  follows: false,
  more({ dialect, secretKey, webhookSecret }, url) {
    const prefix = dialect.toUpperCase();
    const place = `PAYMENT_PROVIDER=${dialect} SANDBOX=off ${prefix}_API_URL=${url}`;
    return `${place} ${prefix}_SECRET_KEY=${secretKey} ${prefix}_WEBHOOK_SECRET=${webhookSecret}`;
  },
});
