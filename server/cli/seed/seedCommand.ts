import { processIo } from '../io.ts';
import { seed } from './seed.ts';

process.exitCode = await seed(processIo());
