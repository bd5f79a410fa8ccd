/** The same at the other providers. */
import './everyRow.service.test.ts';
