/** All of them. */
import './orders.service.test.ts';
