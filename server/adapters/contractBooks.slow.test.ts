/** At the other companies. */
import './contractBooks.service.test.ts';
