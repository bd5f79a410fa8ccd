import { useQuery } from '@tanstack/react-query';
import { listSignInWays } from '../auth.ts';

/** Whether the reader's account has a password here; where all have one, nobody asks. */
export function useHasPassword(canSignInElsewhere: boolean): boolean {
  const ways = useQuery({ queryKey: ['sign-in-ways'], queryFn: listSignInWays, enabled: canSignInElsewhere });
  return ways.data?.includes('credential') ?? true;
}
