/** At the other companies. */
import './contractSeats.service.test.ts';
