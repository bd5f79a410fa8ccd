/** At the other providers. */
import './contractSeats.service.test.ts';
