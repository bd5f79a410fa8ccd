/** Why the accounts' service refused. Status 0: it was not reached. `requestId`: where it was the service's fault. */
export interface AuthFailure {
  status: number;
  code?: string;
  requestId?: string;
}

export class AuthRefusal extends Error {
  readonly refusal: AuthFailure;

  constructor(refusal: AuthFailure) {
    super(refusal.code ?? `Status ${refusal.status}`);
    this.refusal = refusal;
  }
}
