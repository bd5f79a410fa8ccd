// For the providers that the fast tests leave out.
import './claims.service.test.ts';
