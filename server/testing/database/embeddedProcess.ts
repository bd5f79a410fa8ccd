import { startEmbeddedPostgres } from '../../database/embedded/start.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
process.once('SIGTERM', () => database.stop().then(() => process.exit(0)));
console.log(database.url);
