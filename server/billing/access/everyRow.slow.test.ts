/** At the other companies. */
import './everyRow.service.test.ts';
