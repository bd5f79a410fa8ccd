/** Runs the tests with the other providers. */
import './seed.service.test.ts';
