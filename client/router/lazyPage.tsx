import { type ComponentType, lazy, type ReactNode, useState } from 'react';

/** A page whose code is loaded when it is first shown; where that was done before, it is there at once. */
export interface LazyPage<Props extends object> {
  (props: Props): ReactNode;
  /** Its file, from the client's folder. */
  file: string;
  load(): Promise<ComponentType<Props>>;
}

export function lazyPage<Props extends object>(
  file: string,
  read: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => {
    loaded ??= await read();
    return loaded;
  };
  const Later = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  const Page = (props: Props) => {
    // Once chosen it stays: another one would begin anew.
    const [Shown] = useState(() => loaded ?? Later);
    return <Shown {...props} />;
  };
  return Object.assign(Page, { file, load });
}
