import { listenForComplaints } from './complaints.ts';

listenForComplaints();
