/** Three to four times as many deliveries and meetings. */
import './concurrency.service.test.ts';
