import { processIo } from '../server/cli/io.ts';
import { seed } from './seed.ts';

process.exitCode = await seed(processIo());
