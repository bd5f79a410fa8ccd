/** The same at the other providers. */
import './contractBooks.service.test.ts';
